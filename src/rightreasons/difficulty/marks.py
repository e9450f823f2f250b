"""What each instance is: easy, hard, conflicting or none, and what made it so."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.patterns.marks import Marks
from rightreasons.artifacts.patterns.origin import sentence_tokens
from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.artifacts.word_statistics import distinct_words, measure_words
from rightreasons.errors import MeasureInputError
from rightreasons.findings import Finding
from rightreasons.labels import Label, gold_set
from rightreasons.pairs import LABEL_TYPE, PairTable
from rightreasons.printable import printable
from rightreasons.text.tokenisations import Tokens

MARKS = ("easy", "hard", "conflicting", "none")
MARK_TYPE = pl.Enum(MARKS)
Codes = npt.NDArray[np.int8]


@dataclass(frozen=True)
class DifficultyMarks:
    """The mark of every instance of a dataset, under one notion of easy and hard.

    Parameters
    ----------
    notion
        What makes an instance easy or hard, in a few words.
    frame
        Columns ``id``, ``mark`` (`MARK_TYPE`; null where there is no gold label) and ``causes`` (list of
        strings: the patterns that made it so, strongest first, or the label that a model predicted).
    """

    notion: str
    frame: pl.DataFrame

    def __len__(self) -> int:
        return self.frame.height

    def counts(self) -> dict[str, int]:
        """Return how many instances have each mark."""
        found = dict(self.frame.drop_nulls("mark").group_by("mark").len().iter_rows())
        return {mark: int(found.get(mark, 0)) for mark in MARKS}

    def ids(self, mark: str) -> pl.Series:
        """Return the ids of the instances with a mark."""
        return self.frame.filter(pl.col("mark") == mark)["id"]


def pattern_marks(pairs: PairTable, patterns: PatternSet, tokens: Tokens | None = None) -> DifficultyMarks:
    """Mark instances by the patterns they hold (Liu et al. 2020, section 2.3).

    Easy: at least one pattern, and all go with the gold label. Hard: at least one, and none does.
    Conflicting: some do, some do not. None: no pattern. A pattern that a shorter one explains
    (`PatternSet.compact`) changes no mark, and is left out of the causes.

    Parameters
    ----------
    pairs
        Any split.
    patterns
        Mined from the training split at the lambda wanted; the paper takes 0.8 for SNLI, 0.7 for MultiNLI.
    tokens
        Tokens of the side that was mined, if they are at hand.

    Raises
    ------
    TokenisationError
        If the patterns were mined from parses and a pair has none, or `tokens` are of another tokenisation.
    """
    compact = patterns.compact()
    held = compact.mark(pairs) if tokens is None else compact.mark_tokens(tokens)
    frame = pairs.frame.select("id").with_columns(
        marked(mark_codes(held, compact.table()["label"], pairs.gold), pairs.gold),
        causes(held, compact.table()["pattern"]),
    )
    return DifficultyMarks(f"patterns of {patterns.origin.dataset}, p > {patterns.origin.threshold:g}", frame)


def mark_codes(held: Marks, labels: pl.Series, gold: pl.Series) -> Codes:
    """Return the position in `MARKS` of every instance, shape (n,); meaningless where gold is null.

    Parameters
    ----------
    held
        The patterns that each of n instances holds.
    labels
        Label of every pattern, as `LABEL_TYPE`.
    gold
        Gold label of every instance, as `LABEL_TYPE`.
    """
    of_pattern, of_gold = _physical(labels), _physical(gold)
    agrees = _AGREEMENT[of_pattern[held.patterns], of_gold[held.texts]]
    agreeing = np.bincount(held.texts[agrees], minlength=len(held))
    conditions = [held.numbers == 0, agreeing == held.numbers, agreeing == 0]
    places = [MARKS.index("none"), MARKS.index("easy"), MARKS.index("hard")]
    return np.select(conditions, places, MARKS.index("conflicting")).astype(np.int8)


def marked(codes: Codes, gold: pl.Series) -> pl.Series:
    """Return marks as a column ``mark``; null where gold is."""
    marks = pl.Series("mark", MARKS, dtype=MARK_TYPE).gather(codes.astype(np.uint32))
    return pl.select(pl.when(gold.is_not_null()).then(marks)).to_series()


def model_based_marks(pairs: PairTable, hypothesis_only: Finding) -> DifficultyMarks:
    """Mark instances by whether a hypothesis-only model gets them right: easy, or hard where it does not.

    Parameters
    ----------
    pairs
        The audited set or the test of the finding.
    hypothesis_only
        Finding of the measure of that name: the audited set was cross-fitted, so that no row was seen by
        the model that scores it; a test was scored by a model of all of training.

    Raises
    ------
    MeasureInputError
        If the finding says nothing of these instances.

    References
    ----------
    Gururangan et al. (2018), "Annotation artifacts in natural language inference data", section 4.
    """
    predictions = _predictions(pairs, hypothesis_only)
    found = pairs.frame.select("id", "label").join(predictions, on="id", how="left", maintain_order="left")
    answered = found["prediction"].is_not_null() & found["label"].is_not_null()
    if not answered.any():
        raise MeasureInputError(
            f"no predictions for '{printable(pairs.name)}' in the finding for "
            f"'{printable(hypothesis_only.subject)}'",
            "a hypothesis-only finding of these data",
            "take the measure with these data as training or test",
        )
    right = _AGREEMENT[_physical(found["prediction"]), _physical(found["label"])]
    codes = np.where(right, MARKS.index("easy"), MARKS.index("hard")).astype(np.int8)
    frame = found.select("id").with_columns(
        marked(codes, answered.replace_strict({True: True}, default=None, return_dtype=pl.Boolean)),
        causes=pl.concat_list(found["prediction"].cast(pl.String)).list.drop_nulls(),
    )
    return DifficultyMarks(f"hypothesis-only model of {hypothesis_only.subject.split(' -> ')[0]}", frame)


def published_marks(pairs: PairTable, hard: Collection[str], notion: str = "published") -> DifficultyMarks:
    """Mark instances by a published list of hard ones: those in it are hard, all others easy.

    Parameters
    ----------
    pairs
        The split that the list was drawn from.
    hard
        Ids of the hard instances.
    notion
        What to call it.
    """
    is_hard = pairs.frame["id"].is_in(pl.Series(list(hard), dtype=pl.String).implode()).to_numpy()
    codes = np.where(is_hard, MARKS.index("hard"), MARKS.index("easy")).astype(np.int8)
    causes = pl.repeat([], len(pairs), dtype=pl.List(pl.String), eager=True).alias("causes")
    return DifficultyMarks(notion, pairs.frame.select("id").with_columns(marked(codes, pairs.gold), causes))


# Whether label and gold agree, by position in Label: non-entailment is right of neutral, and the reverse.
_AGREEMENT = np.array(
    [[predicted in gold_set(gold) or gold in gold_set(predicted) for gold in Label] for predicted in Label],
    dtype=np.bool_,
)


def _physical(labels: pl.Series) -> npt.NDArray[np.int64]:
    return labels.to_physical().cast(pl.Int64).fill_null(0).to_numpy()


def _predictions(pairs: PairTable, finding: Finding) -> pl.DataFrame:
    column = f"{finding.measure}_prediction"
    if finding.items is None or column not in finding.items.columns:
        return pl.DataFrame(schema={"id": pl.String, "prediction": pairs.gold.dtype})
    own = finding.items.filter(pl.col("set") == pairs.name)
    return own.select("id", prediction=pl.col(column).cast(pairs.gold.dtype))


def causes(held: Marks, names: pl.Series) -> pl.Series:
    """Return what every instance holds as a column ``causes``, in the order of `names`.

    Parameters
    ----------
    held
        What each of n instances holds.
    names
        What each of them is called.
    """
    named = pl.DataFrame({"text": held.texts, "place": held.patterns}).sort("text", "place")
    texts = names.gather(named["place"].cast(pl.UInt32))
    grouped = named.select("text").with_columns(causes=texts).group_by("text", maintain_order=True).all()
    every = pl.DataFrame({"text": np.arange(len(held), dtype=np.int64)})
    joined = every.join(grouped, on="text", how="left", maintain_order="left")
    return joined["causes"].fill_null([])


# Marks by single words: easy where the give-away words of a hypothesis speak for its gold label.


def word_marks(
    pairs: PairTable, train: PairTable, tokenisation: str, threshold: float, rate: float = 0.05
) -> DifficultyMarks:
    """Mark instances by the give-away words they hold, as `pattern_marks` does by patterns.

    A word counts for a label if it is flagged for it (`word_statistics`) and more than `threshold` of the
    hypotheses of training that hold it have that label.

    Parameters
    ----------
    pairs
        Any split.
    train
        Where words are counted; every row has gold.
    tokenisation
        Its name, for both.
    threshold
        Lowest p(l|w) by hypotheses, exclusive.
    rate
        False discovery rate at which words are flagged.

    Raises
    ------
    TokenisationError
        If ``"parse"`` is asked for and a pair has none.
    """
    strong = strong_words(train, tokenisation, threshold, rate)
    held = _held(sentence_tokens(pairs, "hypothesis", tokenisation), strong["word"])
    codes = mark_codes(held, strong["label"], pairs.gold)
    frame = pairs.frame.select("id").with_columns(marked(codes, pairs.gold), causes(held, strong["word"]))
    return DifficultyMarks(f"give-away words of {train.name}, p > {threshold:g}", frame)


def strong_words(train: PairTable, tokenisation: str, threshold: float, rate: float) -> pl.DataFrame:
    """Return the words that count, strongest first: ``word``, ``label``, ``instances``, ``p``.

    Parameters
    ----------
    train, tokenisation
        The pairs, of which every row has gold, and what their words are.
    threshold
        Lowest p(l|w) by hypotheses, exclusive.
    rate
        False discovery rate at which words are flagged.
    """
    measured = measure_words(train, sentence_tokens(train, "hypothesis", tokenisation), rate)
    counted = measured.statistics.filter(pl.col("flagged") & (pl.col("p_instances") > threshold))
    ranked = counted.sort("p_instances", "instances", "word", descending=[True, True, False])
    # Below one half a word may be flagged for two labels; the stronger one is what it says.
    return ranked.unique("word", keep="first", maintain_order=True).select(
        "word", pl.col("label").cast(LABEL_TYPE), "instances", p="p_instances"
    )


def _held(tokens: Tokens, words: pl.Series) -> Marks:
    once = distinct_words(tokens)
    found = once.recoded(words)
    kept = found >= 0
    numbers = np.bincount(once.rows[kept], minlength=len(once))
    offsets = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(numbers)])
    return Marks(offsets, found[kept], len(words))


# What the artifacts of a training set say of each instance: its gold label, another, both, or nothing.


KINDS = ("words", "patterns", "together")
WHERE = ("agree", "disagree", "conflicting", "none")
"""The names here of the marks easy, hard, conflicting and none."""
_TYPE = pl.Enum(WHERE)
_NONE, _CONFLICTING = MARKS.index("none"), MARKS.index("conflicting")
# By position in MARKS: what holds for words and patterns together, from what holds for each.
_TOGETHER = np.array(
    [
        [
            one if other in (one, _NONE) else other if one == _NONE else _CONFLICTING
            for other in range(len(MARKS))
        ]
        for one in range(len(MARKS))
    ]
)


def artifact_marks(pairs: PairTable, train: PairTable, patterns: PatternSet, rate: float) -> pl.DataFrame:
    """Say of every instance with gold whether the artifacts it holds agree with gold.

    Parameters
    ----------
    pairs
        Any split.
    train
        Where words are counted; every row has gold.
    patterns
        Mined from `train`; their lambda and tokenisation are those of the words too.
    rate
        False discovery rate at which words are flagged.

    Returns
    -------
    polars.DataFrame
        ``id``, ``label``, ``artifact_KIND`` (an Enum of `WHERE`) for every one of `KINDS`, and
        ``artifact_words_held`` (list of strings, strongest first).

    Raises
    ------
    TokenisationError
        If the patterns were mined from parses and a pair has none.
    """
    origin = patterns.origin
    words = word_marks(pairs, train, origin.tokenisation, origin.threshold, rate).frame
    marks = pairs.frame.select("id", "label").with_columns(
        words["mark"],
        words["causes"].alias("artifact_words_held"),
        pattern_marks(pairs, patterns).frame["mark"].alias("pattern"),
    )
    marked_rows = marks.filter(pl.col("mark").is_not_null())
    by_word, by_pattern = (marked_rows[name].to_physical().to_numpy() for name in ("mark", "pattern"))
    codes = zip(KINDS, (by_word, by_pattern, _TOGETHER[by_word, by_pattern]), strict=True)
    named = [pl.Series(f"artifact_{kind}", WHERE, dtype=_TYPE).gather(found) for kind, found in codes]
    return marked_rows.select("id", "label", *named, "artifact_words_held")
