"""What an audit finds in data before `make` changed them and after, figure by figure."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from rightreasons.artifacts.shared_texts import text_in_both
from rightreasons.engine.memory import remembering
from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import MeasureInputError
from rightreasons.findings import Finding
from rightreasons.measures import MEASURES
from rightreasons.measures.data.inputs import AuditInputs, PreparedTexts
from rightreasons.pairs import PairTable
from rightreasons.references import dotted
from rightreasons.sentences.sentence import in_words
from rightreasons.sentences.templates import fill
from rightreasons.statistics.results import Estimate
from rightreasons.text.language import language_of

MEMORY = "before_after.memory"
_BASELINE = "hypothesis_only"


@dataclass(frozen=True)
class Measured:
    """Data that are measured: alone, or with a test on which a model of them is scored.

    Parameters
    ----------
    train
        Every row has gold.
    test
        The test; None: there is none.
    """

    train: PairTable
    test: PairTable | None = None

    def described(self) -> dict[str, Any]:
        """Return name and rows, and those of the test, as plain JSON."""
        tables = {"data": self.train, "test": self.test}
        return {
            role: {"name": table.name, "rows": len(table)}
            for role, table in tables.items()
            if table is not None
        }


@dataclass(frozen=True)
class _Line:
    """A figure of the comparison: of which measure, how it is written, and what it is called.

    Parameters
    ----------
    title
        The sentence that it is called by.
    measure, figure
        Where it comes from.
    kind
        How it is written, one of `rightreasons.sentences.kinds.KINDS`.
    on_test
        What its name ends in where there is a test.
    """

    title: str
    measure: str
    figure: str
    kind: str
    on_test: str = ""


_LINES = (
    _Line("before_after.majority", _BASELINE, "majority_own", "share_bounds_n"),
    _Line("before_after.gain", _BASELINE, "gain_own", "points_bounds_n"),
    _Line(MEMORY, _BASELINE, "memorised_gain", "points_bounds_n"),
    _Line(
        "before_after.hypothesis_labels", "labels_dealt_out", "gain.hypothesis", "points_bounds_n", ".test"
    ),
    _Line("before_after.premise_labels", "labels_dealt_out", "gain.premise", "points_bounds_n", ".test"),
    _Line("before_after.words", "give_away_words", "words_flagged", "count"),
    _Line(
        "before_after.rows_with_words", "give_away_words", "hypotheses_with_flagged_word", "share_bounds_n"
    ),
    _Line("before_after.patterns", "artificial_patterns", "covered_beyond_chance", "points_bounds_n"),
)


def before_and_after(
    before: Measured, after: Measured, seed: int, progress: Progress = silent
) -> dict[str, Any]:
    """Return the gains of an audit before and after, as plain JSON.

    Parameters
    ----------
    before, after
        What was read, and what was written.
    seed
        Random seed.
    progress
        Hears of fits.

    Returns
    -------
    dict
        ``before`` and ``after`` (name and rows of data and test), and ``figures``: a list of ``figure``,
        ``title`` in the words of the data, ``kind`` (how it is written), ``before`` and ``after``, each as
        `Estimate` has it. What could not be measured has no value and a reason.
    """
    found = [_estimates(each, seed, progress) for each in (before, after)]
    nouns = before.train.nouns
    lines = [
        {
            "figure": dotted(line.measure, None, line.figure),
            "title": str(in_words(fill(line.title), nouns)),
            "kind": line.kind,
            **{
                when: asdict(estimates[line.title])
                for when, estimates in zip(("before", "after"), found, strict=True)
            },
        }
        for line in _LINES
    ]
    return {"before": before.described(), "after": after.described(), "figures": lines}


@remembering()
def _estimates(data: Measured, seed: int, progress: Progress) -> dict[str, Estimate]:
    findings = dict(_findings(data, seed, progress))
    made = {line.title: _estimate(line, findings[line.measure], data) for line in _LINES}
    nouns = data.train.nouns
    reasons = {name: in_words(each.reason, nouns) for name, each in made.items() if each.reason}
    return {
        name: Estimate(each.value, each.unit, each.n, each.interval, reasons.get(name))
        for name, each in made.items()
    }


def _findings(
    data: Measured, seed: int, progress: Progress
) -> Iterator[tuple[str, Finding | MeasureInputError]]:
    """Yield what every measure finds, or why it finds nothing."""
    splits = {"train": data.train.named("train")}
    if data.test is not None:
        splits["test"] = data.test.named("test")
    language = language_of(data.train.premises, data.train.hypotheses)
    inputs = AuditInputs(splits, PreparedTexts(splits), language=language, seed=seed, progress=progress)
    scored = inputs.scored_on(None if data.test is None else "test")
    for name in dict.fromkeys(line.measure for line in _LINES):
        try:
            yield name, scored.find(name, MEASURES.load(name))
        except MeasureInputError as error:
            yield name, error


def _estimate(line: _Line, found: Finding | MeasureInputError, data: Measured) -> Estimate:
    if line.title == MEMORY and data.test is not None:
        return _seen(data.train, data.test)
    if isinstance(found, MeasureInputError):
        return _nothing(found.found)
    name = line.figure + (line.on_test if data.test is not None else "")
    figure = found.figures.get(name)
    if figure is not None:
        return figure.estimate
    if data.test is None:
        return _nothing(fill("before_after.once"))
    return _nothing(fill("before_after.apart", part=data.test.name))


def _nothing(why: str) -> Estimate:
    return Estimate(None, "proportion", 0, reason=why)


def _seen(train: PairTable, test: PairTable) -> Estimate:
    """Return, as a reason for no value, how many rows of a test a model can have seen the hypothesis of."""
    seen = int(text_in_both(test, train, "hypothesis").sum())
    return Estimate(
        None,
        "proportion",
        len(test),
        reason=fill("before_after.seen", rows=seen, test=len(test), part=test.name),
    )
