"""lndocs: layer normalization worked out by hand, each step a function on NumPy arrays."""

from lndocs.norms import EPS, center, layer_norm, mean, standardize, std, variance
from lndocs.show import show

__all__ = ["EPS", "center", "layer_norm", "mean", "show", "standardize", "std", "variance"]
