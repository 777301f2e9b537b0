"""lndocs: layer normalization worked out by hand, each step a function on NumPy arrays."""

from lndocs.attention import attention_heads, concatenate, multi_head_attention
from lndocs.backward import layer_norm_backward
from lndocs.batch import batch_norm, update_running
from lndocs.group import group_norm
from lndocs.module import LayerNorm
from lndocs.norms import EPS, center, layer_norm, mean, standardize, std, variance
from lndocs.porting import from_state_dict
from lndocs.rms import rms_norm
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
    "group_norm",
    "layer_norm",
    "layer_norm_backward",
    "mean",
    "multi_head_attention",
    "post_norm",
    "pre_norm",
    "rms_norm",
    "show",
    "standardize",
    "std",
    "update_running",
    "variance",
]
