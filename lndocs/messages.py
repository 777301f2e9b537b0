"""What is wrong with numbers that someone typed, in both languages; braces are filled in.

The command and the site's own fields say it in the same words.
"""

MESSAGES = {
    "zh": {
        "no_numbers": "没有给出数；请写一行数，例如 2 4 6 8",
        "stray_comma": "逗号旁边少了一个数；两个数之间只写一个逗号或空格",
        "one_number": "这里要写一个数，不是“{name}”",
        "brackets": "括号没有配好；只能是一行数，写成 [2, 4, 6, 8]，或者不写括号",
        "bare_sign": "“{name}”后面没有数；负数要连着写，例如 -3",
        "not_finite": "“{name}”不是有限的数；请写 2、-3、0.5 或 1e-5 这样的数",
        "not_number": "“{name}”不是数；请写 2、-3、0.5 或 1e-5 这样的数",
        "too_long": "“{name}”太长；一个数最多写 {longest} 个字符",
        "too_large": "“{name}”太大，float64 装不下；绝对值最大约 1.8e308",
        "too_small": "“{name}”太小，float64 写不准；除了 0，绝对值最小约 2.2e-308",
        "negative_eps": "ε 不能是负数，这里是“{name}”；请写 0 或很小的正数，例如 1e-5",
        "length": "{symbol} 有 {length} 个数，这一行有 {expected} 个；个数要一样",
        "language": "不认识语言“{name}”；可以写 zh 或 en",
        "decimals": "“{name}”不行；请写 0 到 {most} 的整数",
        "valueless": "{option} 后面不写值",
        "value_missing": "{option} 后面要写一个值；用 --help 看写法",
        "unknown_option": "不认识选项“{name}”；用 --help 看有哪些选项",
    },
    "en": {
        "no_numbers": "no numbers are given; write a row of them, for example 2 4 6 8",
        "stray_comma": (
            "a number is missing next to a comma; put one comma or space between two numbers"
        ),
        "one_number": 'exactly one number is expected here, not "{name}"',
        "brackets": ("the brackets do not enclose one row; write [2, 4, 6, 8], or no brackets"),
        "bare_sign": (
            '"{name}" has no number after it; write a negative number in one piece, like -3'
        ),
        "not_finite": '"{name}" is not a finite number; write numbers like 2, -3, 0.5, or 1e-5',
        "not_number": '"{name}" is not a number; write numbers like 2, -3, 0.5, or 1e-5',
        "too_long": '"{name}" is too long; a number may have at most {longest} characters',
        "too_large": '"{name}" is too large for float64; the limit is about 1.8e308 in size',
        "too_small": (
            '"{name}" is too small for float64; but for 0, the limit is about 2.2e-308 in size'
        ),
        "negative_eps": (
            'ε cannot be negative, as "{name}" is; write 0 or a small number, like 1e-5'
        ),
        "length": "{symbol} must be as long as the row: {expected}, not {length}",
        "language": 'unknown language "{name}"; write zh or en',
        "decimals": '"{name}" will not do; write a whole number from 0 to {most}',
        "valueless": "{option} takes no value",
        "value_missing": "{option} needs a value; --help shows how to write it",
        "unknown_option": 'unknown option "{name}"; --help lists the options',
    },
}
