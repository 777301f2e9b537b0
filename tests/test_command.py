"""``python -m lndocs``: what it understands, what it refuses, and in which language."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lndocs.__main__ import main

ROOT = Path(__file__).parent.parent
APPLE = "= [−3/√5, −1/√5, 1/√5, 3/√5]"


@pytest.fixture(autouse=True)
def no_language(monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run(capsys):
    def run(*words):
        code = main(list(words))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def process(*words, **environment):
    return subprocess.run(
        [sys.executable, "-m", "lndocs", *words],
        capture_output=True,
        env={**os.environ, **environment},
        cwd=ROOT,
        check=False,
    )


# What it understands: the words, and lines of the answer

GOOD = [
    ("2 4 6 8", [APPLE, "σ = √5 ≈ 2.236"]),
    ("2,4,6,8", [APPLE]),
    ("2, 4, 6, 8", [APPLE]),
    ("2，4，6，8", [APPLE]),
    ("2、4、6、8", [APPLE]),
    ("2;4;6;8", [APPLE]),
    ("2；4；6；8", [APPLE]),
    ("２ ４ ６ ８", [APPLE]),
    ("２，４　６、８", [APPLE]),
    ("[2, 4, 6, 8]", [APPLE]),
    ("【2，4，6，8】", [APPLE]),
    ("（2，4，6，8）", [APPLE]),
    ("(2, 4, 6, 8)", [APPLE]),
    ("２．５ ＋３．５", ["x = [2.5, 3.5]", "= [−1, 1]"]),
    ("-3 -1 1 3", ["x = [−3, −1, 1, 3]", APPLE]),
    ("－３ −1 +1 3", ["x = [−3, −1, 1, 3]", APPLE]),
    ("-3,-1,1,3", ["x = [−3, −1, 1, 3]", APPLE]),
    ("-1e0 -.5", ["x = [−1, −0.5]"]),
    ("1e3 2E3 3e+3 4000.", ["x = [1000, 2000, 3000, 4000]", "σ = √1250000 = 500√5 ≈ 1118.034"]),
    ("007 0.10", ["x = [7, 0.1]"]),
    ("0e-999999999 2", ["x = [0, 2]"]),
    ("2 4 6 8 --eps 1e-5", ["ε = 1e-5", "≈ [−1.342, −0.447, 0.447, 1.342]"]),
    ("2 4 6 8 --eps=１ｅ－５", ["ε = 1e-5"]),
    ("2 4 6 8 --eps -0", ["ε = 0", APPLE]),
    ("2 4 6 8 --decimals 6", ["≈ [−1.341641, −0.447214, 0.447214, 1.341641]"]),
    ("2 4 6 8 --decimals ０", ["≈ [−1, 0, 0, 1]"]),
    ("2 4 --gamma 2 3 --beta -1 1", ["γ = [2, 3]", "β = [−1, 1]", "= [−3, 4]"]),
    ("2 4 --gamma 2,3 --beta=-1，1", ["γ = [2, 3]", "β = [−1, 1]", "= [−3, 4]"]),
    ("2 --eps 1e-5 4 -6", ["x = [2, 4, −6]"]),
    ("--eps 0 -- -3 4", ["x = [−3, 4]"]),
    ("5 5 5", ["= [nan, nan, nan]"]),
]


def words_of(line):
    """Split a line as a shell does, without its quoting."""
    return line.split(" ")


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize(("line", "expected"), GOOD, ids=[line for line, _ in GOOD])
def test_a_row_is_understood(run, line, expected, lang):
    code, out, err = run("--lang", lang, *words_of(line))
    assert (code, err) == (0, "")
    assert out.startswith({"zh": "给定\n", "en": "Given\n"}[lang])
    assert [part for part in expected if part not in out] == []


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("line", [line for line, _ in GOOD if "--" not in line])
def test_a_quoted_row_gives_the_same(run, line, lang):
    assert run(line, "--lang", lang) == run(*words_of(line), f"--lang={lang}")


def test_more_than_64_numbers_are_no_problem(run):
    code, out, _ = run(*map(str, range(1, 101)), "--lang", "en")
    assert code == 0
    assert "μ = (1 + 2 + 3 + … + 100) / 100 = 5050 / 100 = 101/2 = 50.500" in out


# What it refuses: the words, and the line in either language

NUMBER = (
    "“{}”不是数；请写 2、-3、0.5 或 1e-5 这样的数",
    '"{}" is not a number; write numbers like 2, -3, 0.5, or 1e-5',
)
FINITE = (
    "“{}”不是有限的数；请写 2、-3、0.5 或 1e-5 这样的数",
    '"{}" is not a finite number; write numbers like 2, -3, 0.5, or 1e-5',
)
NOTHING = (
    "没有给出数；请写一行数，例如 2 4 6 8",
    "no numbers are given; write a row of them, for example 2 4 6 8",
)
MISSING = (
    "逗号旁边少了一个数；两个数之间只写一个逗号或空格",
    "a number is missing next to a comma; put one comma or space between two numbers",
)
SIGN = (
    "“-”后面没有数；负数要连着写，例如 -3",
    '"-" has no number after it; write a negative number in one piece, like -3',
)
BRACKETS = (
    "括号没有配好；只能是一行数，写成 [2, 4, 6, 8]，或者不写括号",
    "the brackets do not enclose one row; write [2, 4, 6, 8], or no brackets",
)
LARGE = (
    "“{}”太大，float64 装不下；绝对值最大约 1.8e308",
    '"{}" is too large for float64; the limit is about 1.8e308 in size',
)
SMALL = (
    "“{}”太小，float64 写不准；除了 0，绝对值最小约 2.2e-308",
    '"{}" is too small for float64; but for 0, the limit is about 2.2e-308 in size',
)
VALUE = ("{} 后面要写一个值；用 --help 看写法", "{} needs a value; --help shows how to write it")
UNKNOWN = (
    "不认识选项“{}”；用 --help 看有哪些选项",
    'unknown option "{}"; --help lists the options',
)
NEGATIVE = (
    "--eps：ε 不能是负数，这里是“{}”；请写 0 或很小的正数，例如 1e-5",
    '--eps: ε cannot be negative, as "{}" is; write 0 or a small number, like 1e-5',
)
ONE = ("--eps：这里要写一个数，不是“{}”", '--eps: exactly one number is expected here, not "{}"')
DECIMALS = (
    "--decimals：“{}”不行；请写 0 到 15 的整数",
    '--decimals: "{}" will not do; write a whole number from 0 to 15',
)
GAMMA = (
    "--gamma：γ 有 {} 个数，这一行有 2 个；个数要一样",
    "--gamma: γ must be as long as the row: 2, not {}",
)
BETA = tuple(line.replace("gamma", "beta").replace("γ", "β") for line in GAMMA)


def about(name, lines):
    return (f"{name}：{lines[0]}", f"{name}: {lines[1]}")


BAD = [
    ("", NOTHING, ""),
    ("[]", NOTHING, ""),
    ("--eps 1e-5", NOTHING, ""),
    ("--gamma 1 2 2 4", NOTHING, ""),
    ("abc", NUMBER, "abc"),
    ("2 四 6", NUMBER, "四"),
    ("2 1/2", NUMBER, "1/2"),
    ("2²", NUMBER, "2²"),
    ("1_000", NUMBER, "1_000"),
    ("0x10", NUMBER, "0x10"),
    ("٣", NUMBER, "٣"),
    ("1.2.3", NUMBER, "1.2.3"),
    (".", NUMBER, "."),
    ("-x", NUMBER, "-x"),
    ("-hx", NUMBER, "-hx"),
    ("2-3", NUMBER, "2-3"),
    ("--3", UNKNOWN, "--3"),
    ("a" * 50, NUMBER, "a" * 24 + "…"),
    ("2\x1b[0m", BRACKETS, ""),
    ("2\x00", NUMBER, "2?"),
    ("inf", FINITE, "inf"),
    ("-Infinity", FINITE, "-Infinity"),
    ("2 NaN", FINITE, "NaN"),
    ("1e999", LARGE, "1e999"),
    ("-1e999999999", LARGE, "-1e999999999"),
    ("1e-310", SMALL, "1e-310"),
    ("1e-400", SMALL, "1e-400"),
    ("1e-999999999", SMALL, "1e-999999999"),
    ("-", SIGN, ""),
    ("- 3", SIGN, ""),
    ("－ 3", SIGN, ""),
    ("2,,3", MISSING, ""),
    ("2，、3", MISSING, ""),
    ("2,3,", MISSING, ""),
    (",2", MISSING, ""),
    ("[2,3", BRACKETS, ""),
    ("2,3]", BRACKETS, ""),
    ("[2,3)", BRACKETS, ""),
    ("[[2,3],[4,5]]", BRACKETS, ""),
    ("2 4 --gamma 1", GAMMA, "1"),
    ("2 4 --gamma 1,2,3", GAMMA, "3"),
    ("2 4 --beta 1 2 3", BETA, "3"),
    ("2 4 --gamma 1 x", about("--gamma", NUMBER), "x"),
    ("2 4 --beta 1,,2", about("--beta", MISSING), ""),
    ("2 4 --gamma", VALUE, "--gamma"),
    ("2 4 --eps", VALUE, "--eps"),
    ("2 4 --eps --beta 1 2", VALUE, "--eps"),
    ("2 4 --eps -1", NEGATIVE, "-1"),
    ("2 4 --eps=−1e-5", NEGATIVE, "−1e-5"),
    ("2 4 --eps small", about("--eps", NUMBER), "small"),
    ("2 4 --eps -inf", about("--eps", FINITE), "-inf"),
    ("2 4 --eps 1,2", ONE, "1,2"),
    ("2 4 --eps=", ONE, ""),
    ("2 4 --epsilon 1", UNKNOWN, "--epsilon"),
    ("2 4 --ep 1", UNKNOWN, "--ep"),
    ("2 4 --decimals 1.5", DECIMALS, "1.5"),
    ("2 4 --decimals -1", DECIMALS, "-1"),
    ("2 4 --decimals 16", DECIMALS, "16"),
    ("2 4 --decimals many", DECIMALS, "many"),
    ("2 4 --help=3", ("--help 后面不写值", "--help takes no value"), ""),
]


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize(("line", "lines", "piece"), BAD, ids=[line for line, _, _ in BAD])
def test_a_wrong_line_is_refused_in_one_line(run, line, lines, piece, lang):
    expected = lines[["zh", "en"].index(lang)].format(piece)
    assert run(f"--lang={lang}", *words_of(line)) == (2, "", expected + "\n")


def test_a_number_of_too_many_characters_is_refused(run):
    assert run("1" * 401, "--lang", "en")[2] == (
        f'"{"1" * 24}…" is too long; a number may have at most 400 characters\n'
    )
    assert run("1" * 300, "--lang", "en")[0] == 0


# The language

FRENCH = (
    "--lang：不认识语言“fr”；可以写 zh 或 en\n",
    '--lang: unknown language "fr"; write zh or en\n',
)


@pytest.mark.parametrize(
    ("settings", "chinese"),
    [
        ({}, False),
        ({"LANG": "zh_CN.UTF-8"}, True),
        ({"LANG": "zh_TW"}, True),
        ({"LANG": "en_US.UTF-8"}, False),
        ({"LANG": "C"}, False),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "zh_CN.UTF-8"}, True),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C.UTF-8"}, False),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": ""}, True),
        ({"LANG": "en_US", "LC_MESSAGES": "zh_CN"}, True),
    ],
)
def test_without_a_choice_the_language_is_the_systems(run, monkeypatch, settings, chinese):
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert run("2", "4")[1].startswith("给定" if chinese else "Given")
    assert run()[2].startswith("没有" if chinese else "no numbers")
    assert run("2", "--lang", "fr") == (2, "", FRENCH[0 if chinese else 1])
    assert run("2", "--lang", "en")[1].startswith("Given")
    assert run("2", "--lang", "zh")[1].startswith("给定")


def test_the_last_choice_of_a_language_counts(run):
    assert run("2", "--lang", "zh", "--lang", "en")[1].startswith("Given")
    assert run("2", "--lang=en", "--lang", "zh")[1].startswith("给定")
    assert run("2", "--lang", "zh", "--lang", "fr")[2] == FRENCH[0]


def test_a_language_without_a_name_is_refused(run):
    assert run("2", "--lang") == (2, "", "--lang needs a value; --help shows how to write it\n")


@pytest.mark.parametrize(("lang", "first"), [("zh", "用法："), ("en", "Usage:")])
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_is_given_in_the_language_and_names_every_option(run, option, lang, first):
    code, out, err = run(option, "--lang", lang)
    assert (code, err) == (0, "")
    assert out.startswith(first)
    for name in ("--eps", "--gamma", "--beta", "--lang", "--decimals", "--help", "1e-5"):
        assert name in out
    assert max(map(len, out.splitlines())) <= 100


# As a process


def test_the_command_prints_utf8_whatever_the_terminal_says():
    for encoding in ("ascii", "cp1252", "gbk"):
        done = process("2", "4", "6", "8", "--lang", "zh", PYTHONIOENCODING=encoding)
        assert (done.returncode, done.stderr) == (0, b"")
        assert APPLE in done.stdout.decode()
        refused = process("四", "--lang", "zh", PYTHONIOENCODING=encoding)
        assert (refused.returncode, refused.stdout) == (2, b"")
        assert "“四”不是数" in refused.stderr.decode()


def test_bytes_that_are_no_text_are_refused_in_one_line():
    done = process(b"2\xff", "--lang", "en")
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == [NUMBER[1].format("2?")]


def test_numbers_that_overflow_give_no_warning():
    done = process("1e308", "1.5e308", "--beta", "1", "1", "--lang", "en")
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_reader_that_stops_early_is_no_error():
    with subprocess.Popen(
        [sys.executable, "-m", "lndocs", *map(str, range(3000))],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as running:
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait() == 0
