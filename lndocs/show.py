"""How numbers are displayed: three decimals, rounded once, from the full value.

Integers stay integers, -0 is 0, the columns of a matrix are aligned, and no ``np.float64(…)``
appears. Pages print through :func:`show`.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

DECIMALS = 3


def number(value: Any, decimals: int = DECIMALS) -> str:
    """Write one number.

    Parameters
    ----------
    value : int or float
        Python's or NumPy's.
    decimals : int
        How many decimals a value gets that is no integer.

    Returns
    -------
    str
        An integer without decimals when the value is one, ``nan``, ``inf``, or the decimal nearest
        to the value (Python's exact rounding: 1.0625 is 1.062).

    Examples
    --------
    >>> number(5.0), number(5**0.5), number(-1e-9)
    ('5', '2.236', '0.000')
    """
    if isinstance(value, (bool, np.bool_)):
        return str(value)
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    plain = float(value)
    if plain.is_integer():
        return str(int(plain))
    return f"{plain:z.{decimals}f}"


def show(*values: ArrayLike, decimals: int = DECIMALS) -> None:
    """Print numbers, rows and matrices as the pages write them.

    Parameters
    ----------
    *values : array_like, at most 2-d
        A tuple of numbers, such as a shape, is a row like any other. Text is printed as it is.
    decimals : int
        How many decimals a value gets that is no integer.

    Raises
    ------
    ValueError
        A value has more than two axes.

    Examples
    --------
    >>> show([-3 / 5**0.5, 0, 1.0])
    [-1.342, 0, 1]
    >>> show([[8, 6], [20, 40]])
    [[ 8,  6],
     [20, 40]]
    """
    print(*(text(value, decimals) for value in values))


def text(value: ArrayLike, decimals: int = DECIMALS) -> str:
    """Write what :func:`show` prints of one value; parameters and errors are the same."""
    if isinstance(value, str):
        return value
    array = np.asarray(value)
    if array.ndim == 0:
        return number(array[()], decimals)
    if array.ndim == 1:
        return _row(number(entry, decimals) for entry in array)
    if array.ndim == 2:
        return _matrix([[number(entry, decimals) for entry in row] for row in array])
    raise ValueError(f"show prints numbers, rows and matrices, got shape {array.shape}")


def _row(entries: Iterable[str]) -> str:
    return "[" + ", ".join(entries) + "]"


def _matrix(rows: list[list[str]]) -> str:
    width = max((len(entry) for row in rows for entry in row), default=0)
    lines = (_row(entry.rjust(width) for entry in row) for row in rows)
    return "[" + ",\n ".join(lines) + "]"
