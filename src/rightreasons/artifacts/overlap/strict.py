"""The heuristics of HANS by whole words, nested, with the constituents of the data's own parses."""

import polars as pl

from rightreasons.artifacts.overlap.brackets import is_bracketed, symbols, words_of
from rightreasons.artifacts.overlap.instances import HEURISTICS, Flags, Instances, flag_columns, parses_of
from rightreasons.artifacts.overlap.pair_words import PairWords, in_one_vocabulary, is_run, shared
from rightreasons.text.tokens import Tokens

STRICT = "strict"
_KINDS = ("parse", "binary_parse")


def strict_instances(
    pairs: pl.DataFrame, premise_tokens: Tokens, hypothesis_tokens: Tokens
) -> tuple[Instances, PairWords]:
    """Return the instances of every heuristic, and the words they were found with.

    A hypothesis is an instance of lexical overlap if the premise has each of its words, of subsequence if
    it is a run of words of the premise, of constituent if that run is a complete subtree of the premise's
    parse, one word or the whole sentence included (McCoy et al. 2019, Table 1). Case and the tokens of final
    punctuation do not count. A hypothesis without words is an instance of none.

    Parameters
    ----------
    pairs
        With columns of parses where there are any; Penn Treebank parses are preferred to binary ones.
    premise_tokens, hypothesis_tokens
        Tokens of both sides. They are used where not every sentence has a parse; otherwise the words of the
        parses are.
    """
    parses, kind, reason = parses_of_pairs(pairs)
    if parses is None:
        both = in_one_vocabulary(premise_tokens, hypothesis_tokens)
        return _instances(both, None, hypothesis_tokens.tokenisation, reason), both
    premise = symbols(parses[0])
    both = in_one_vocabulary(words_of(premise), words_of(symbols(parses[1])))
    subtrees, unbalanced = is_bracketed(premise, both.hypothesis, both.vocabulary)
    if kind == "binary_parse":
        subtrees = subtrees | (both.hypothesis_lengths == 1)
    if unbalanced is None:
        return _instances(both, subtrees, f"words of premise_{kind} and hypothesis_{kind}", ""), both
    reason = f"the brackets of premise_{kind} in row {unbalanced:,} do not match each other"
    return _instances(both, None, f"words of premise_{kind} and hypothesis_{kind}", reason), both


def _instances(both: PairWords, subtrees: Flags | None, tokenisation: str, reason: str) -> Instances:
    has_words = both.hypothesis_lengths > 0
    run = is_run(both) & has_words
    columns = (shared(both).every_word & has_words, run, None if subtrees is None else run & subtrees)
    flags = flag_columns(dict(zip(HEURISTICS, columns, strict=True)), len(has_words))
    return Instances(STRICT, flags, tokenisation, {"constituent": reason} if reason else {})


def parses_of_pairs(pairs: pl.DataFrame) -> tuple[tuple[pl.Series, pl.Series] | None, str, str]:
    """Return the parses of both sides and their kind, or None and why there are none.

    Penn Treebank parses (``"parse"``) are preferred to binary ones (``"binary_parse"``); every row must have
    both of one kind.
    """
    reason = ""
    for kind in _KINDS:
        premise, premise_reason = parses_of(pairs, f"premise_{kind}")
        hypothesis, hypothesis_reason = parses_of(pairs, f"hypothesis_{kind}")
        if premise is not None and hypothesis is not None:
            return (premise, hypothesis), kind, ""
        reason = reason or premise_reason or hypothesis_reason
    return None, "", reason
