"""How long a build of both languages takes, beside stock Material on the same pages."""

import os
import tempfile
from pathlib import Path

import sites


def main() -> None:
    """Print the table."""
    os.environ.pop("CI", None)
    print("mkdocs build of both languages: seconds, and the ratio to stock Material")
    for title, times, labs in [
        ("pages", 1, False),
        ("pages ×10", 10, False),
        ("with labs", 1, True),
    ]:
        with tempfile.TemporaryDirectory() as name:
            mine, theirs = Path(name) / "ours", Path(name) / "stock"
            for folder in (mine, theirs):
                sites.copy(folder, times, labs=labs)
            configs = sites.ours(mine)
            cold = sites.build(configs)
            stock = sites.build(sites.stock(theirs, labs=labs))
            warm = sites.build(configs)
        print(
            f"{title:10} cold {cold:6.2f}  warm {warm:6.2f}  stock {stock:6.2f}  "
            f"cold / stock {cold / stock:5.2f}  warm / stock {warm / stock:5.2f}"
        )


if __name__ == "__main__":
    main()
