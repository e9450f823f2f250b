"""From pairs of sentences to what a network reads: token ids within its length, and padded batches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rightreasons.errors import ModelError, OptionError
from rightreasons.predictors.networks.long_pairs import Item, items_of, read_long
from rightreasons.predictors.options import LongPremises, ModelOptions

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
