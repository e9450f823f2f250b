"""The heuristics of HANS by definition: by whole words and constituents, and as in the published scripts."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.overlap_sentences import (
    CLOSE,
    DROPPED,
    FINAL_PUNCTUATION,
    OPEN,
    PRESENT,
    UNBALANCED,
    PairWords,
    SentenceWords,
    bracketed,
    distinct,
    in_one_vocabulary,
    is_run,
    positions,
    recoded,
    repeated,
    shared,
)
from rightreasons.text.character_classes import SPACE
from rightreasons.text.tokens import Tokens, from_lists

# Which pairs are instances of a heuristic, under one definition.


Flags = npt.NDArray[np.bool_]

HEURISTICS = ("lexical_overlap", "subsequence", "constituent")
"""The heuristics of McCoy et al. (2019), Table 1; each is a special case of the one before."""


@dataclass(frozen=True)
class Instances:
    """Pairs to which each heuristic applies.

    Parameters
    ----------
    definition
        Name of the definition: ``"hans-2019"`` or ``"strict"``.
    flags
        One boolean column a heuristic, shape (pairs,); null where it cannot be told.
    tokenisation
        What counted as a word.
    reasons
        Why a heuristic's column is null, by heuristic.
    """

    definition: str
    flags: pl.DataFrame
    tokenisation: str
    reasons: Mapping[str, str]


def flag_columns(columns: Mapping[str, Flags | None], rows: int) -> pl.DataFrame:
    """Return boolean columns by heuristic, shape (rows, heuristics); None becomes a column of nulls."""
    return pl.DataFrame(
        [
            pl.Series(name, [None] * rows if flags is None else flags, dtype=pl.Boolean)
            for name, flags in columns.items()
        ]
    )


def parses_of(frame: pl.DataFrame, column: str) -> tuple[pl.Series | None, str]:
    """Return the parses of a column if every row has one, otherwise None and the reason."""
    if column not in frame.columns:
        return None, f"the data have no column {column}"
    parses = frame[column]
    missing = int((parses.is_null() | (parses.str.strip_chars() == "")).sum())
    if missing:
        return None, f"{missing:,} of {len(parses):,} rows have no {column}"
    return parses, ""


# Whether a hypothesis is what some bracket of its premise's parse holds.


_SYMBOL = r"\([^ \t\r\n()]*|\)|[^ \t\r\n()]+"


def symbols(parses: pl.Series) -> Tokens:
    """Return brackets, with their names, and words of every parse, binary or of the Penn Treebank.

    A blank within a word, as in ``(NN ice cream)`` of HANS, parts it in two.
    """
    once, codes = distinct(parses)
    return repeated(from_lists(once.str.extract_all(_SYMBOL), "symbols of parses"), codes)


def words_of(parses: Tokens) -> Tokens:
    """Return the words among the symbols."""
    is_word = ~(parses.vocabulary.str.starts_with("(") | (parses.vocabulary == ")")).to_numpy()
    kept = is_word[parses.ids] if len(is_word) else np.zeros(0, dtype=np.bool_)
    before = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(kept, dtype=np.int64)])
    return Tokens("parse", parses.vocabulary, parses.ids[kept], before[parses.offsets])


def is_bracketed(
    parses: Tokens, hypothesis: SentenceWords, vocabulary: pl.Series
) -> tuple[npt.NDArray[np.bool_], int | None]:
    """Say of every pair whether a bracket of the premise's parse holds the words of the hypothesis, no more.

    `FINAL_PUNCTUATION` in the parse does not count.

    Parameters
    ----------
    parses
        Symbols of the premises' parses.
    hypothesis
        Words of the hypotheses, ids in `vocabulary`.
    vocabulary
        Lower-cased words; words of parses that it lacks are in no hypothesis.

    Returns
    -------
    tuple
        Booleans of shape (pairs,), and the first row whose brackets do not match each other, or None.
    """
    codes = _codes(parses.vocabulary, vocabulary)
    ids = codes[parses.ids] if len(codes) else parses.ids
    found = bracketed((ids, parses.offsets), hypothesis, int(parses.lengths.max(initial=0)))
    unbalanced = np.flatnonzero(found == UNBALANCED)
    return found == PRESENT, int(unbalanced[0]) if len(unbalanced) else None


def _codes(found: pl.Series, vocabulary: pl.Series) -> npt.NDArray[np.int32]:
    words = positions(found.str.to_lowercase(), vocabulary)
    words[words < 0] = len(vocabulary)
    words[found.str.starts_with("(").to_numpy()] = OPEN
    words[(found == ")").to_numpy()] = CLOSE
    words[found.is_in(FINAL_PUNCTUATION).to_numpy()] = DROPPED
    return words


# The heuristics by whole words, nested, with the constituents of the data's own parses.


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
    parses, kind, reason = _parses(pairs)
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


def _parses(pairs: pl.DataFrame) -> tuple[tuple[pl.Series, pl.Series] | None, str, str]:
    """Return the parses of both sides and their kind, or None and why there are none."""
    reason = ""
    for kind in _KINDS:
        premise, premise_reason = parses_of(pairs, f"premise_{kind}")
        hypothesis, hypothesis_reason = parses_of(pairs, f"hypothesis_{kind}")
        if premise is not None and hypothesis is not None:
            return (premise, hypothesis), kind, ""
        reason = reason or premise_reason or hypothesis_reason
    return None, "", reason


# The heuristics exactly as the published scripts count them, with what is odd in them.
#
# Semantics of the three scripts in heuristic_finder_scripts of github.com/tommccoy1/hans (McCoy et al. 2019,
# section 2): text is lower-cased and parted at white space, and the tokens ``.``, ``?`` and ``!`` left out.
# The three rules are independent of each other, not nested.


PUBLISHED = "hans-2019"
_PARSES = "premise_binary_parse"


def published_instances(pairs: pl.DataFrame) -> Instances:
    """Return the instances of every heuristic by the published rules.

    Lexical overlap: the premise has every token of the hypothesis; one without tokens is an instance.
    Subsequence: the tokens of the hypothesis, joined by blanks, are a string within those of the premise, so
    that "know" is found in "knows". Constituent: the same tokens, stripped of every ``.``, ``?`` and ``!``
    inside them, are what some bracket of the premise's binary parse holds.

    Parameters
    ----------
    pairs
        Columns ``premise``, ``hypothesis``, and for constituents ``premise_binary_parse`` in every row.
    """
    once, codes = distinct(pairs["premise"])
    premise, hypothesis = _tokens(once), _tokens(pairs["hypothesis"])
    words = repeated(from_lists(premise, "whitespace"), codes)
    both = in_one_vocabulary(words, from_lists(hypothesis, "whitespace"))
    joined = pl.DataFrame(
        {"premise": premise.list.join(" ").gather(codes), "hypothesis": hypothesis.list.join(" ")}
    )
    within = joined.select(pl.col("premise").str.contains(pl.col("hypothesis"), literal=True)).to_series()
    parses, reason = parses_of(pairs, _PARSES)
    subtrees = None
    if parses is not None:
        subtrees, reason = _constituents(parses, hypothesis)
    columns = (shared(both).every_word, within.to_numpy(), subtrees)
    flags = flag_columns(dict(zip(HEURISTICS, columns, strict=True)), len(pairs))
    return Instances(PUBLISHED, flags, "whitespace", {"constituent": reason} if reason else {})


def _tokens(texts: pl.Series) -> pl.Series:
    # Splitting at one character is three times as fast as tokenising by a regular expression.
    parts = _blanks_only(texts.str.to_lowercase()).str.split(" ")
    return parts.list.eval(pl.element().filter(~pl.element().is_in(["", *FINAL_PUNCTUATION])))


def _blanks_only(texts: pl.Series) -> pl.Series:
    """Return the texts with a blank for every other character that Python's ``str.split`` parts at."""
    rows = texts.str.contains(rf"[{SPACE}--[ ]]")
    if not rows.any():
        return texts
    mended = texts.filter(rows).str.replace_all(f"[{SPACE}]", " ")
    origin = np.arange(len(texts))
    origin[rows.to_numpy()] = len(texts) + np.arange(len(mended))
    return pl.concat([texts, mended]).gather(origin)


def _constituents(parses: pl.Series, hypothesis: pl.Series) -> tuple[Flags | None, str]:
    stripped = hypothesis.list.eval(pl.element().str.replace_all("[.?!]", ""))
    # A lone token of dots is nothing once they are gone; among others it leaves a gap that no bracket has.
    stripped = pl.select(pl.when(stripped.list.join(" ") == "").then([]).otherwise(stripped)).to_series()
    words = from_lists(stripped, "whitespace")
    vocabulary = words.vocabulary
    found, unbalanced = is_bracketed(symbols(parses), recoded(words, vocabulary), vocabulary)
    if unbalanced is None:
        return found, ""
    return None, f"the brackets of {_PARSES} in row {unbalanced:,} do not match each other"
