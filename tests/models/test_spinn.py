"""SPINN-PI-NT against a stack machine for one sentence in plain numpy, and against the paper's sizes."""

import itertools
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from rightreasons.errors import OptionError
from rightreasons.models.batch import PairBatch, Sentences
from rightreasons.models.building import build_model
from rightreasons.models.spinn import Spinn

Floats = npt.NDArray[np.float64]
Sentence = tuple[list[int], list[int]]
"""Word ids, and shifts and reductions."""
VOCABULARY, WIDTH, SIZE, LABELS = 7, 4, 3, 3


def build(
    settings: Mapping[str, object],
    vectors: torch.Tensor,
    labels: int,
    *,
    learned: torch.Tensor | None = None,
) -> Spinn:
    model = build_model("spinn", settings, vectors, labels, learned=learned)
    assert isinstance(model, Spinn)
    return model


def small_model(seed: int = 1) -> Spinn:
    """Return a model whose every parameter and running statistic is drawn, in float64, in evaluation mode."""
    generator = torch.Generator().manual_seed(seed)
    vectors = torch.randn(VOCABULARY, WIDTH, dtype=torch.float64, generator=generator)
    model = build({"size": SIZE, "hidden": 5, "layers": 2}, vectors, LABELS).double()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(torch.randn(parameter.shape, dtype=torch.float64, generator=generator) * 0.7)
    for name, statistic in model.named_buffers():
        if name.endswith(("running_mean", "running_var")):
            statistic.copy_(torch.rand(statistic.shape, dtype=torch.float64, generator=generator) + 0.3)
    return model.eval()


def sentences(rows: list[Sentence], more_padding: int = 0) -> Sentences:
    width = max(len(words) for words, _ in rows) + more_padding
    ids = [words + [0] * (width - len(words)) for words, _ in rows]
    steps = [tree + [-1] * (2 * width - 1 - len(tree)) for _, tree in rows]
    lengths = [len(words) for words, _ in rows]
    return Sentences(torch.tensor(ids), torch.tensor(lengths), torch.tensor(steps))


def batch(pairs: list[tuple[Sentence, Sentence]], more_padding: int = 0) -> PairBatch:
    premises, hypotheses = (sentences([pair[side] for pair in pairs], more_padding) for side in (0, 1))
    return PairBatch(premises, hypotheses, None, torch.arange(len(pairs)))


def trees_over(words: int) -> list[list[int]]:
    """Return the steps of all binary trees over some words, by brute force."""
    return [
        list(steps)
        for steps in itertools.product((0, 1), repeat=2 * words - 1)
        if steps.count(0) == words
        and all(steps[:end].count(0) > steps[:end].count(1) for end in range(1, 2 * words))
    ]


@st.composite
def some_sentences(draw: st.DrawFn) -> Sentence:
    words = draw(st.lists(st.integers(1, VOCABULARY - 1), min_size=1, max_size=5))
    return words, draw(st.sampled_from(trees_over(len(words))))


PAIRS = st.lists(st.tuples(some_sentences(), some_sentences()), min_size=1, max_size=6)


class StackMachine:
    """The paper's equations, one word, one composition, one pair at a time."""

    def __init__(self, model: Spinn) -> None:
        self.values = {name: value.detach().numpy() for name, value in model.state_dict().items()}
        self.vectors = model.words(torch.arange(VOCABULARY)).detach().numpy()

    def linear(self, name: str, x: Floats) -> Floats:
        found: Floats = self.values[f"{name}.weight"] @ x + self.values[f"{name}.bias"]
        return found

    def normalised(self, name: str, x: Floats) -> Floats:
        centred = x - self.values[f"{name}.running_mean"]
        scaled: Floats = centred / np.sqrt(self.values[f"{name}.running_var"] + 1e-5)
        gain: Floats = self.values[f"{name}.weight"]
        shift: Floats = self.values[f"{name}.bias"]
        return scaled * gain + shift

    def sentence(self, words: list[int], steps: list[int]) -> Floats:
        stack: list[tuple[Floats, Floats]] = []
        buffer = list(words)
        for step in steps:
            if step == 0:
                leaf = self.normalised("projected.0", self.linear("project", self.vectors[buffer.pop(0)]))
                stack.append((leaf[:SIZE], leaf[SIZE:]))
            else:
                (h_right, c_right), (h_left, c_left) = stack.pop(), stack.pop()
                gates = self.linear("tree.gates", np.concatenate([h_left, h_right]))
                i, f_left, f_right, o = (
                    1 / (1 + np.exp(-gates[k * SIZE : (k + 1) * SIZE])) for k in range(4)
                )
                c = f_left * c_left + f_right * c_right + i * np.tanh(gates[4 * SIZE :])
                stack.append((o * np.tanh(c), c))
        ((h, _),) = stack
        return h

    def logits(self, pair: tuple[Sentence, Sentence]) -> Floats:
        p, h = self.sentence(*pair[0]), self.sentence(*pair[1])
        x = self.normalised("classify.0", np.concatenate([p, h, p - h, p * h]))
        for linear, norm in ((2, 4), (6, 8)):
            x = self.normalised(f"classify.{norm}", np.maximum(self.linear(f"classify.{linear}", x), 0))
        return self.linear("classify.10", x)


@given(PAIRS)
def test_logits_are_those_of_a_stack_for_each_sentence(pairs: list[tuple[Sentence, Sentence]]) -> None:
    model = small_model()
    machine = StackMachine(model)
    expected = np.stack([machine.logits(pair) for pair in pairs])
    np.testing.assert_allclose(model(batch(pairs)).detach().numpy(), expected, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("words", [1, 2, 3, 4, 5])
def test_every_tree_over_a_few_words_is_composed_as_a_stack_does(words: int) -> None:
    model = small_model()
    rows = [(list(range(1, words + 1)), tree) for tree in trees_over(words)]
    assert len(rows) == [1, 1, 2, 5, 14][words - 1]  # Catalan numbers
    expected = np.stack([StackMachine(model).sentence(*row) for row in rows])
    found = model.hypothesis_vector(batch([(row, row) for row in rows]))
    np.testing.assert_allclose(found.detach().numpy(), expected, rtol=1e-10)
    assert len(np.unique(expected.round(9), axis=0)) == len(rows)  # the tree matters


@given(PAIRS, st.integers(0, 3), st.randoms(use_true_random=False))
def test_padding_order_and_company_change_nothing(
    pairs: list[tuple[Sentence, Sentence]], padding: int, random: object
) -> None:
    model = small_model()
    together = model(batch(pairs))
    order = sorted(range(len(pairs)), key=lambda _: random.random())  # type: ignore[attr-defined]
    shuffled = model(batch([pairs[row] for row in order], padding))
    alone = torch.cat([model(batch([pair])) for pair in pairs])
    torch.testing.assert_close(shuffled, together[order], rtol=1e-10, atol=1e-12)
    torch.testing.assert_close(alone, together, rtol=1e-10, atol=1e-12)


def test_in_training_the_trees_are_the_same_and_equal_sentences_are_dropped_out_apart() -> None:
    row: Sentence = ([1, 2, 3], [0, 0, 1, 0, 1])
    model = small_model()
    expected = model.hypothesis_vector(batch([(row, row)] * 3))
    model.train()
    model.projected.eval()
    torch.testing.assert_close(model.hypothesis_vector(batch([(row, row)] * 3)), expected)
    model.projected.train()
    dropped = build({"size": 50, "word_dropout": 0.5}, torch.randn(VOCABULARY, WIDTH), LABELS).train()
    vectors = dropped.hypothesis_vector(batch([(row, row)] * 2))
    assert not torch.equal(vectors[0], vectors[1])


@settings(max_examples=4)
@given(st.lists(st.tuples(some_sentences(), some_sentences()), min_size=1, max_size=3))
def test_gradients_are_those_of_finite_differences(pairs: list[tuple[Sentence, Sentence]]) -> None:
    model = small_model()
    read = batch(pairs)
    names = ["words.learned", "project.weight", "tree.gates.weight", "tree.gates.bias"]
    values = [dict(model.named_parameters())[name].detach().clone().requires_grad_() for name in names]

    def logits(*given: torch.Tensor) -> torch.Tensor:
        found: torch.Tensor = torch.func.functional_call(model, dict(zip(names, given, strict=True)), (read,))
        return found

    assert torch.autograd.gradcheck(logits, values)


def test_the_papers_size_has_the_papers_number_of_parameters() -> None:
    model = build({}, torch.randn(10, 300), 3, learned=torch.zeros(10, dtype=torch.bool))
    words = 300 * 600 + 600 + 2 * 600
    tree = 600 * 1500 + 1500
    classifier = 2 * 1200 + (1200 * 1024 + 1024 + 2 * 1024) + (1024 * 1024 + 1024 + 2 * 1024) + 1024 * 3 + 3
    found = sum(parameter.numel() for parameter in model.parameters() if parameter.requires_grad)
    assert found == words + tree + classifier
    assert round(found / 1e6, 1) == 3.4  # as Bowman et al. (2016) print it: 3.4m


def test_a_training_batch_of_one_pair_of_words_is_no_error() -> None:
    model = build({"size": 3, "hidden": 4}, torch.randn(VOCABULARY, WIDTH), LABELS).train()
    word: Sentence = ([2], [0])
    assert torch.isfinite(model(batch([(word, word)]))).all()


def test_forget_gates_are_open_at_first() -> None:
    bias = build({"size": 3}, torch.randn(VOCABULARY, WIDTH), LABELS).tree.gates.bias
    assert bias.tolist() == [0] * 3 + [1] * 6 + [0] * 6


def test_steps_that_make_no_tree_and_sentences_without_steps_are_refused() -> None:
    model = small_model()
    with pytest.raises(ValueError, match="sentence 1 of the batch"):
        model(batch([(([1, 2], [0, 0, 1]), ([1], [0])), (([1, 2], [0, 1, 0]), ([1], [0]))]))
    bare = Sentences(torch.ones(1, 1, dtype=torch.long), torch.ones(1, dtype=torch.long))
    with pytest.raises(ValueError, match="needs sentences with transitions"):
        model(PairBatch(bare, bare, None, torch.zeros(1)))


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(OptionError, match="tracking"):
        build({"tracking": 57}, torch.randn(VOCABULARY, WIDTH), LABELS)
