"""The sentence and its vectors, as the article has them."""

import numpy as np
import pytest

from lndocs import example


def test_the_sentence_is_the_one_of_the_article():
    assert example.tokens == ("我", "吃", "苹果")


def test_the_sums_are_those_of_the_article():
    assert example.me.tolist() == [8, 6, 4, 2]
    assert example.eat.tolist() == [20, 40, 60, 80]
    assert example.apple.tolist() == [2, 4, 6, 8]


def test_the_input_and_attention_output_of_apple_are_those_of_the_article():
    assert example.apple_before.tolist() == [1, 1, 2, 3]
    assert example.apple_attention.tolist() == [1, 3, 4, 5]


def test_the_sums_are_computed():
    assert example.X.tolist() == (example.before + example.attention).tolist()
    assert [example.me.tolist(), example.eat.tolist(), example.apple.tolist()] == example.X.tolist()


def test_one_row_per_token_and_sizes_derived_from_the_table():
    assert example.X.shape == (example.n, example.d)
    assert example.n == len(example.tokens)


def test_the_table_is_not_square():
    # A square one would hide a forgotten axis.
    assert example.n != example.d


ARRAYS = {name: value for name, value in vars(example).items() if isinstance(value, np.ndarray)}


def test_all_vectors_are_held_to_the_rules():
    assert {"before", "attention", "X", "me", "eat", "apple", "constant", "tiny"} <= set(ARRAYS)


# What no integers can show: an ε that counts, and rows as they were found.
DECIMALS = {"tiny", "near", "spread", "table", "close", "claimed"}


@pytest.mark.parametrize("name", sorted(ARRAYS.keys() - DECIMALS))
def test_every_vector_holds_integers(name):
    assert ARRAYS[name].dtype.kind == "i"


@pytest.mark.parametrize("name", ARRAYS)
def test_no_vector_can_be_changed(name):
    with pytest.raises(ValueError, match="read-only"):
        ARRAYS[name][0] = 0


def test_the_constant_row_has_one_value_and_the_tiny_one_less_variance_than_eps():
    assert len(set(example.constant.tolist())) == 1
    assert 0 < np.var(example.tiny) < 1e-5


def test_the_variance_of_the_two_near_numbers_is_about_as_large_as_the_eps_of_keras():
    assert 0.5e-3 < np.var(example.near) < 2e-3


def test_the_spread_row_falls_short_of_a_variance_of_one_in_the_fourth_decimal():
    normalized = np.var(example.spread) / (np.var(example.spread) + 1e-5)
    assert round(float(normalized), 4) == 0.9995


def test_the_rows_of_the_exercises_are_what_they_are_said_to_be():
    exact = example.exact
    assert exact.std() == 3
    assert example.below.mean() < 0
    assert example.claimed.mean() == 0 != example.claimed.var() - 1
    unit = (exact - exact.mean()) / exact.std()
    assert np.allclose((example.regained - example.regained.mean()) / example.regained.std(), unit)
    assert np.allclose((example.mirrored - example.mirrored.mean()) / example.mirrored.std(), -unit)
    assert (example.exact_before + example.exact_attention).tolist() == exact.tolist()
    assert example.far.mean() / example.far.std() > 5000
    assert 0 < np.var(example.close) < 1e-6
    assert len(set(example.lone.tolist()[:-1])) == 1
    assert len(example.square) == len(example.square[0])
    assert example.phrase.shape == (2, 3)
    assert example.sentences.shape == (2, 5, 6)
    assert 0 in example.gamma_four
