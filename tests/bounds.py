"""How far a right computation in floats may be from the exact one, and two of them from each other.

u is half an ulp of 1. A `Bounded` holds a value and how far an honest computation of it may have
strayed, to first order in u: each operation passes on the errors of what it gets and adds its own.

A sum of k terms adds (k - 1) u of their magnitudes, in whatever order, and a product u more. So
A B gets |A| e_B + e_A |B| + (k + 1) u |A| |B|.

Normalizing. Let M be the largest magnitude of a row of d features and κ = M / √(σ² + ε). The mean
errs by d u M and a difference from it by (d + 2) u M, which is m = (d + 2) u κ of an answer;
folding the mean into one product and one sum, as batch norms do, errs by 4 u κ more. The
variance errs by (d + 5) u when it is computed in two passes, and by (d + 5) u κ more when it is
updated number by number, as Welford's way is; plus m² for the mean's own error. Half of that
reaches the root, and root, division and products round 3 times; an answer is at most √d. Errors of
the row reach it through a matrix of norm 1 / √(σ² + ε).

`apart` is what two computations may differ by: twice the error, doubled for all beyond first order.
"""

from dataclasses import dataclass

import numpy as np

WIDE = np.longdouble


def unit_roundoff(dtype):
    return np.finfo(dtype).eps.astype(WIDE) / 2


@dataclass
class Bounded:
    value: np.ndarray
    error: np.ndarray
    u: float

    @classmethod
    def of(cls, value, dtype):
        """Take a value that is exact in a dtype."""
        exact = np.asarray(value, dtype).astype(WIDE)
        return cls(exact, np.zeros_like(exact), unit_roundoff(dtype))

    def like(self, value, error):
        return Bounded(value, error, self.u)

    def __getitem__(self, part):
        return self.like(self.value[part], self.error[part])

    @property
    def T(self):  # noqa: N802
        return self.like(self.value.T, self.error.T)

    def __add__(self, other):
        value = self.value + other.value
        return self.like(value, self.error + other.error + self.u * abs(value))

    def __mul__(self, other):
        value = self.value * other.value
        error = self.error * abs(other.value) + abs(self.value) * other.error
        return self.like(value, error + self.u * abs(value))

    def __matmul__(self, other):
        own, others = abs(self.value), abs(other.value)
        error = self.error @ others + own @ other.error
        error += (own.shape[-1] + 1) * self.u * (own @ others)
        return self.like(self.value @ other.value, error)

    def divided(self, number):
        value = self.value / number
        return self.like(value, self.error / number + 2 * self.u * abs(value))

    def relu(self):
        return self.like(np.maximum(self.value, 0), self.error)

    def softmax(self, allowed):
        """The exponents err by δ, each power by as much and an ulp or two, their sum likewise."""
        scores = np.where(allowed, self.value, -np.inf)
        depths = scores - scores.max(axis=-1, keepdims=True)
        powers = np.exp(depths)
        value = powers / powers.sum(axis=-1, keepdims=True)
        delta = 2 * np.where(allowed, self.error, 0).max(axis=-1, keepdims=True)
        delta = delta + self.u * np.where(allowed, abs(depths), 0).max(axis=-1, keepdims=True)
        return self.like(value, value * (np.expm1(2 * delta) + (len(value) + 6) * self.u))

    def standardized(self, eps):
        x, d, u = self.value, self.value.shape[-1], self.u
        centered = x - x.mean(axis=-1, keepdims=True)
        unit = np.sqrt(np.square(centered).mean(axis=-1, keepdims=True) + WIDE(eps))
        kappa = abs(x).max(axis=-1, keepdims=True, initial=0) / unit
        mean = (d + 2) * u * kappa
        root = (d + 5) * u * (1 + kappa) / 2 + mean**2 / 2 + 3 * u
        own = mean + 4 * u * kappa + np.sqrt(WIDE(d)) * root
        handed_on = np.sqrt(np.square(self.error).sum(axis=-1, keepdims=True)) / unit
        return self.like(centered / unit, own + handed_on + 0 * x)

    def layer_norm(self, gamma, beta, eps):
        return self.standardized(eps) * gamma + beta

    def rms_norm(self, gamma, eps):
        """Divide by √(mean square + ε), which errs by (d + 1) u / 2 and some roundings more."""
        square = np.square(self.value).mean(axis=-1, keepdims=True)
        value = self.value / np.sqrt(square + WIDE(eps))
        root = ((self.value.shape[-1] + 1) / 2 + 4) * self.u
        return self.like(value, root * abs(value)) * gamma

    def over_rows(self):
        """Add up all rows, each sum of k terms with (k - 1) u of their magnitudes."""
        axes = tuple(range(self.value.ndim - 1))
        terms = self.value.size // self.value.shape[-1]
        own = terms * self.u * abs(self.value).sum(axis=axes)
        return self.like(self.value.sum(axis=axes), self.error.sum(axis=axes) + own)

    def apart(self):
        return 4 * self.error


def attention(x, W_q, W_k, W_v, W_o, heads, allowed):  # noqa: N803
    d = x.value.shape[-1]
    width = d // heads
    parts = [slice(start, start + width) for start in range(0, d, width)]
    q, k, v = x @ W_q, x @ W_k, x @ W_v
    gathered = [
        (q[:, part] @ k[:, part].T).divided(np.sqrt(WIDE(width))).softmax(allowed) @ v[:, part]
        for part in parts
    ]
    value = np.concatenate([head.value for head in gathered], axis=-1)
    error = np.concatenate([head.error for head in gathered], axis=-1)
    return x.like(value, error) @ W_o


def layer_norm_backward(dout, x, gamma, eps):
    """Bound dx, dγ and dβ, all of which are exact in their inputs.

    Let G be the mean magnitude of g and c its mean with x̂. PyTorch takes c from two sums of terms
    as large as G M, whose difference errs by (2 d + 6) u κ G, and multiplies it by x and by the
    mean apart, which errs by 4 u κ |c| more; |c| is at most G √d. What is left errs as the root
    does, and by some roundings.
    """
    d, u = x.value.shape[-1], x.u
    hat, g = x.standardized(eps), dout * gamma
    centered = x.value - x.value.mean(axis=-1, keepdims=True)
    unit = np.sqrt(np.square(centered).mean(axis=-1, keepdims=True) + WIDE(eps))
    kappa = abs(x.value).max(axis=-1, keepdims=True, initial=0) / unit
    size = abs(g.value).mean(axis=-1, keepdims=True)
    average = g.value.mean(axis=-1, keepdims=True)
    along = (g.value * hat.value).mean(axis=-1, keepdims=True)
    dx = (g.value - average - hat.value * along) / unit
    root = (d + 5) * u * (1 + kappa) / 2 + ((d + 2) * u * kappa) ** 2 / 2 + 3 * u
    parts = abs(g.value) + size + abs(hat.value) * size * np.sqrt(WIDE(d))
    error = parts * (3 * root + (d + 8) * u)
    error = error + (2 * d + 6) * u * kappa * size * (1 + abs(hat.value) + np.sqrt(WIDE(d)))
    return x.like(dx, error / unit), (dout * hat).over_rows(), dout.over_rows()


def feed_forward(x, W_1, b_1, W_2, b_2):  # noqa: N803
    return (x @ W_1 + b_1).relu() @ W_2 + b_2
