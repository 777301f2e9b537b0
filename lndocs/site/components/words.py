"""The words of the components, in both languages; braces are filled in by the scripts.

What begins with ``say_`` reaches the reader's browser as ``words.js``, together with
:data:`FAULTS` of the messages about mistyped numbers; the rest stands in the markup.
"""

from lndocs.messages import MESSAGES
from lndocs.words import WORDS as REMARKS

WORDS = {
    "zh": {
        # The calculation, step by step.
        "label_x": "一行数 x",
        "label_eps": "ε",
        "label_gamma": "γ，可不写",
        "label_beta": "β，可不写",
        "presets": "现成的例子",
        "apple": "苹果",
        "eat": "吃",
        "me": "我",
        "swapped": "对调过的“苹果”",
        "constant": "全都相等",
        "tiny": "数很小",
        "uneven": "不是等差数列",
        "view": "怎么看",
        "full": "写出所有数位",
        "guess": "先猜 x̂",
        "label_guess": "你算的 x̂，写到三位小数",
        "check": "对一对",
        "reveal": "看答案",
        "blocked": "上面有一处还读不懂；改好以后，结果马上回来。",
        "mean": "均值",
        "differences": "减去均值",
        "variance": "方差",
        "std": "标准差",
        "standardized": "归一化",
        "output": "缩放和偏移",
        "statistics": "前后的均值和方差",
        "row": "这一行",
        "table": "表格",
        "formula": "公式",
        "before": "归一化之前",
        "after": "归一化之后",
        "shared": "这次计算写在地址里：复制地址，就能发给别人。",
        "say_fault_count": "要写 {least} 到 {most} 个数，这里有 {length} 个",
        "say_result": "x̂ = {row}",
        "say_bars": "归一化之前 {before}，之后 {after}",
        "say_entry": "{typed}：{verdict}",
        "say_all_right": "全对。",
        "say_right": "对",
        "say_short": "大致对；请写到三位小数",
        "say_sample": "除以的是 n − 1：那是样本标准差",
        "say_variance": "除以的是方差，忘了开方",
        "say_outside": "ε 加在了根号外面",
        "say_eps": "这是 ε = {eps} 时的数",
        "say_column": "竖着取的：均值和标准差来自三个 token 的同一个特征",
        "say_sentence": "整句话一起取了均值和标准差",
        "say_rms": "没有减均值：这是 RMSNorm",
        "say_order": "归一化放错了地方：先归一化 attention 的输出，再相加",
        "say_centered": "减了均值，还没有除",
        "say_wrapped": "在无符号整数里减的，负的差值绕了回去",
        "say_affine": "已经乘过 γ、加过 β，x̂ 在这之前",
        "say_affine_rounded": "先舍入了 x̂，才乘 γ、加 β；舍入只在最后做一次",
        "say_rounded": "中途舍入过；舍入只在最后做一次",
        "say_one_pass": "方差是用 float32 按 E[x²] − E[x]² 算的，数位丢了",
        "say_float32": "这是 float32 算出的数，末位和 float64 不同",
        "say_half": "float16 装不下差值的平方，除以无穷大，成了零",
        "say_negative": "差一个负号：是 x − μ，不是 μ − x",
        "say_divisor": "差值对，除数不对：你除以了 {yours}，应该是 {unit}",
        "say_unknown": "不是常见的错误；从差值查起",
        # Where the norm sits.
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
        "label_x": "The row x",
        "label_eps": "ε",
        "label_gamma": "γ, optional",
        "label_beta": "β, optional",
        "presets": "Examples",
        "apple": "苹果 (apple)",
        "eat": "吃 (eat)",
        "me": "我 (I)",
        "swapped": "苹果, two swapped",
        "constant": "All equal",
        "tiny": "Tiny numbers",
        "uneven": "Uneven steps",
        "view": "How to look at it",
        "full": "All digits",
        "guess": "Guess x̂ first",
        "label_guess": "Your x̂, to three decimals",
        "check": "Check",
        "reveal": "Show me",
        "blocked": "Something above cannot be read yet. Mend it, and the results come back.",
        "mean": "Mean",
        "differences": "Minus the mean",
        "variance": "Variance",
        "std": "Standard deviation",
        "standardized": "Normalized",
        "output": "Scaled and shifted",
        "statistics": "Mean and variance, before and after",
        "row": "Row",
        "table": "Table",
        "formula": "Formula",
        "before": "Before normalization",
        "after": "After normalization",
        "shared": "The address holds this calculation: copy it to share.",
        "say_fault_count": "{least} to {most} numbers are expected here, not {length}",
        "say_result": "x̂ = {row}",
        "say_bars": "Before normalization {before}, after it {after}",
        "say_entry": "{typed}: {verdict}",
        "say_all_right": "All correct.",
        "say_right": "correct",
        "say_short": "about right; write three decimals",
        "say_sample": "divided by n − 1, which is the sample standard deviation",
        "say_variance": "divided by the variance, its root forgotten",
        "say_outside": "ε was added outside the root",
        "say_eps": "this is what ε = {eps} gives",
        "say_column": "down the column: mean and standard deviation of one feature of all tokens",
        "say_sentence": "mean and standard deviation of the whole sentence",
        "say_rms": "the mean was not subtracted: this is RMSNorm",
        "say_order": "the norm is misplaced: the attention output normalized, then added",
        "say_centered": "the mean is subtracted, but nothing is divided yet",
        "say_wrapped": "subtracted in unsigned integers, where what is negative wraps around",
        "say_affine": "γ and β are applied already; x̂ comes before them",
        "say_affine_rounded": "x̂ was rounded before γ and β; round once, at the end",
        "say_rounded": "rounded on the way; round once, at the end",
        "say_one_pass": "the variance comes from E[x²] − E[x]² in float32, which loses its digits",
        "say_float32": "this is what float32 gives; its last digits differ from float64's",
        "say_half": "float16 cannot hold the squares: divided by infinity, all became zero",
        "say_negative": "the sign is off: it is x − μ, not μ − x",
        "say_divisor": "right differences, wrong divisor: {yours} where it should be {unit}",
        "say_unknown": "no usual mistake; begin with the differences",
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

# What the scripts say about mistyped numbers, in the words of the command.
FAULTS = (
    *("no_numbers", "stray_comma", "one_number", "brackets", "bare_sign", "not_finite"),
    *("not_number", "too_long", "too_large", "too_small", "negative_eps", "length"),
)
# Why there is no result: the walkthrough's own remarks.
_REASONS = ("equal", "too_large", "too_close")


def spoken(language: str) -> dict[str, str]:
    """Give what the scripts say in one language, ``"zh"`` or ``"en"``."""
    words = WORDS[language]
    said = {key.removeprefix("say_"): words[key] for key in words if key.startswith("say_")}
    faults = {f"fault_{key}": MESSAGES[language][key] for key in FAULTS}
    reasons = {f"nan_{key}": getattr(REMARKS[language], key) for key in _REASONS}
    return {**said, **faults, **reasons}
