"""Where the norm sits, as the build writes it: the article's two rows through four orders."""

import numpy as np
import pytest
from bs4 import BeautifulSoup, Tag

from lndocs import example, layer_norm, mean, post_norm, pre_norm, variance
from lndocs.forms import decimal
from lndocs.site.components import dress, place
from lndocs.site.language import CHINESE, ENGLISH, Language

X, A = example.apple_before, example.apple_attention


def built(language: Language, markup: str = "<norm-place></norm-place>") -> Tag:
    soup = BeautifulSoup(f"<p>{markup}</p>", "html.parser")
    dress(soup, language)
    component = soup.find("norm-place")
    assert isinstance(component, Tag)
    return component


def goes_on(component: Tag, order: str) -> Tag:
    return component.select(f'[data-order="{order}"] li')[-1]


@pytest.mark.parametrize("eps", [0.0, 1e-5, 0.5])
def test_the_values_are_those_of_lndocs(eps: float) -> None:
    values = place.values_of(X, A, eps)
    results = {
        "post": post_norm(X, lambda _: A, lambda row: layer_norm(row, eps=eps)),
        "pre": pre_norm(X, lambda _: A, lambda row: layer_norm(row, eps=eps)),
        "output": layer_norm(A, eps=eps) + X,
        "both": layer_norm(A, eps=eps) + layer_norm(X, eps=eps),
    }
    for order, result in results.items():
        assert values[order] == result.tolist()
        assert values[f"{order} mean"] == mean(result)
        assert values[f"{order} variance"] == variance(result)
    assert values["sum"] == example.apple.tolist()
    assert values["normed x"] == layer_norm(X, eps=eps).tolist()
    assert values["normed a"] == layer_norm(A, eps=eps).tolist()


@pytest.mark.parametrize("language", [CHINESE, ENGLISH], ids=lambda language: language.code)
@pytest.mark.parametrize(
    ("order", "row"),  # LN-40
    [
        ("post", "[−1.342, −0.447, 0.447, 1.342]"),
        ("pre", "[2, 4, 6, 8]"),
        ("output", "[−0.521, 0.831, 2.507, 4.183]"),
        ("both", "[−2.426, −1.074, 0.809, 2.691]"),
    ],
)
def test_each_order_ends_in_its_own_row(language: Language, order: str, row: str) -> None:
    last = goes_on(built(language), order)
    assert last.select_one(".row").get_text() == row  # type: ignore[union-attr]
    result = place.values_of(X, A)[order]
    shown = [slot.get_text() for slot in last.select(".statistics [data-slot]")]
    assert shown == [decimal(statistic(result)) for statistic in (mean, variance)]


def test_the_norm_is_marked_where_it_sits() -> None:
    component = built(CHINESE)
    marked = {
        str(order["data-order"]): [
            i for i, step in enumerate(order.select("li")) if "norm" in step.get("class", [])
        ]
        for order in component.select(".order")
    }
    assert marked == {"post": [3], "pre": [0], "output": [2], "both": [2, 3]}


@pytest.mark.parametrize(("language", "word"), [(CHINESE, "写错"), (ENGLISH, "Wrong")])
def test_the_wrong_orders_are_named_as_wrong_and_no_others(language: Language, word: str) -> None:
    names = {
        str(order["data-order"]): order.select_one(".name").get_text()  # type: ignore[union-attr]
        for order in built(language).select(".order")
    }
    assert {order for order, name in names.items() if word in name} == {"output", "both"}


def test_one_example_alone_has_a_sum_of_uneven_steps() -> None:
    even = {
        name: len(set(np.diff(example.before[x] + example.attention[a]))) == 1
        for name, (x, a) in place._PRESETS.items()
    }
    assert even == {"apple": True, "eat": True, "me": True, "uneven": False}


def test_an_attribute_that_it_does_not_know_is_an_error() -> None:
    with pytest.raises(ValueError, match="<norm-place> has attributes that do not fit"):
        built(CHINESE, '<norm-place open="post"></norm-place>')
