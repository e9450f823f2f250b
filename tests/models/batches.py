"""Batches and small models made from lists of word ids."""

from collections.abc import Mapping, Sequence

import torch
from hypothesis import strategies as st

from rightreasons.models.batch import PairBatch, PairModel, Sentences
from rightreasons.models.building import build_model

WORDS = 12
"""Ids of the small vocabulary: 0 is padding, 1 the unknown word."""

SMALL: Mapping[str, Mapping[str, object]] = {
    "decomposable-attention": {"projection": 4, "hidden": 5, "dropout": 0.3},
    "esim": {"hidden": 3, "dropout": 0.3},
    "infersent": {"hidden": 3, "mlp_hidden": 4, "activation": "tanh", "projection": 4},
    "conditional-encoder": {"hidden": 3, "dropout": 0.2},
    "hypothesis-only": {"hidden": 3, "mlp_hidden": 4},
    "ngrams": {"longest": 3, "buckets": 7},
}
"""Settings of a small model of each kind."""

Pairs = list[tuple[list[int], list[int]]]
sentences = st.lists(st.integers(1, WORDS - 1), min_size=1, max_size=7)
pairs: st.SearchStrategy[Pairs] = st.lists(st.tuples(sentences, sentences), min_size=1, max_size=6)


def small_model(name: str, settings: Mapping[str, object] | None = None, *, labels: int = 3) -> PairModel:
    """A model in float64 with random weights, half of whose word vectors are learned."""
    generator = torch.Generator().manual_seed(7)
    vectors = torch.randn(WORDS, 5, generator=generator, dtype=torch.float64)
    vectors[0] = 0
    learned = torch.arange(WORDS) % 2 == 0
    torch.manual_seed(3)
    chosen = SMALL[name] if settings is None else settings
    model = build_model(name, chosen, vectors, labels, learned=learned)
    model.double()
    with torch.no_grad():
        for parameter in model.parameters():  # nothing may hide behind a bias of zero
            parameter.add_(torch.randn(parameter.shape, generator=generator, dtype=torch.float64) * 0.3)
    return model.eval()


def side_of(texts: Sequence[Sequence[int]], extra: int = 0) -> Sentences:
    """Sentences padded to the longest one and `extra` places more."""
    width = max(len(text) for text in texts) + extra
    ids = torch.tensor([[*text, *[0] * (width - len(text))] for text in texts])
    return Sentences(ids, torch.tensor([len(text) for text in texts]))


def batch_of_pairs(chosen: Sequence[tuple[Sequence[int], Sequence[int]]], extra: int = 0) -> PairBatch:
    """A batch of pairs without gold labels."""
    premise, hypothesis = (side_of([pair[k] for pair in chosen], extra) for k in (0, 1))
    return PairBatch(premise, hypothesis, None, torch.arange(len(chosen)))
