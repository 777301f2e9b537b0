"""What the component on where the norm sits says."""

WORDS = {
    "zh": {
        "place_x": "进入子层的 x",
        "place_a": "子层给出的 a",
        "place_beside": "和后归一化并排看",
        "place_stand_in": "这里的子层是个替身：不管读到 x 还是 LN(x)，给出的都是同一行 a。",
        "place_post": "后归一化",
        "place_pre": "前归一化",
        "place_output": "写错：只归一化 a",
        "place_both": "写错：两边各归一化",
        "place_post_meaning": "原版的次序：归一化的是和。",
        "place_pre_meaning": "只归一化子层读到的；相加之后原样往下传。",
        "place_output_meaning": (
            "归一化的不是和，x 原样加了回去。有的模型特意这样设计；照着原版写，就是写错了。"
        ),
        "place_both_meaning": ("x 和 a 谁大谁小，在相加之前就丢了；主干上也不再是原样的 x。"),
        "place_reads": "子层读到",
        "place_gives": "子层给出",
        "place_added": "相加",
        "place_norm": "归一化",
        "place_on": "往下传",
        "say_on": "{name}：y 是 {row}。",
    },
    "en": {
        "place_x": "x, what enters",
        "place_a": "a, what comes back",
        "place_beside": "Beside post-norm",
        "place_stand_in": (
            "The sublayer here is a stand-in: it gives the same row a, whether it reads x or LN(x)."
        ),
        "place_post": "Post-norm",
        "place_pre": "Pre-norm",
        "place_output": "Wrong: only a normalized",
        "place_both": "Wrong: both normalized",
        "place_post_meaning": "The original order: the sum is normalized.",
        "place_pre_meaning": (
            "Only what the sublayer reads is normalized; the sum goes on as it is."
        ),
        "place_output_meaning": (
            "The sum is not normalized, and x is added back raw. Some models are designed so; "
            "in code meant to follow the original it is a mistake."
        ),
        "place_both_meaning": (
            "How large a is beside x is lost before the two are added, "
            "and the trunk no longer carries x as it was."
        ),
        "place_reads": "The sublayer reads",
        "place_gives": "The sublayer gives",
        "place_added": "Added",
        "place_norm": "Normalized",
        "place_on": "Goes on",
        "say_on": "{name}: y is {row}.",
    },
}
