"""Human labels in place of proposed ones; incoherent instances are dropped and counted."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import polars as pl

from rightreasons.annotation.agreement import agreement
from rightreasons.annotation.dealing import majorities
from rightreasons.annotation.questions import INCOHERENT
from rightreasons.challenges.swaps.swap_set import COLUMNS, CONTROL_OF, HUMAN, OPEN, PROPOSED
from rightreasons.figures import Figure, Figures, figures_of
from rightreasons.findings import Finding, View
from rightreasons.labels import Label, collapse
from rightreasons.pairs import LABEL_TYPE
from rightreasons.sentences.templates import fill
from rightreasons.sentences.templates import joined as joined_text
from rightreasons.statistics.proportions import proportion

MEASURE = "annotation"
INCOHERENT_DROPPED = "incoherent"
DISAGREED = "people disagree"
NO_CONTROL = "control instance dropped"
NO_TRANSFORMED = "every transformed instance dropped"


@dataclass(frozen=True)
class Relabelled:
    """Swap sets after people judged them.

    Parameters
    ----------
    rows
        `rightreasons.challenges.swaps.swap_set.COLUMNS`: what is left. Human labels have the status
        ``human``; what nobody judged is as it was.
    dropped
        How many rows were dropped, by reason.
    """

    rows: pl.DataFrame
    dropped: Mapping[str, int]


def relabelled(rows: pl.DataFrame, placed: pl.DataFrame) -> Relabelled:
    """Put human labels in the place of those that were proposed, or were not there.

    Parameters
    ----------
    rows
        Swap sets, all rows.
    placed
        The answers, as `rightreasons.annotation.questions.placed` returns them; ``row`` is the id.

    Returns
    -------
    Relabelled
        Without instances that are incoherent or on which people disagree, without transformed instances whose
        control instance was dropped, and without control instances all of whose transformed ones were.
        ``control_label`` and ``gold_changed`` follow the new labels.
    """
    judged_rows = majorities(placed).select(id="row", answer="answer", judged=pl.lit(value=True))
    judged = rows.join(judged_rows, on="id", how="left", maintain_order="left")
    why = (
        pl.when(pl.col("answer") == INCOHERENT).then(pl.lit(INCOHERENT_DROPPED))
        .when(pl.col("judged") & pl.col("answer").is_null()).then(pl.lit(DISAGREED))
    )  # fmt: skip
    judged = _with_lost_partners(judged.with_columns(why=why))
    reasons = judged["why"].drop_nulls().value_counts(sort=True)
    left = _labelled(judged.filter(pl.col("why").is_null()), two_way=_is_two_way(rows))
    return Relabelled(left, dict(reasons.iter_rows()))


def _is_two_way(rows: pl.DataFrame) -> bool:
    return bool((rows["control_label"] == Label.NON_ENTAILMENT).any())


def _with_lost_partners(judged: pl.DataFrame) -> pl.DataFrame:
    """Add the reason for which a row is dropped with the one that it belongs to."""
    control = pl.col("set").replace_strict(CONTROL_OF, default=None, return_dtype=pl.String)
    family = judged.with_columns(control=control.fill_null(pl.col("set")), is_control=control.is_null())
    lost = pl.col("why").is_not_null()
    partners = pl.col("is_control"), ~pl.col("is_control")
    without_control = (partners[0] & lost).any().over("control", "item") & partners[1]
    family = family.with_columns(
        why=pl.when(without_control & ~lost).then(pl.lit(NO_CONTROL)).otherwise("why")
    )
    any_transformed = partners[1].any().over("control", "item")
    any_left = (partners[1] & ~lost).any().over("control", "item")
    alone = partners[0] & any_transformed & ~any_left & ~lost
    return family.with_columns(why=pl.when(alone).then(pl.lit(NO_TRANSFORMED)).otherwise("why"))


def _labelled(left: pl.DataFrame, *, two_way: bool) -> pl.DataFrame:
    human = pl.col("answer").is_not_null()
    answer = (
        pl.col("answer").replace_strict(_COLLAPSED, return_dtype=pl.String) if two_way else pl.col("answer")
    )
    labelled = left.with_columns(
        label=pl.when(human).then(answer.cast(LABEL_TYPE)).otherwise("label"),
        gold_status=pl.when(human).then(pl.lit(HUMAN)).otherwise("gold_status"),
    )
    controls = labelled.filter("is_control").select("control", "item", new_label="label")
    joined = labelled.join(controls, on=["control", "item"], how="left", maintain_order="left")
    joined = joined.with_columns(control_label=pl.coalesce("new_label", "control_label"))
    # A proposed label that waited for that of its control instance waits no longer.
    closed = pl.col("label").is_not_null() & pl.col("control_label").is_not_null()
    waited = closed & (pl.col("gold_status") == OPEN)
    return joined.with_columns(
        gold_changed=pl.col("label") != pl.col("control_label"),
        gold_status=pl.when(waited).then(pl.lit(PROPOSED)).otherwise("gold_status"),
    ).select(list(COLUMNS))


_COLLAPSED = {label.value: collapse(label).value for label in Label}


def annotation_finding(
    rows: pl.DataFrame, placed: pl.DataFrame, answers: tuple[str, ...], name: str
) -> Finding:
    """Say how far people agree, and what their labels change.

    Parameters
    ----------
    rows
        Swap sets as they were.
    placed
        The answers.
    answers
        Those that could be given.
    name
        What to call the study.

    Returns
    -------
    Finding
        Figures ``judged``, ``incoherent``, ``label_kept``, and those of
        `rightreasons.annotation.agreement.agreement`. Tables ``by_set``, ``labels``, ``people``.
    """
    new = relabelled(rows, placed)
    joined = rows.join(majorities(placed), left_on="id", right_on="row", how="inner", maintain_order="left")
    incoherent = joined["answer"] == INCOHERENT
    labelled = joined.filter(pl.col("answer") != INCOHERENT).drop_nulls("label")
    before = labelled["label"].cast(pl.String)
    answer = labelled["answer"].replace_strict(_COLLAPSED) if _is_two_way(rows) else labelled["answer"]
    agreed, people = agreement(placed, answers)
    shares = {
        "judged": proportion(joined.height, rows.height),
        "incoherent": proportion(int(incoherent.fill_null(value=False).sum()), joined.height),
        "label_kept": proportion(int((before == answer).sum()), labelled.height),
    }
    figures = Figures([*agreed, *figures_of(shares, "share")])
    return Finding(
        measure=MEASURE,
        subject=name,
        definition=fill("annotation.definition"),
        headline=fill(
            "annotation.headline",
            judged=joined.height,
            instances=rows.height,
            incoherent=figures["incoherent"] if joined.height else 0,
            kappa=_kappa(figures["cohen_kappa"]),
        ),
        figures=figures,
        views={"by_set": _by_set(joined), "labels": _labels(joined), "people": people},
        settings={"people": placed["participant"].n_unique(), "rows_left": new.rows.height},
        notes=tuple(_dropped(new.dropped)),
    )


def _kappa(kappa: Figure) -> str:
    if kappa.value is None:
        return fill("annotation.no_kappa", reason=kappa.reason)
    return fill("annotation.kappa", kappa=kappa)


def _dropped(dropped: Mapping[str, int]) -> Iterator[str]:
    """Yield one note on what was dropped, if anything was."""
    if dropped:
        each = (
            fill("annotation.dropped_for", instances=count, reason=reason)
            for reason, count in dropped.items()
        )
        yield fill("annotation.dropped", reasons=joined_text(each))


def _by_set(joined: pl.DataFrame) -> View:
    changed = pl.col("answer") != pl.col("label").cast(pl.String)
    coherent = pl.col("answer") != INCOHERENT
    counted = joined.group_by("set", maintain_order=True).agg(
        judged=pl.len(),
        incoherent=(~coherent).sum(),
        disagreed=pl.col("answer").null_count(),
        other_label=(changed & coherent).sum(),
    )
    roles = dict.fromkeys(counted.columns[1:], "count")
    return View.from_frame(fill("annotation.by_set"), counted, by=("set",), roles=roles)


def _labels(joined: pl.DataFrame) -> View:
    before = pl.col("label").cast(pl.String).fill_null("open")
    counted = joined.group_by(before.alias("before"), human=pl.col("answer").fill_null(DISAGREED)).len("n")
    by = ("before", "human")
    return View.from_frame(fill("annotation.labels"), counted.sort(*by), by=by)
