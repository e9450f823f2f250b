"""Parameters of the published sizes, counted by hand from the papers; word vectors are counted apart.

An LSTM of torch has a second bias vector, which the papers' formula lacks: 4 H more for each direction.
"""

from collections.abc import Mapping

import pytest
import torch
from tests.models.batches import SMALL

from rightreasons.errors import OptionError
from rightreasons.models.building import build_model
from rightreasons.models.layers.word_embedding import WordEmbedding


def parameters(name: str, settings: Mapping[str, object], dimension: int, labels: int = 3) -> int:
    vectors = torch.zeros(2, dimension)
    model = build_model(name, settings, vectors, labels, learned=torch.zeros(2, dtype=torch.bool))
    return sum(parameter.numel() for parameter in model.parameters())


def lstm(inputs: int, hidden: int) -> int:
    """Both directions: four gates of (inputs + hidden) weights and a bias each, and torch's second bias."""
    return 2 * (4 * hidden * (inputs + hidden) + 4 * hidden + 4 * hidden)


def test_decomposable_attention_has_the_382_thousand_parameters_of_table_1() -> None:
    projection = 300 * 200  # no bias
    attend = 2 * (200 * 200 + 200)
    compare = aggregate = (400 * 200 + 200) + (200 * 200 + 200)
    output = 200 * 3 + 3
    total = projection + attend + compare + aggregate + output
    assert total == 381_803  # "382K"
    assert parameters("decomposable-attention", {"null_word": False}, 300) == total
    assert parameters("decomposable-attention", {}, 300) == total + 200


def test_esim_has_the_4_3_million_parameters_of_table_1() -> None:
    """Chen et al. print 4.3M for ESIM (7.7M is the ensemble with the tree model), word vectors left out."""
    one_bias = 2 * (4 * 300 * (300 + 300) + 4 * 300)
    projection = 2400 * 300 + 300
    mlp = (2400 * 300 + 300) + (300 * 3 + 3)
    assert 2 * one_bias + projection + mlp == 4_326_303
    assert parameters("esim", {}, 300) == 2 * lstm(300, 300) + projection + mlp == 4_331_103


def test_infersent_has_the_published_sizes() -> None:
    """2 x 2048 entries of a sentence, four vectors of them, two layers of 512."""
    assert lstm(300, 2048) == 38_502_400
    mlp = (4 * 4096 * 512 + 512) + (512 * 512 + 512) + (512 * 3 + 3)
    assert parameters("infersent", {}, 300) == lstm(300, 2048) + mlp == 47_155_715


def test_the_hypothesis_only_model_is_infersent_with_a_quarter_of_the_input_to_its_mlp() -> None:
    mlp = (4096 * 512 + 512) + (512 * 512 + 512) + (512 * 2 + 2)
    assert parameters("hypothesis-only", {}, 300, labels=2) == lstm(300, 2048) + mlp


def test_the_conditional_encoder_has_two_bilstms_of_100_and_three_layers() -> None:
    expected = 2 * lstm(100, 100) + 3 * (200 * 200 + 200) + (200 * 3 + 3)
    assert parameters("conditional-encoder", {}, 100) == expected


def test_ngrams_have_a_row_for_each_bucket() -> None:
    assert parameters("ngrams", {"buckets": 1000}, 10) == 1000 * 10 + (20 * 3 + 3)
    assert parameters("ngrams", {"buckets": 1000, "hypothesis_only": True}, 10) == 1000 * 10 + (10 * 3 + 3)


def test_learned_word_vectors_are_parameters_and_fixed_ones_are_not() -> None:
    vectors = torch.randn(6, 4)
    vectors[0] = 0
    some = torch.tensor([True, False, True, False, True, False])
    assert sum(p.numel() for p in WordEmbedding(vectors, some).parameters()) == 2 * 4  # padding never is
    assert sum(p.numel() for p in WordEmbedding(vectors).parameters()) == 5 * 4
    assert sum(p.numel() for p in WordEmbedding(vectors, some, 3).parameters()) == 2 * 4 + 4 * 3


@pytest.mark.parametrize("learned", [None, torch.tensor([True, False, True, False, True, False])])
def test_an_embedding_gives_the_vectors_it_was_given(learned: torch.Tensor | None) -> None:
    vectors = torch.randn(6, 4)
    vectors[0] = 0
    ids = torch.tensor([[5, 2, 0], [1, 4, 3]])
    torch.testing.assert_close(WordEmbedding(vectors, learned)(ids), vectors[ids], atol=0, rtol=0)


def test_only_learned_rows_move() -> None:
    vectors = torch.randn(6, 4)
    vectors[0] = 0
    learned = torch.tensor([False, False, True, True, False, False])
    embedding = WordEmbedding(vectors, learned)
    embedding(torch.arange(6)).sum().backward()
    torch.optim.SGD(embedding.parameters(), lr=1.0).step()
    expected = vectors - learned[:, None].float()
    torch.testing.assert_close(embedding(torch.arange(6)), expected)


@pytest.mark.parametrize("name", sorted(SMALL))
def test_an_unknown_setting_is_refused_by_name(name: str) -> None:
    with pytest.raises(OptionError, match=r"hiden") as caught:
        parameters(name, {"hiden": 100}, 5)
    assert caught.value.code == "RR003"


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("esim", {"hidden": 0}),
        ("esim", {"hidden": 2.5}),
        ("esim", {"dropout": 1.0}),
        ("esim", {"dropout": float("nan")}),
        ("esim", {"activation": "sigmoid"}),
        ("infersent", {"hidden": "many"}),
        ("decomposable-attention", {"null_word": "perhaps"}),
        ("conditional-encoder", {"mlp_layers": -1}),
        ("ngrams", {"longest": 9}),
    ],
)
def test_a_setting_that_does_not_fit_is_refused(name: str, settings: Mapping[str, object]) -> None:
    with pytest.raises(OptionError, match=next(iter(settings))):
        parameters(name, settings, 5)


def test_numbers_may_be_written_as_on_the_command_line() -> None:
    assert parameters("esim", {"hidden": "10"}, 5) == parameters("esim", {"hidden": 10}, 5)
