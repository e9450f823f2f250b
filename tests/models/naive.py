"""The models written out one sentence at a time in float64, as the papers' equations have them."""

from collections.abc import Callable, Mapping

import numpy as np
import numpy.typing as npt
from torch import nn

Array = npt.NDArray[np.float64]


class Weights:
    """Weights of a model by name, as float64."""

    def __init__(self, model: nn.Module) -> None:
        self.all: dict[str, Array] = {
            name: value.detach().double().numpy() for name, value in model.state_dict().items()
        }

    def __getitem__(self, name: str) -> Array:
        return self.all[name]

    def part(self, prefix: str) -> "Weights":
        part = object.__new__(Weights)
        part.all = {
            n.removeprefix(f"{prefix}."): v for n, v in self.all.items() if n.startswith(f"{prefix}.")
        }
        return part

    def linear(self, x: Array) -> Array:
        bias = self.all.get("bias")
        product: Array = self["weight"] @ x
        return product if bias is None else product + bias

    def layers(self) -> list["Weights"]:
        """The linear layers of a sequence, in its order."""
        names = dict.fromkeys(name.partition(".")[0] for name in self.all)
        return [self.part(name) for name in names]


def relu(x: Array) -> Array:
    return np.maximum(x, 0)


def sigmoid(x: Array) -> Array:
    return 1 / (1 + np.exp(-x))


def softmax(x: Array) -> Array:
    powers: Array = np.exp(x - x.max())
    return powers / float(powers.sum())


def word_vector(w: Weights, word: int) -> Array:
    rows = np.concatenate([w["words.fixed"], w["words.learned"]])
    vector: Array = rows[int(w["words.place"][word])]
    return w.part("words.project").linear(vector) if "words.project.weight" in w.all else vector


def lstm(
    w: Weights, xs: list[Array], h: Array | None = None, c: Array | None = None
) -> list[tuple[Array, Array]]:
    """State and cell after every word, by the equations of Hochreiter & Schmidhuber and Gers et al."""
    size = w["weight_hh_l0"].shape[1]
    h = np.zeros(size) if h is None else h
    c = np.zeros(size) if c is None else c
    steps = []
    for x in xs:
        pre = w["weight_ih_l0"] @ x + w["bias_ih_l0"] + w["weight_hh_l0"] @ h + w["bias_hh_l0"]
        i, f, g, o = pre.reshape(4, size)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        h = sigmoid(o) * np.tanh(c)
        steps.append((h, c))
    return steps


def bilstm(w: Weights, xs: list[Array]) -> list[Array]:
    ahead = [h for h, _ in lstm(w.part("ahead"), xs)]
    back = [h for h, _ in lstm(w.part("back"), xs[::-1])][::-1]
    return [np.concatenate(pair) for pair in zip(ahead, back, strict=True)]


def max_of(states: list[Array]) -> Array:
    return np.array([max(state[k] for state in states) for k in range(len(states[0]))])


def mean_of(states: list[Array]) -> Array:
    return np.array([sum(state[k] for state in states) / len(states) for k in range(len(states[0]))])


def feedforward(w: Weights, x: Array, activation: str) -> Array:
    activations: dict[str, Callable[[Array], Array]] = {"relu": relu, "tanh": np.tanh, "none": np.positive}
    act = activations[activation]
    for layer in w.layers():
        x = act(layer.linear(x))
    return x


def soft_alignment(own: list[Array], scores: Array, other: list[Array]) -> list[Array]:
    """For each word of `own` the mean of `other` weighted by the softmax of its row of scores."""
    return [
        sum((p * v for p, v in zip(softmax(scores[i]), other, strict=True)), np.zeros_like(other[0]))
        for i in range(len(own))
    ]


def infersent(w: Weights, premise: list[int], hypothesis: list[int], activation: str) -> Array:
    u, v = (
        max_of(bilstm(w.part("encoder.lstm"), [word_vector(w, word) for word in side]))
        for side in (premise, hypothesis)
    )
    features = np.concatenate([u, v, np.abs(u - v), u * v])
    return last(w, feedforward(w.part("mlp"), features, activation))


def hypothesis_only(w: Weights, _: list[int], hypothesis: list[int], activation: str) -> Array:
    v = max_of(bilstm(w.part("encoder.lstm"), [word_vector(w, word) for word in hypothesis]))
    return last(w, feedforward(w.part("mlp"), v, activation))


def conditional_encoder(w: Weights, premise: list[int], hypothesis: list[int], activation: str) -> Array:
    ends = []
    for name, turn in (("ahead", 1), ("back", -1)):
        read = [word_vector(w, word) for word in premise][::turn]
        h, c = lstm(w.part(f"premise.{name}"), read)[-1]
        then = [word_vector(w, word) for word in hypothesis][::turn]
        ends.append(lstm(w.part(f"hypothesis.{name}"), then, h, c)[-1][0])
    return last(w, feedforward(w.part("mlp"), np.concatenate(ends), activation))


def decomposable_attention(w: Weights, premise: list[int], hypothesis: list[int], _: str) -> Array:
    null = [w["null"][0]] if "null" in w.all else []
    a, b = (null + [word_vector(w, word) for word in side] for side in (premise, hypothesis))
    f = w.part("attend")
    scores = np.array([[feedforward(f, x, "relu") @ feedforward(f, y, "relu") for y in b] for x in a])
    beta, alpha = soft_alignment(a, scores, b), soft_alignment(b, scores.T, a)
    g = w.part("compare")
    v1, v2 = (
        sum(feedforward(g, np.concatenate(pair), "relu") for pair in zip(own, other, strict=True))
        for own, other in ((a, beta), (b, alpha))
    )
    return last(w, feedforward(w.part("aggregate"), np.concatenate([v1, v2]), "relu"))


def esim(w: Weights, premise: list[int], hypothesis: list[int], activation: str) -> Array:
    encoder = w.part("encoder.lstm")
    a, b = (bilstm(encoder, [word_vector(w, word) for word in side]) for side in (premise, hypothesis))
    scores = np.array([[x @ y for y in b] for x in a])
    pooled = []
    for own, other in ((a, soft_alignment(a, scores, b)), (b, soft_alignment(b, scores.T, a))):
        local = [np.concatenate([x, y, x - y, x * y]) for x, y in zip(own, other, strict=True)]
        composed = bilstm(w.part("compose"), [feedforward(w.part("project"), m, "relu") for m in local])
        pooled += [mean_of(composed), max_of(composed)]
    return last(w, feedforward(w.part("mlp"), np.concatenate(pooled), activation))


def ngrams(w: Weights, premise: list[int], hypothesis: list[int], settings: Mapping[str, int]) -> Array:
    means = []
    for side in (premise, hypothesis)[settings.get("hypothesis_only", 0) :]:
        vectors = [word_vector(w, word) for word in side]
        for order in range(2, settings["longest"] + 1):
            for first in range(len(side) - order + 1):
                mixed = side[first]
                for word in side[first + 1 : first + order]:
                    mixed = mixed * 116_049_371 + word
                vectors.append(w["ngrams.weight"][mixed % settings["buckets"]])
        means.append(mean_of(vectors))
    return last(w, np.concatenate(means))


def last(w: Weights, x: Array) -> Array:
    """The layer that gives the logits, alone or behind dropout."""
    output = w.part("output")
    return (output if "weight" in output.all else output.layers()[0]).linear(x)
