"""The words around the numbers of a transcript, in both languages."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Words:
    """Titles, labels and remarks in one language; braces are filled in."""

    given: str
    mean: str
    differences: str
    variance: str
    std: str
    divided: str
    root: str
    divided_by_root: str
    scale: str
    shift: str
    scale_and_shift: str
    statistics: str
    mean_and_variance: str
    equal: str
    too_large: str
    too_close: str
    no_eps: str
    equal_with_eps: str
    hidden: str


ZH = Words(
    given="给定",
    mean="均值",
    differences="减去均值",
    variance="方差：差值平方，再求均值",
    std="标准差：方差开方",
    divided="归一化：差值除以标准差",
    root="标准差：方差加上 ε，再开方",
    divided_by_root="归一化：差值除以这个根",
    scale="缩放",
    shift="偏移",
    scale_and_shift="缩放和偏移",
    statistics="前后的均值和方差",
    mean_and_variance="均值 {mean}，方差 {variance}",
    equal="所有的数都相等，标准差是 0；0 除以 0 没有答案，记作 nan（不是数）。",
    too_large="数太大，平方超出了 float64 的范围，结果是 nan（不是数）。",
    too_close="数与数相差太小，float64 分辨不出，结果是 nan（不是数）。",
    no_eps="手算取 ε = 0；框架里还要加一个很小的 ε，可用 --eps 1e-5 再算一遍。",
    equal_with_eps="手算取 ε = 0；加上 ε，例如 --eps 1e-5，归一化的结果就都是 0。",
    hidden="有的数并不是 0，只是在 {decimals} 位小数里看不见；--decimals {more} 能看到。",
)

EN = Words(
    given="Given",
    mean="Mean",
    differences="Minus the mean",
    variance="Variance: the mean of the squared differences",
    std="Standard deviation: the root of the variance",
    divided="Normalization: differences divided by the standard deviation",
    root="Standard deviation: ε is added to the variance inside the root",
    divided_by_root="Normalization: differences divided by this root",
    scale="Scale",
    shift="Shift",
    scale_and_shift="Scale and shift",
    statistics="Mean and variance, before and after",
    mean_and_variance="mean {mean}, variance {variance}",
    equal="All numbers are equal, so σ is 0; 0 / 0 has no answer: nan, not a number.",
    too_large="The squares are too large for float64 to hold: nan, not a number.",
    too_close="The numbers are too close together for float64: nan, not a number.",
    no_eps="By hand, ε is 0. Frameworks add a small ε: try --eps 1e-5.",
    equal_with_eps="By hand, ε is 0. With an ε, as in --eps 1e-5, the row becomes all 0.",
    hidden="Some values are not 0, but 0 to {decimals} decimals; --decimals {more} shows them.",
)

WORDS = {"zh": ZH, "en": EN}
