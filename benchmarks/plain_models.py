"""The papers' models as one would write them in an afternoon: padded batches, packed sequences, stacks."""

from collections.abc import Sequence
from itertools import pairwise

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

Batch = tuple[Tensor, Tensor, Tensor, Tensor]
"""Ids and lengths of premises and hypotheses: (B, P), (B,), (B, Q), (B,)."""


def mask_of(ids: Tensor, lengths: Tensor) -> Tensor:
    """Whether there is a word, shape (B, T)."""
    return torch.arange(ids.shape[1]) < lengths[:, None]


def attended(a: Tensor, b: Tensor, scores: Tensor, masks: tuple[Tensor, Tensor]) -> tuple[Tensor, Tensor]:
    """Return what each side sees of the other."""
    of_b = scores.masked_fill(~masks[1][:, None, :], float("-inf")).softmax(2) @ b
    of_a = scores.transpose(1, 2).masked_fill(~masks[0][:, None, :], float("-inf")).softmax(2) @ a
    return of_b, of_a


def layers(sizes: Sequence[int], activation: type[nn.Module] | None, rate: float) -> nn.Sequential:
    """Dropout, linear map and activation, as often as there are sizes."""
    made: list[nn.Module] = []
    for inputs, outputs in pairwise(sizes):
        made += [nn.Dropout(rate), nn.Linear(inputs, outputs)]
        made += [activation()] if activation else []
    return nn.Sequential(*made)


class Lstm(nn.Module):
    """A bidirectional LSTM over packed sequences."""

    def __init__(self, inputs: int, hidden: int) -> None:
        super().__init__()
        self.lstm = nn.LSTM(inputs, hidden, batch_first=True, bidirectional=True)

    def forward(self, vectors: Tensor, lengths: Tensor) -> Tensor:
        """States of every word, shape (B, T, 2 H)."""
        packed = pack_padded_sequence(vectors, lengths, batch_first=True, enforce_sorted=False)
        states, _ = pad_packed_sequence(self.lstm(packed)[0], batch_first=True, total_length=vectors.shape[1])
        return states


class PlainAttention(nn.Module):
    """Decomposable attention with a null word."""

    def __init__(self, vectors: Tensor, size: int, labels: int = 3) -> None:
        super().__init__()
        self.embed = nn.Embedding(len(vectors), vectors.shape[1], _weight=vectors, _freeze=True)
        self.project = nn.Linear(vectors.shape[1], size, bias=False)
        self.null = nn.Parameter(torch.randn(1, 1, size) * 0.1)
        self.attend = layers((size, size, size), nn.ReLU, 0.2)
        self.compare = layers((2 * size, size, size), nn.ReLU, 0.2)
        self.aggregate = layers((2 * size, size), nn.ReLU, 0.2)
        self.output = nn.Linear(size, labels)

    def forward(self, batch: Batch) -> Tensor:
        """Logits, shape (B, labels)."""
        sentences, masks = [], []
        for ids, lengths in (batch[:2], batch[2:]):
            words = self.project(self.embed(ids))
            sentences.append(torch.cat([self.null.expand(len(ids), 1, -1), words], dim=1))
            masks.append(nn.functional.pad(mask_of(ids, lengths), (1, 0), value=True))
        a, b = sentences
        scores = self.attend(a) @ self.attend(b).transpose(1, 2)
        for_a, for_b = attended(a, b, scores, (masks[0], masks[1]))
        pairs = zip((a, b), (for_a, for_b), masks, strict=True)
        sums = [(self.compare(torch.cat([x, y], 2)) * mask[..., None]).sum(1) for x, y, mask in pairs]
        logits: Tensor = self.output(self.aggregate(torch.cat(sums, 1)))
        return logits


class PlainESIM(nn.Module):
    """ESIM."""

    def __init__(self, vectors: Tensor, size: int, labels: int = 3) -> None:
        super().__init__()
        self.embed = nn.Embedding(len(vectors), vectors.shape[1], _weight=vectors, _freeze=True)
        self.dropout = nn.Dropout(0.5)
        self.encode = Lstm(vectors.shape[1], size)
        self.project = nn.Sequential(nn.Linear(8 * size, size), nn.ReLU())
        self.compose = Lstm(size, size)
        self.mlp = layers((8 * size, size), nn.Tanh, 0.5)
        self.output = nn.Sequential(nn.Dropout(0.5), nn.Linear(size, labels))

    def forward(self, batch: Batch) -> Tensor:
        """Logits, shape (B, labels)."""
        sentences, masks = [], []
        for ids, lengths in (batch[:2], batch[2:]):
            sentences.append(self.encode(self.dropout(self.embed(ids)), lengths))
            masks.append(mask_of(ids, lengths))
        a, b = sentences
        others = attended(a, b, a @ b.transpose(1, 2), (masks[0], masks[1]))
        pooled = []
        for x, y, mask, lengths in zip((a, b), others, masks, (batch[1], batch[3]), strict=True):
            enhanced = torch.cat([x, y, x - y, x * y], 2)
            states = self.compose(self.dropout(self.project(enhanced)), lengths)
            kept = mask[..., None]
            mean = (states * kept).sum(1) / lengths[:, None]
            pooled += [mean, states.masked_fill(~kept, float("-inf")).amax(1)]
        logits: Tensor = self.output(self.mlp(torch.cat(pooled, 1)))
        return logits


class PlainInferSent(nn.Module):
    """InferSent."""

    def __init__(self, vectors: Tensor, size: int, labels: int = 3) -> None:
        super().__init__()
        self.embed = nn.Embedding(len(vectors), vectors.shape[1], _weight=vectors, _freeze=True)
        self.encode = Lstm(vectors.shape[1], size)
        self.mlp = layers((8 * size, size, size), None, 0.0)
        self.output = nn.Linear(size, labels)

    def forward(self, batch: Batch) -> Tensor:
        """Logits, shape (B, labels)."""
        vectors = []
        for ids, lengths in (batch[:2], batch[2:]):
            states = self.encode(self.embed(ids), lengths)
            vectors.append(states.masked_fill(~mask_of(ids, lengths)[..., None], float("-inf")).amax(1))
        u, v = vectors
        logits: Tensor = self.output(self.mlp(torch.cat([u, v, (u - v).abs(), u * v], 1)))
        return logits


class PlainSpinn(nn.Module):
    """SPINN-PI-NT: each sentence by a stack of its own."""

    def __init__(self, vectors: Tensor, size: int, labels: int = 3, hidden: int = 200) -> None:
        super().__init__()
        self.embed = nn.Embedding(len(vectors), vectors.shape[1], _weight=vectors, _freeze=True)
        self.project = nn.Linear(vectors.shape[1], 2 * size)
        self.projected = nn.Sequential(nn.BatchNorm1d(2 * size), nn.Dropout(0.17))
        self.gates = nn.Linear(2 * size, 5 * size)
        made: list[nn.Module] = [nn.BatchNorm1d(4 * size), nn.Dropout(0.06)]
        for inputs, outputs in ((4 * size, hidden), (hidden, hidden)):
            made += [nn.Linear(inputs, outputs), nn.ReLU(), nn.BatchNorm1d(outputs), nn.Dropout(0.06)]
        self.classify = nn.Sequential(*made, nn.Linear(hidden, labels))

    def forward(self, batch: Batch, transitions: tuple[list[list[int]], list[list[int]]]) -> Tensor:
        """Logits, shape (B, labels); `transitions` are 0 for shift and 1 for reduce."""
        roots = []
        for (ids, lengths), steps in zip((batch[:2], batch[2:]), transitions, strict=True):
            mask = mask_of(ids, lengths)
            leaves = self.projected(self.project(self.embed(ids[mask])))
            parts = leaves.split(lengths.tolist())
            roots.append(torch.stack([self._root(part, row) for part, row in zip(parts, steps, strict=True)]))
        u, v = roots
        logits: Tensor = self.classify(torch.cat([u, v, u - v, u * v], 1))
        return logits

    def _root(self, leaves: Tensor, steps: list[int]) -> Tensor:
        stack: list[tuple[Tensor, Tensor]] = []
        waiting = iter(leaves)
        for step in steps:
            if step == 0:
                h, c = next(waiting).chunk(2)
                stack.append((h, c))
                continue
            (right_h, right_c), (left_h, left_c) = stack.pop(), stack.pop()
            i, f_left, f_right, o, g = self.gates(torch.cat([left_h, right_h])).chunk(5)
            c = f_left.sigmoid() * left_c + f_right.sigmoid() * right_c + i.sigmoid() * g.tanh()
            stack.append((o.sigmoid() * c.tanh(), c))
        return stack[0][0]
