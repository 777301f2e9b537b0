"""RMSNorm, for comparison: a row is divided by its root mean square, and no mean is subtracted.

Source: Zhang & Sennrich, "Root Mean Square Layer Normalization", 2019; ε and its default as in
``torch.nn.RMSNorm``.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lndocs.arrays import epsilon, features, parameter
from lndocs.norms import _unit


def rms_norm(
    x: ArrayLike, gamma: ArrayLike | None = None, eps: float | None = None
) -> NDArray[Any]:
    """Divide each row by its root mean square, then scale by γ: γ ⊙ x / √(mean(x²) + ε).

    Parameters
    ----------
    x : array_like, shape (..., d)
    gamma : array_like, shape (d,), optional
        γ, one scale per feature, shared by all rows. Left out, it is 1 everywhere. There is no β.
    eps : float, optional
        ε, added to the mean square inside the root. Left out, it is the machine epsilon of the
        dtype that is computed in, as in PyTorch: about 2.2e-16 for float64, 1.2e-7 for float32 and
        float16. Models often set 1e-6 or 1e-5.

    Returns
    -------
    ndarray, shape (..., d)
        In the dtype of ``x``; pure numbers, where γ is. A row is NaN under the same conditions as
        in :func:`lndocs.standardize`, except that its squares count, and not those of its
        differences.

    Raises
    ------
    TypeError, ValueError
        As for :func:`lndocs.layer_norm`.

    Examples
    --------
    >>> print(rms_norm([2, 4, 6, 8]).round(3))
    [0.365 0.73  1.095 1.461]
    """
    rows, dtype = features(x)
    added = np.finfo(rows.dtype).eps.item() if eps is None else epsilon(eps, rows.dtype)
    y = rows / _unit(rows, added)
    if gamma is not None:
        y *= parameter("gamma", gamma, rows)
    return y.astype(dtype, copy=False)
