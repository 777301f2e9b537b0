"""The figures of the pages: which there are, and where they are stored."""

from collections.abc import Callable, Iterator
from pathlib import Path

from lndocs.site.figures.addition import addition, one_scale
from lndocs.site.figures.attention_output import attention_output
from lndocs.site.figures.drawing import Drawing
from lndocs.site.figures.epsilon import epsilon
from lndocs.site.figures.gamma_beta import gamma_beta
from lndocs.site.figures.in_the_transformer import in_the_transformer
from lndocs.site.figures.relatives import relatives
from lndocs.site.figures.row_by_row import row_by_row
from lndocs.site.figures.stages import divide_by_std, subtract_mean
from lndocs.site.figures.summary import summary
from lndocs.site.figures.what_is_lost import what_is_lost

FIGURES: dict[str, Callable[[str], Drawing]] = {
    "attention-output": attention_output,
    "add": addition,
    "scale": one_scale,
    "row-by-row": row_by_row,
    "subtract-mean": subtract_mean,
    "divide-by-std": divide_by_std,
    "epsilon": epsilon,
    "what-is-lost": what_is_lost,
    "gamma-beta": gamma_beta,
    "in-the-transformer": in_the_transformer,
    "summary": summary,
    "relatives": relatives,
}
"""Each figure by the name of its file: a function that draws it in a language."""

LANGUAGES = ("zh", "en")
FOLDER = "figures"


def files(docs: Path) -> Iterator[tuple[Path, str | ValueError]]:
    """Draw every figure in both languages.

    Parameters
    ----------
    docs : Path
        The folder that holds those of the two languages.

    Yields
    ------
    path : Path
        Where the figure is stored.
    svg : str or ValueError
        What must stand there, or why the figure's claim is false of the example.
    """
    for lang in LANGUAGES:
        for name, draw in FIGURES.items():
            path = docs / lang / FOLDER / f"{name}.svg"
            try:
                yield path, draw(lang).svg()
            except ValueError as error:
                yield path, error


def stale(docs: Path) -> list[Path]:
    """List the files that are missing, out of date, false, or made by no figure any more."""
    wanted = dict(files(docs))
    stored = {
        path: path.read_text(encoding="utf-8")
        for lang in LANGUAGES
        for path in (docs / lang / FOLDER).glob("*")
    }
    return sorted(
        path for path in wanted.keys() | stored.keys() if wanted.get(path) != stored.get(path)
    )


def write(docs: Path) -> tuple[list[Path], list[str]]:
    """Bring the stored figures up to date.

    Parameters
    ----------
    docs : Path

    Returns
    -------
    changed : list of Path
    red : list of str
        The figures whose claim is false, each with the reason; what is stored stays.
    """
    wanted, changed, red = dict(files(docs)), [], []
    for path in stale(docs):
        match wanted.get(path):
            case ValueError() as error:
                red.append(f"{path}: {error}")
                continue
            case str(svg):
                path.parent.mkdir(exist_ok=True)
                path.write_text(svg, encoding="utf-8")
            case None:
                path.unlink()
        changed.append(path)
    return changed, red
