"""What a page and a lab weigh, beside stock Material with mkdocs-jupyter."""

import tempfile
from pathlib import Path
from urllib.parse import urlsplit

import sites
from weighing import weights


def main() -> None:
    """Print the table."""
    print("first view of a page: bytes compressed, requests, and those of them to other hosts")
    with tempfile.TemporaryDirectory() as name:
        mine, theirs = Path(name) / "ours", Path(name) / "stock"
        for folder in (mine, theirs):
            sites.copy(folder, 1, labs=True)
        sites.build(sites.ours(mine))
        sites.build(sites.stock(theirs, labs=True))
        for page in ("add", "labs/apple"):
            own = weights(mine / "site" / page / "index.html")
            stock = weights(theirs / "site" / "zh" / page / "index.html")
            for title, found in (("lndocs", own), ("stock", stock)):
                away = sum(bool(urlsplit(address).netloc) for address in found)
                size = sum(found.values())
                print(f"{page:12} {title:8} {size:9,} {len(found):4} {away:4}")
            print(f"{page:12} {'ratio':8} {sum(own.values()) / sum(stock.values()):9.2f}")
    print("What comes from other hosts is counted as a request and weighed as nothing.")
    print("Stock shows formulas as TeX; a script that sets them would come on top.")


if __name__ == "__main__":
    main()
