"""What the copy button of a code block gives: code that runs, without prompts and output."""

from doctest import DocTestParser

from bs4 import BeautifulSoup, Tag

from lndocs.site.language import Language


def dress(soup: BeautifulSoup, language: Language) -> None:
    """Write beside each session what its button copies, where Material's script looks for it.

    A piece of the package's source cannot run by itself: it is there to be read, without a button.
    """
    for kind, runnable in (("pycon", python), ("console", shell)):
        for block in soup.find_all(class_=f"language-{kind}"):
            for code in block.find_all("code"):
                if isinstance(code.parent, Tag):
                    code.parent["data-copy"] = runnable(code.get_text())
    for block in soup.find_all("div", class_="language-python"):
        classes = block.get_attribute_list("class")
        if "lab" not in classes:
            block["class"] = " ".join([*classes, "no-copy"])


def python(session: str) -> str:
    r"""Take the input from a Python session.

    Examples
    --------
    >>> python(">>> for n in 2, 4:\n...     print(n)\n2\n4\n>>> 6\n6\n")
    'for n in 2, 4:\n    print(n)\n\n6\n'
    """
    sources = [example.source for example in DocTestParser().get_examples(session)]
    # A blank line ends a block, also where it is pasted into an interactive session.
    return "".join(source + "\n" * _is_block(source) for source in sources).rstrip() + "\n"


def shell(session: str) -> str:
    r"""Take the commands from a shell session.

    Examples
    --------
    >>> shell("$ make test\n12 passed\n$ make build\n")
    'make test\nmake build\n'
    """
    lines = session.splitlines()
    return "".join(line[2:] + "\n" for line in lines if line.startswith("$ "))


def _is_block(source: str) -> bool:
    lines = source.splitlines()
    return len(lines) > 1 and lines[-1].startswith((" ", "\t"))
