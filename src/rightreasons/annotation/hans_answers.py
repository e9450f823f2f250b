"""What the human study finds: who passes the controls, how often they are right, whether they agree."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.annotation.dealing import refuse_unknown
from rightreasons.annotation.hans_study import EXPERTS, ITEM, PARTICIPANTS, study_plan
from rightreasons.figures import Figure, Figures
from rightreasons.findings import Finding, View
from rightreasons.labels import TWO_WAY, Label
from rightreasons.sentences.templates import fill, joined
from rightreasons.statistics.agreement import fleiss_kappa, krippendorff_alpha_nominal
from rightreasons.statistics.clustered import clustered_mean, clustered_proportion
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate

MEASURE = "human_study"
_PERSON = ("participant", "sheet")


def judgements(key: pl.DataFrame, answers: pl.DataFrame) -> pl.DataFrame:
    """Put answers beside what they should be.

    Parameters
    ----------
    key
        As `study_key` returns it.
    answers
        As `rightreasons.annotation.answers.read_answers` returns them.

    Returns
    -------
    pl.DataFrame
        One row an item of every sheet that somebody answered, also where no answer was given:
        ``participant``, the columns of `key`, ``answer``, ``seconds``, ``correct`` (null without answer),
        ``kept`` (whether the person answered every control rightly).

    Raises
    ------
    AnswersError
        If an answer is of an item that does not stand on that sheet of the study.
    """
    refuse_unknown(answers, key)
    people = answers.select(_PERSON).unique(maintain_order=True)
    shown = people.join(key, on="sheet", how="left", maintain_order="left")
    given = answers.select("participant", "sheet", "id", "answer", "seconds")
    frame = shown.join(given, on=["participant", "sheet", "id"], how="left", maintain_order="left")
    frame = frame.with_columns(correct=pl.col("answer") == pl.col("gold"))
    passed = (pl.col("kind") == ITEM) | pl.col("correct").fill_null(value=False)
    return frame.with_columns(kept=passed.all().over(_PERSON))


def human_study(judged: pl.DataFrame, name: str) -> Finding:
    """Say how right people are on HANS.

    Parameters
    ----------
    judged
        As `judgements` returns it.
    name
        What to call the study.

    Returns
    -------
    Finding
        Figures ``WHO.FIGURE`` for participants and experts, as far as there are any: ``kept``, ``dropped``,
        ``accuracy``, ``entailment``, ``non-entailment``, ``fleiss_kappa``, ``krippendorff_alpha``,
        ``kept_seconds``, ``dropped_seconds``. Tables ``accuracy``, ``time``, ``by_subcase``, ``people``.
    """
    groups = [who for who in (PARTICIPANTS, EXPERTS) if (judged["who"] == who).any()]
    parts = {who: judged.filter(who=who) for who in groups}
    figures = Figures(each for who, part in parts.items() for each in _figures(who, part))
    rows = [
        _row(figure, _judged_as(_counted(parts[figure.group["who"]]), figure.label))
        for figure in figures.where("accuracy")
    ]
    return Finding(
        measure=MEASURE,
        subject=name,
        definition=fill("human_study.definition"),
        headline=_headline(figures, groups),
        figures=figures,
        views={
            "accuracy": View.from_frame(
                fill("human_study.by_label"),
                pl.DataFrame(rows),
                by=("who", "gold"),
                bounds={"accuracy": ("low", "high")},
                roles={"judgements": "count", "people": "count", "printed": "accuracy"},
            ),
            "people_and_time": _printed_beside(figures),
            "by_subcase": _by_subcase(judged),
            "people": _by_person(judged),
        },
        settings={"people": judged.select(_PERSON).n_unique()},
        notes=(fill("human_study.controls"), fill("human_study.wording"), *_unanswered(judged)),
    )


def _figures(who: str, part: pl.DataFrame) -> Iterator[Figure]:
    """Return the figures of participants, or of experts."""
    group, items = {"who": who}, _counted(part)
    for name, found in _people(part):
        yield Figure("count", found, group, what=name)
    yield Figure("accuracy", _accuracy(items), group)
    for gold in TWO_WAY:
        right = _accuracy(_judged_as(items, gold))
        yield Figure("accuracy", right, group, gold, what="")
    for name, found in _agreement(items):
        yield Figure("kappa", found, group, what=name)
    for name, found in _times(part):
        yield Figure("mean", found, group, what=name)


def _counted(part: pl.DataFrame) -> pl.DataFrame:
    """Return the judgements that count: of items, by people who answered every control rightly."""
    return part.filter((pl.col("kind") == ITEM) & pl.col("kept") & pl.col("correct").is_not_null())


def _judged_as(items: pl.DataFrame, gold: Label | None) -> pl.DataFrame:
    return items if gold is None else items.filter(gold=gold)


def _people(part: pl.DataFrame) -> Iterator[tuple[str, Estimate]]:
    people = part.select(*_PERSON, "kept").unique()
    for name, kept in (("kept", True), ("dropped", False)):
        count = people.filter(kept=kept).height
        yield name, Estimate(count, "count", people.height)


def _accuracy(items: pl.DataFrame) -> Estimate:
    if not items.height:
        return proportion(0, 0)
    return clustered_proportion(items["correct"].cast(pl.Float64).to_numpy(), _people_of(items))


def _people_of(rows: pl.DataFrame) -> npt.NDArray[np.int64]:
    """Return the number of the person behind every row, shape (n,)."""
    return rows.select(pl.struct(_PERSON).rank("dense")).to_series().to_numpy().astype(np.int64)


def _row(figure: Figure, items: pl.DataFrame) -> dict[str, str | int | float | None]:
    low, high = figure.bounds
    return {
        "who": figure.group["who"],
        "gold": "all" if figure.label is None else str(figure.label),
        "judgements": items.height,
        "people": items.select(_PERSON).n_unique(),
        "accuracy": figure.value,
        "low": low,
        "high": high,
        "printed": study_plan().printed.get(figure.name),
    }


def _agreement(items: pl.DataFrame) -> Iterator[tuple[str, Estimate]]:
    # One pair stands on several sheets, under an id of each.
    counts = items.group_by("pair").agg(
        *((pl.col("answer") == label).sum().alias(label) for label in TWO_WAY)
    )
    several = counts.filter(pl.sum_horizontal(TWO_WAY) >= 2).select(TWO_WAY).to_numpy()
    for name, statistic in (
        ("fleiss_kappa", fleiss_kappa),
        ("krippendorff_alpha", krippendorff_alpha_nominal),
    ):
        value = statistic(several) if len(several) else None
        reason = (
            "no interval is made" if value is not None else "fewer than two different judgements to compare"
        )
        yield name, Estimate(value, "coefficient", len(several), reason=reason)


def _times(part: pl.DataFrame) -> Iterator[tuple[str, Estimate]]:
    for name, kept in (("kept_seconds", True), ("dropped_seconds", False)):
        timed = part.filter((pl.col("kept") == kept) & pl.col("seconds").is_not_null())
        if not timed.height:
            yield name, Estimate(None, "seconds", 0, reason="nobody, or no times")
            continue
        yield name, clustered_mean(timed["seconds"].to_numpy(), _people_of(timed), "seconds")


def _printed_beside(figures: Figures) -> View:
    rows = tuple(
        (name, figure.value, figure.n, study_plan().printed.get(name))
        for name, figure in figures.items()
        if figure.quantity in ("count", "mean", "kappa")
    )
    columns = ("figure", "value", "n", "printed")
    return View(
        fill("human_study.people_and_time"), columns, rows, by=("figure",), roles={"printed": "value"}
    )


def _by_subcase(judged: pl.DataFrame) -> View:
    by = ("who", "heuristic", "subcase", "gold")
    counted = (
        _counted(judged)
        .group_by(by, maintain_order=True)
        .agg(judgements=pl.len(), accuracy=pl.col("correct").mean())
    )
    title, roles = fill("human_study.by_subcase"), {"judgements": "count"}
    return View.from_frame(title, counted.sort("who", "subcase"), by=by, roles=roles)


def _by_person(judged: pl.DataFrame) -> View:
    item = pl.col("kind") == ITEM
    counted = judged.group_by("who", *_PERSON, "kept", maintain_order=True).agg(
        controls_right=pl.col("correct").filter(~item).sum(),
        items_answered=pl.col("correct").filter(item).count(),
        accuracy=pl.col("correct").filter(item).mean(),
        seconds=pl.col("seconds").mean(),
    )
    title = fill("human_study.people")
    roles = {"controls_right": "count", "items_answered": "count", "seconds": "mean"}
    return View.from_frame(title, counted, by=("who", *_PERSON), roles=roles)


def _unanswered(judged: pl.DataFrame) -> tuple[str, ...]:
    count = judged.filter(kind=ITEM)["answer"].null_count()
    return (fill("human_study.unanswered", unanswered=count, items=judged.height),) if count else ()


def _headline(figures: Figures, groups: list[str]) -> str:
    return joined((_sentence(figures, who) for who in groups), " ")


def _sentence(figures: Figures, who: str) -> str:
    kept, accuracy = figures[f"{who}.kept"], figures[f"{who}.accuracy"]
    if accuracy.value is None:
        return fill("human_study.nothing", kept=kept, who=who)
    printed = study_plan().printed[accuracy.name]
    return fill("human_study.right", kept=kept, who=who, accuracy=accuracy, printed=printed)
