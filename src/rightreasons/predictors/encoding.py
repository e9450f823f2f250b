"""From pairs of sentences to what a network reads: token ids within its length, and padded batches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rightreasons.errors import ModelError, OptionError
from rightreasons.labels import Label
from rightreasons.predictors.options import LongPremises, ModelOptions

# Pairs that are longer than a model reads: cut, or read in overlapping windows of the premise.


Item = dict[str, list[int]]
"""Token ids, attention mask and so on of one window, without padding."""

_SILENT = (Label.NEUTRAL, Label.NON_ENTAILMENT)


@dataclass(frozen=True)
class LongPair:
    """A pair that is longer than the model reads.

    Parameters
    ----------
    items
        What the model reads of it: one item, or several windows.
    detail
        What was done, as details of a `Response` say it.
    """

    items: list[Item]
    detail: Mapping[str, str | int]


def read_long(
    tokenizer: Any, texts: tuple[str, str], limit: int, how: LongPremises, arguments: Mapping[str, Any]
) -> LongPair:
    """Cut a pair, or divide its premise into windows that overlap by half.

    Windows are for pairs whose hypothesis leaves at least half of the model's length to the premise; others
    are cut, as are all for ``"truncate"``: the longer text first, until both fit.

    Parameters
    ----------
    tokenizer
        Of the model.
    texts
        Premise and hypothesis.
    limit
        Tokens that the model reads, special ones included.
    how
        What is to happen.
    arguments
        Keyword arguments of the tokenizer.
    """
    room = limit - tokenizer.num_special_tokens_to_add(pair=True)
    premise, hypothesis = (
        len(ids) for ids in tokenizer(list(texts), add_special_tokens=False, verbose=False)["input_ids"]
    )
    keywords = {**arguments, "max_length": limit}
    if how != "truncate" and 2 * hypothesis <= room:
        if not tokenizer.is_fast:
            raise OptionError(
                f"windows with {type(tokenizer).__name__}",
                "a tokenizer of the `tokenizers` library",
                "cut long premises instead: --long-premises truncate",
            )
        stride = (room - hypothesis) // 2
        windows = tokenizer(
            *([text] for text in texts),
            truncation="only_first",
            stride=stride,
            return_overflowing_tokens=True,
            **keywords,
        )
        items = items_of(windows, tuple(windows.keys() - {"overflow_to_sample_mapping"}))
        return LongPair(items, {"windows": len(items)})
    cut = tokenizer(*([text] for text in texts), truncation="longest_first", **keywords)
    return LongPair(items_of(cut, tuple(cut.keys())), {"truncated": _what_is_cut(premise, hypothesis, room)})


def items_of(encoded: Mapping[str, list[list[int]]], names: Sequence[str]) -> list[Item]:
    """Return what a tokenizer gives for several pairs as one item a pair."""
    return [
        dict(zip(names, row, strict=True)) for row in zip(*(encoded[name] for name in names), strict=True)
    ]


def joined_windows(
    probabilities: NDArray[np.float64], owners: NDArray[np.int64], labels: Sequence[Label], how: LongPremises
) -> NDArray[np.float64]:
    """Return the probabilities of each pair from those of its windows, in the order of distinct `owners`.

    Parameters
    ----------
    probabilities
        Shape (windows, labels).
    owners
        The pair of each window.
    labels
        Of the columns.
    how
        ``"mean"`` takes the mean of each label's probability. ``"max"`` takes all of them from the window in
        which a label that rests on evidence (entailment, contradiction) is most probable, because a window
        without the evidence says neutral with reason; for two labels this is the maximum of the probability
        of entailment. A pair of one window keeps its own.
    """
    _, rows, sizes = np.unique(owners, return_inverse=True, return_counts=True)
    if how == "mean":
        sums = np.zeros((len(sizes), probabilities.shape[1]))
        np.add.at(sums, rows, probabilities)
        return np.asarray(sums / sizes[:, None])
    telling = [place for place, label in enumerate(labels) if label not in _SILENT]
    evidence = probabilities[:, telling].max(axis=1)
    order = np.lexsort((evidence, rows))  # the last window of each pair is its most telling; NaN sorts last
    return probabilities[order[np.cumsum(sizes) - 1]]


def _what_is_cut(premise: int, hypothesis: int, room: int) -> str:
    """Say what cutting the longer text first takes away, from the tokens of both and those that fit."""
    if 2 * hypothesis <= room:
        return "premise cut"
    return "hypothesis cut" if 2 * premise <= room else "premise and hypothesis cut"


SEGMENTS = "token_type_ids"
_UNLIMITED = 10**6  # tokenizers without a length of their own say 10**30
# Families whose position embeddings begin behind the id of the padding token.
_POSITIONS_BEHIND_PADDING = (
    *("camembert", "data2vec-text", "esm", "ibert", "lilt", "longformer", "luke", "mpnet", "roberta"),
    *("roberta-prelayernorm", "xlm-roberta", "xlm-roberta-xl", "xmod"),
)


@dataclass(frozen=True)
class Encoded:
    """What a network reads of some pairs.

    Parameters
    ----------
    items
        One a pair, or several windows of one.
    owners
        Place of each item's pair.
    details
        What was done to long pairs, by their place.
    """

    items: list[Item]
    owners: NDArray[np.int64]
    details: Mapping[int, Mapping[str, str | int]]

    @property
    def lengths(self) -> list[int]:
        """Tokens of each item."""
        return [len(item["input_ids"]) for item in self.items]


@dataclass(frozen=True)
class PairEncoder:
    """The tokenizer of a model and its length.

    Parameters
    ----------
    tokenizer
        Of `transformers`.
    inputs
        What the network takes: ``input_ids``, ``attention_mask`` and, if it tells premise from hypothesis by
        them, ``token_type_ids``.
    limit
        Tokens that the network reads at most, special ones included; None: any number.
    long_premises
        What happens to longer pairs.
    """

    tokenizer: Any
    inputs: tuple[str, ...]
    limit: int | None
    long_premises: LongPremises = "truncate"

    def encode(self, premises: Sequence[str], hypotheses: Sequence[str]) -> Encoded:
        """Return what the network reads of the pairs."""
        keywords = {"return_token_type_ids": SEGMENTS in self.inputs, "verbose": False}
        whole = self.tokenizer(list(premises), list(hypotheses), **keywords)
        items, owners, details = [], [], {}
        for place, item in enumerate(items_of(whole, self.inputs)):
            read = [item]
            if self.limit is not None and len(item["input_ids"]) > self.limit:
                texts = premises[place], hypotheses[place]
                found = read_long(self.tokenizer, texts, self.limit, self.long_premises, keywords)
                read, details[place] = found.items, found.detail
            items += read
            owners += [place] * len(read)
        return Encoded(items, np.array(owners, dtype=np.int64), details)

    def padded(self, items: Sequence[Item]) -> dict[str, NDArray[np.int64]]:
        """Return items as arrays of shape (items, tokens), padded on the side of the tokenizer."""
        columns = {name: [item[name] for item in items] for name in self.inputs}
        arrays = self.tokenizer.pad(columns, return_tensors="np", verbose=False)
        return {name: np.asarray(arrays[name], dtype=np.int64) for name in self.inputs}


def pair_encoder(
    tokenizer: Any, config: Mapping[str, Any], inputs: tuple[str, ...], options: ModelOptions
) -> PairEncoder:
    """Return the encoder of a model.

    Parameters
    ----------
    tokenizer
        Of `transformers`.
    config
        The model's ``config.json``.
    inputs
        What the network takes.
    options
        `max_length` and `long_premises`.

    Raises
    ------
    OptionError
        If `max_length` is more than the network has positions for, or too little for a pair.
    ModelError
        If the tokenizer cannot pad.
    """
    if tokenizer.pad_token_id is None:
        raise ModelError(
            f"{type(tokenizer).__name__} has no padding token",
            "one, since pairs are read in batches",
            "set pad_token in tokenizer_config.json and pad_token_id in config.json",
        )
    positions = positions_of(config)
    own = [length for length in (positions, tokenizer.model_max_length) if length and length < _UNLIMITED]
    limit = options.max_length or (min(own) if own else None)
    least = tokenizer.num_special_tokens_to_add(pair=True) + 2
    if limit is not None and not least <= limit <= (positions or limit):
        raise OptionError(
            f"a length of {limit} tokens",
            f"{least} to {positions or 'any number of'} tokens",
            "correct --max-length",
        )
    return PairEncoder(tokenizer, inputs, limit, options.long_premises)


def positions_of(config: Mapping[str, Any]) -> int | None:
    """Return how many tokens a network has positions for; None: any number."""
    size = config.get("max_position_embeddings") or config.get("n_positions")
    if not isinstance(size, int) or size <= 0:
        return None
    if config.get("model_type") in _POSITIONS_BEHIND_PADDING:
        return size - int(config.get("pad_token_id") or 0) - 1
    return size


def wants_segments(config: Mapping[str, Any], tokenizer: Any, *, stated: bool) -> bool:
    """Return whether a network was trained to be told premise from hypothesis by ``token_type_ids``.

    Version 5 of `transformers` no longer makes them for XLNet, ALBERT and tokenizers without a class of their
    own; checkpoints of earlier versions were trained with them.

    Parameters
    ----------
    config
        The model's ``config.json``.
    tokenizer
        Of the model.
    stated
        Whether the checkpoint itself states the inputs of its tokenizer.
    """
    if stated or SEGMENTS in tokenizer.model_input_names:
        return SEGMENTS in tokenizer.model_input_names
    version = str(config.get("transformers_version") or "0").partition(".")[0]
    has_segments = config.get("model_type") == "xlnet" or int(config.get("type_vocab_size") or 1) > 1
    return has_segments and version.isdecimal() and int(version) < 5
