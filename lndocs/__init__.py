"""lndocs: layer normalization worked out by hand, each step a function on NumPy arrays."""

from lndocs.attention import attention_heads, concatenate, multi_head_attention
from lndocs.batch import batch_norm, update_running
from lndocs.module import LayerNorm
from lndocs.norms import EPS, center, layer_norm, mean, standardize, std, variance
from lndocs.porting import from_state_dict
from lndocs.show import show
from lndocs.transformer import EncoderLayer, feed_forward, post_norm, pre_norm

__all__ = [
    "EPS",
    "EncoderLayer",
    "LayerNorm",
    "attention_heads",
    "batch_norm",
    "center",
    "concatenate",
    "feed_forward",
    "from_state_dict",
    "layer_norm",
    "mean",
    "multi_head_attention",
    "post_norm",
    "pre_norm",
    "show",
    "standardize",
    "std",
    "update_running",
    "variance",
]
