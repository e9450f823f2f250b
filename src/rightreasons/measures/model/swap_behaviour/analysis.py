"""Behaviour analysis: what predictions on swapped instances show of three factors (Sanchez et al. 2018)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import polars as pl

from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.swaps.options import SEED
from rightreasons.challenges.swaps.swap_set import KEPT, PROPOSED
from rightreasons.errors import OptionError
from rightreasons.figures import Figure, Figures
from rightreasons.findings import Cell, Finding, View
from rightreasons.labels import CollapseRule
from rightreasons.measures.model.swap_behaviour import insensitivity, polarity, responses, unseen_pairs
from rightreasons.measures.model.swap_behaviour.cross_tables import Tested
from rightreasons.measures.model.swap_behaviour.definitions import Definition, definition_named
from rightreasons.measures.model.swap_behaviour.family import Family, family
from rightreasons.measures.model.swap_behaviour.judged import Judged, judge
from rightreasons.predictions import Predictions
from rightreasons.sentences.templates import fill

ADDS = {"model_measure": ["behaviour"]}
ITEM_COLUMNS: Mapping[str, str] = {
    "gold_changed": "bool truth: Whether the swap changed the gold label; null of control instances.",
    "unseen": "bool truth: Whether no training instance holds the pair of words in this order.",
    "prediction_changed": "bool truth: Whether the answer is another than that to the control instance.",
    "polarity_differs": "bool truth: Whether the label that training gives to the pair of words is not gold.",
    "follows_polarity": "bool truth: Where that is one label and not gold, whether the model predicts it.",
}
"""Columns beside those of a score; instances of a swap set have its name in ``group_set``."""
_ITEMS = ("id", "predicted", "answer", "correct", *ITEM_COLUMNS)


def behaviour(
    challenge: Challenge,
    swaps: pl.DataFrame,
    predictions: Predictions,
    definition: str = "recommended",
    collapse: CollapseRule = "argmax",
    seed: int = SEED,
) -> tuple[Finding, ...]:
    """Analyse behaviour on swapped words: accuracy, insensitivity, unseen pairs and polarity.

    Parameters
    ----------
    challenge
        What was asked.
    swaps
        Its rows, which are those of swap sets.
    predictions, definition, collapse, seed
        As of `analyse`, which this is (Sanchez et al. 2018).
    """
    return analyse(
        swaps,
        predictions,
        definition=definition,
        collapse=collapse,
        allow_partial=True,
        seed=seed,
        name=challenge.name,
    )


def analyse(
    sets: pl.DataFrame,
    predictions: Predictions,
    *,
    definition: str = "recommended",
    level: float | None = None,
    collapse: CollapseRule = "argmax",
    allow_partial: bool = False,
    seed: int = SEED,
    name: str | None = None,
) -> tuple[Finding, ...]:
    """Say what predictions on swap sets show: accuracy, and three factors that may be behind it.

    Parameters
    ----------
    sets
        Rows of sets, control sets too (`swap_set.COLUMNS`); those without gold label are only counted.
    predictions
        What a model said of them, by ``id``; three labels or two.
    definition
        ``"recommended"`` or ``"sanchez-2018"``: which tests decide, see `DEFINITIONS`.
    level
        A p-value below it counts; None: that of the definition (0.05 over the family, 1e-4 each).
    collapse
        How three labels become two where gold or predictions know two, see
        `rightreasons.measures.model.score`.
    allow_partial
        Whether instances may lack a prediction and predictions an instance; such are left out and counted.
    seed, name
        For the tests by random tables; the set of the instances in ``items.parquet``.

    Returns
    -------
    tuple of Finding
        ``behaviour`` (accuracies of Table 1; ``SET.drop``, control minus transformed, on the same items),
        ``insensitivity``, ``unseen_pairs`` and ``polarity``, whose tests are one family. What cannot be told
        has no value, and a reason.

    Raises
    ------
    MeasureInputError, PredictionError, OptionError, UnknownNameError
        If the sets are not as they should be, predictions do not fit them, or a name is unknown.
    """
    chosen = definition_named(definition)
    threshold = _checked(chosen.level if level is None else level)
    judged = judge(sets, predictions, collapse, allow_partial=allow_partial, name=name)
    right = responses.tested(judged, chosen, seed)
    insensitive = insensitivity.tested(judged, chosen, seed)
    unseen = unseen_pairs.tested(judged, chosen, seed)
    polar = polarity.tested(judged, chosen, seed)
    tests = family([*right, *insensitive, *unseen, *polar], chosen, threshold)
    notes = (*_notes(judged), *predictions.provenance.notes)
    settings = _settings(judged, chosen, tests, seed)
    common = _Common(predictions.name, chosen.wording, tests, settings, notes, name or "")
    return (
        _accuracies(common, judged, right),
        _insensitivity(common, judged, insensitive),
        _unseen(common, judged, unseen),
        _polarity(common, judged, polar, chosen),
    )


def _accuracies(common: "_Common", judged: Judged, tested: Iterable[Tested]) -> Finding:
    found = tuple(responses.accuracies(judged))
    views = {"accuracy": responses.accuracy_view(found)}
    definition = fill("behaviour.definition", decision=common.decision)
    wording = (definition, responses.headline(judged, found))
    items = judged.frame.select(_ITEMS)
    return common.finding(responses.MEASURE, wording, found, tested, items=items, views=views)


def _insensitivity(common: "_Common", judged: Judged, tested: Iterable[Tested]) -> Finding:
    found = tuple(insensitivity.figures(judged))
    definition = fill("insensitivity.definition", decision=common.decision)
    wording = (definition, insensitivity.headline(found, common.tests))
    views = {"rates": insensitivity.view(found)}
    return common.finding(insensitivity.MEASURE, wording, found, tested, views)


def _unseen(common: "_Common", judged: Judged, tested: Iterable[Tested]) -> Finding:
    found = Figures(unseen_pairs.figures(judged))
    definition = fill("unseen_pairs.definition", decision=common.decision)
    wording = (definition, unseen_pairs.headline(found))
    views = {"accuracy": unseen_pairs.view(found)}
    return common.finding(unseen_pairs.MEASURE, wording, tuple(found.values()), tested, views)


def _polarity(common: "_Common", judged: Judged, tested: Iterable[Tested], definition: Definition) -> Finding:
    found = tuple(polarity.figures(judged))
    said = fill("polarity.definition", decision=common.decision)
    wording = (said, polarity.headline(judged, common.tests, definition))
    return common.finding(polarity.MEASURE, wording, found, tested)


@dataclass(frozen=True)
class _Common:
    """What the findings of one analysis share."""

    subject: str
    decision: str
    tests: Family
    settings: Mapping[str, Cell]
    notes: tuple[str, ...]
    on: str

    def finding(
        self,
        measure: str,
        wording: tuple[str, str],
        figures: Iterable[Figure],
        tested: Iterable[Tested],
        views: Mapping[str, View] | None = None,
        items: pl.DataFrame | None = None,
    ) -> Finding:
        """Return the finding of one measure from its definition and headline, its figures and tests."""
        tested = tuple(tested)
        # The first finding has the tests of all, the others their own.
        own = () if measure == responses.MEASURE else tuple({each.factor: None for each in tested})
        title = fill("behaviour.tests") if own else fill("behaviour.all_tests")
        tests = {"tests": self.tests.view(title, own)}
        return Finding(
            measure=measure,
            subject=self.subject,
            definition=wording[0],
            headline=wording[1],
            figures=(*figures, *(effect for each in tested for effect in each.figures())),
            views={**(views or {}), **tests, **{k: v for each in tested for k, v in each.views.items()}},
            tests={f"{each.set}.{name}": result for each in tested for name, result in each.tests.items()},
            settings=self.settings,
            notes=self.notes,
            on=self.on,
            items=items,
            tests_shortcuts=measure == responses.MEASURE,
        )


def _checked(level: float) -> float:
    if not 0 < level <= 1:
        raise OptionError(f"level {level}", "a probability above 0", "correct --level")
    return level


def _settings(judged: Judged, definition: Definition, tests: Family, seed: int) -> dict[str, Cell]:
    return {
        "definition": definition.name,
        "level": tests.level,
        "collapse": judged.rule,
        "seed": seed,
        "instances": judged.frame.height,
    }


def _notes(judged: Judged) -> list[str]:
    frame = judged.frame
    proposed = int((frame["gold_status"] == PROPOSED).sum())
    kept = int((frame["gold_status"] == KEPT).sum())
    unpaired = frame.filter(pl.col("gold_changed").is_not_null() & pl.col("control_answer").is_null()).height
    notes: list[str] = [fill("score.one_run"), fill("behaviour.not_independent")]
    if proposed:
        notes.append(fill("behaviour.proposed", proposed=proposed, instances=frame.height, kept=kept))
    if judged.open:
        notes.append(fill("behaviour.open", instances=judged.open))
    if judged.missing:
        notes.append(fill("behaviour.partial", instances=judged.missing))
    if judged.unknown:
        notes.append(fill("behaviour.unknown", predictions=judged.unknown))
    if unpaired:
        notes.append(fill("behaviour.unpaired", instances=unpaired))
    if judged.rule is not None:
        notes.append(fill("behaviour.collapsed", rule=judged.rule))
    return notes
