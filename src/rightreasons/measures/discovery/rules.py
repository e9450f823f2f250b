"""Rules that predict gold, or that a model follows where gold does not, with what refutes them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.discovery.discovered import Discovery, Found
from rightreasons.discovery.stability import Stability
from rightreasons.figures import Figure, Figures, Rows, containing, where
from rightreasons.findings import Cell, Finding, View, bounded
from rightreasons.measures.discovery.wording import Beside, Labelled, definition_of, headline_of
from rightreasons.pairs import LABEL_TYPE, PairTable
from rightreasons.sentences.templates import fill
from rightreasons.shortcuts.evidence import agreement
from rightreasons.shortcuts.predicates.marked_words import marked_words
from rightreasons.statistics.results import Estimate

MEASURE = "rules"
Places = npt.NDArray[np.intp]
ITEM_COLUMNS: Mapping[str, str] = {
    "part": "text group: Whether rules were searched or tested on the row; null of one left out by a sample.",
    "rules_held": "list group: The rules that hold of the row, by number.",
    "rules_premise_words": "list word of premise: Words of these rules in the premise.",
    "rules_hypothesis_words": "list word of hypothesis: Words of these rules in the hypothesis.",
}


def rules(
    pairs: Labelled,
    discovery: Discovery,
    beside: Beside | None = None,
    level: float = 0.95,
    *,
    beyond_hypothesis: bool = False,
    stability: Stability | None = None,
) -> Finding:
    """Return what was discovered as a finding.

    Parameters
    ----------
    pairs
        The pairs.
    discovery
        What was found in them.
    beside
        Where the rules are those of a model.
    level
        Nominal coverage.
    beyond_hypothesis
        Whether the base model is one of the hypothesis alone, not the shares of the labels.
    stability
        In how many other divisions of the rows the rules hold again, where that was tried.

    Returns
    -------
    Finding
        Of each rule that holds figures ``rule-N.LABEL.share``, ``.lift`` (of a model ``.gap``), and
        ``.coverage``; tables ``rules``, ``in_other_words`` (other rules
        that hold of nearly the same rows), ``failed``, ``other_splits``. Items: ``part``, ``rules_held``.
    """
    numbered = _numbered(discovery)
    held = {name: found for name, found in numbered.items() if found in discovery.proved}
    figures = Figures(_figures(pairs, numbered, held, beside))
    views = _views(pairs, numbered, held, beside, stability, beyond_hypothesis=beyond_hypothesis)
    return Finding(
        measure=MEASURE,
        subject=pairs.name if beside is None else f"{beside.model} on {pairs.name}",
        definition=definition_of(pairs, discovery, held, beside, beyond_hypothesis=beyond_hypothesis),
        headline=headline_of(pairs, discovery, held, numbered, beside, beyond_hypothesis=beyond_hypothesis),
        figures=figures,
        views=views,
        settings={
            "searched": int(discovery.searched.sum()),
            "tested": int(discovery.tested.sum()),
            "predicates": discovery.predicates,
            "least_rows": discovery.least,
            "kept_together": discovery.by,
            "base": "hypothesis" if beyond_hypothesis else "labels",
            "splits": 0 if stability is None else stability.splits,
            "level": level,
            "alpha": discovery.alpha,
        },
        items=_items(pairs, discovery),
        tests_shortcuts=beside is not None,
    )


def _views(
    pairs: Labelled,
    numbered: Mapping[str, Found],
    held: Mapping[str, Found],
    beside: Beside | None,
    stability: Stability | None,
    *,
    beyond_hypothesis: bool,
) -> dict[str, View]:
    views = (
        {"rules": _table(pairs, held, beyond_hypothesis=beyond_hypothesis)}
        if beside is None
        else {"rules": _of_model(pairs, numbered, held, beside)}
    )
    if any(found.candidate.same for found in held.values()):
        views["in_other_words"] = _same(held)
    if stability is not None and held:
        views["other_splits"] = _in_other_splits(numbered, held, stability)
    if len(held) < len(numbered):
        views["failed"] = _failed(numbered, held, of_model=beside is not None)
    if beside is not None and held:
        views |= {f"train_{name}": _of_training(numbered, held, own) for name, own in beside.train.items()}
    return views


def _figures(
    pairs: Labelled, numbered: Mapping[str, Found], held: Mapping[str, Found], beside: Beside | None
) -> Iterator[Figure]:
    for place, (name, found) in enumerate(numbered.items()):
        if name not in held:
            continue
        label, proof = found.candidate.rule.label, found.proof
        figure = partial(Figure, group={"rules_held": name}, label=label, rows=_rows(pairs, name))
        share = float(proof.rows.mean())
        coverage = Estimate(share, "proportion", len(proof.rows), reason="a count of all rows")
        yield figure("coverage", coverage, what="coverage")
        yield from _counts(pairs, name, found)
        if beside is None:
            yield figure("share", proof.inside, what="share")
            yield figure("share", proof.outside, what="elsewhere")
            if proof.lift is not None:
                yield figure("lift", proof.lift, what="lift")
            continue
        own = beside.gold[place]
        yield figure("share", own.model, what="model")
        yield figure("share", own.gold, what="gold")
        yield figure("difference", proof.inside, what="gap")
        yield figure("difference", proof.outside, what="gap_elsewhere")
        yield figure("share", own.explained, what="errors")


def _counts(pairs: Labelled, name: str, found: Found) -> Iterator[Figure]:
    """Yield how many rows speak for a rule and against it: those with its label, and those without."""
    label = found.candidate.rule.label
    own = agreement(label, pairs.gold)
    others = [
        each for each in pairs.labels if not agreement(label, pl.Series([each.value], dtype=LABEL_TYPE))[0]
    ]
    rows = _rows(pairs, name)
    for what, flags, labels in (
        ("against", ~own, others),
        ("for", own, [each for each in pairs.labels if each not in others]),
    ):
        number = Estimate(
            float((found.proof.rows & flags).sum()), "rows", int(found.proof.rows.sum()), reason="a count"
        )
        about = rows.also(*where(label=[each.value for each in labels]).where)
        yield Figure("count", number, group={"rules_held": name}, label=label, rows=about, what=what)


def _rows(pairs: Labelled, name: str) -> Rows:
    return where(set=pairs.name).also(containing("rules_held", name))


def _table(pairs: Labelled, held: Mapping[str, Found], *, beyond_hypothesis: bool) -> View:
    columns = (
        "rule",
        "holds_where",
        "label",
        "rows",
        "share",
        "share_low",
        "share_high",
        "elsewhere",
        *(("expected",) if beyond_hypothesis else ()),
        "lift",
        "lift_low",
        "lift_high",
        "p_adjusted",
    )
    lines: list[tuple[Cell, ...]] = []
    for name, found in held.items():
        rule, proof = found.candidate.rule, found.proof
        lift: tuple[Cell, ...] = (
            (None, None, None) if proof.lift is None else (proof.lift.value, *proof.lift.bounds)
        )
        lines.append(
            (
                name,
                rule.sentence,
                rule.label.value,
                proof.n,
                proof.inside.value,
                *proof.inside.bounds,
                proof.outside.value,
                *((proof.expected,) if beyond_hypothesis else ()),
                *lift,
                proof.adjusted,
            )
        )
    return View(
        fill("rules.table"),
        columns,
        tuple(lines),
        by=("rule",),
        roles={"rule": "group", "holds_where": "text", "elsewhere": "share"}
        | ({"expected": "share"} if beyond_hypothesis else {}),
        line_rows=tuple(_rows(pairs, name) for name in held),
        bounds=bounded("share", "lift"),
    )


def _of_model(
    pairs: Labelled, numbered: Mapping[str, Found], held: Mapping[str, Found], beside: Beside
) -> View:
    columns = (
        "rule",
        "holds_where",
        "label",
        "rows",
        "model",
        "gold",
        "gap",
        "gap_low",
        "gap_high",
        "gap_elsewhere",
        "errors",
        "p_mcnemar",
        "p_adjusted",
    )
    lines: list[tuple[Cell, ...]] = []
    for place, (name, found) in enumerate(numbered.items()):
        if name in held:
            rule, proof, own = found.candidate.rule, found.proof, beside.gold[place]
            lines.append(
                (
                    name,
                    rule.sentence,
                    rule.label.value,
                    proof.n,
                    own.model.value,
                    own.gold.value,
                    proof.inside.value,
                    *proof.inside.bounds,
                    proof.outside.value,
                    own.explained.value,
                    own.test.p_value,
                    proof.adjusted,
                )
            )
    return View(
        fill("rules.table_of_model"),
        columns,
        tuple(lines),
        by=("rule",),
        roles={
            "rule": "group",
            "holds_where": "text",
            "model": "share",
            "gold": "share",
            "gap": "difference",
            "gap_elsewhere": "difference",
            "errors": "share",
            "p_mcnemar": "p_value",
        },
        line_rows=tuple(_rows(pairs, name) for name in held),
        bounds=bounded("gap"),
    )


def _failed(numbered: Mapping[str, Found], held: Mapping[str, Found], *, of_model: bool) -> View:
    lines = tuple(
        (
            name,
            found.candidate.rule.sentence,
            found.candidate.rule.label.value,
            found.proof.n,
            found.proof.inside.value,
            found.proof.outside.value,
            found.proof.adjusted,
        )
        for name, found in numbered.items()
        if name not in held
    )
    inside, elsewhere = ("gap", "gap_elsewhere") if of_model else ("share", "elsewhere")
    columns = ("rule", "holds_where", "label", "rows", inside, elsewhere, "p_adjusted")
    role = "difference" if of_model else "share"
    roles = {"rule": "group", "holds_where": "text", inside: role, elsewhere: role}
    return View(fill("rules.table_of_failed"), columns, lines, by=("rule",), roles=roles)


def _in_other_splits(numbered: Mapping[str, Found], held: Mapping[str, Found], found: Stability) -> View:
    lines = tuple(
        (name, numbered[name].candidate.rule.sentence, again, found.splits)
        for name, again in zip(numbered, found.again, strict=True)
        if name in held
    )
    return View(
        fill("rules.table_of_splits"),
        ("rule", "holds_where", "found_again", "splits"),
        lines,
        by=("rule",),
        roles={"rule": "group", "holds_where": "text", "found_again": "count", "splits": "count"},
    )


def _same(held: Mapping[str, Found]) -> View:
    lines = tuple((name, other) for name, found in held.items() for other in found.candidate.same)
    return View(
        fill("rules.table_of_same"),
        ("rule", "holds_where"),
        lines,
        by=("rule",),
        roles={"rule": "group", "holds_where": "text"},
    )


def _of_training(
    numbered: Mapping[str, Found],
    held: Mapping[str, Found],
    own: Sequence[tuple[Estimate, Estimate]],
) -> View:
    lines = tuple(
        (rule, found.candidate.rule.label.value, inside.n, inside.value, *inside.bounds, outside.value)
        for (rule, found), (inside, outside) in zip(numbered.items(), own, strict=True)
        if rule in held
    )
    columns = ("rule", "label", "rows", "share", "share_low", "share_high", "elsewhere")
    roles = {"rule": "group", "elsewhere": "share"}
    return View(
        fill("rules.table_of_training"), columns, lines, by=("rule",), roles=roles, bounds=bounded("share")
    )


def _items(pairs: Labelled, discovery: Discovery) -> pl.DataFrame | None:
    if not isinstance(pairs, PairTable):
        return None
    return pairs.frame.select("id").hstack(rule_columns(discovery))


def rule_columns(discovery: Discovery, places: Places | None = None) -> pl.DataFrame:
    """Return what is said of rows: in which part they are, which rules hold of them, and their words.

    Parameters
    ----------
    discovery
        What was found.
    places
        Which rows; None: all.
    """
    rows = np.arange(len(discovery.searched)) if places is None else places
    numbered = _numbered(discovery)
    words = {name: _words(found) for name, found in numbered.items()}
    parts = pl.DataFrame({"searched": discovery.searched[rows], "tested": discovery.tested[rows]})
    named = pl.when("searched").then(pl.lit("searched")).when("tested").then(pl.lit("tested"))
    return parts.select(part=named).with_columns(
        rules_held=_listed(rows, numbered, {name: (name,) for name in numbered}),
        rules_premise_words=_listed(rows, numbered, {name: own[0] for name, own in words.items()}),
        rules_hypothesis_words=_listed(rows, numbered, {name: own[1] for name, own in words.items()}),
    )


def first_rows(pairs: Labelled, discovery: Discovery) -> Places:
    """Return the first row for each rule that holds, and the first against it, ascending."""
    found = set()
    for each in discovery.proved:
        right = agreement(each.candidate.rule.label, pairs.gold)
        for rows in (each.proof.rows & right, each.proof.rows & ~right):
            found |= set(np.flatnonzero(rows)[:1].tolist())
    return np.array(sorted(found), dtype=np.intp)


def _numbered(discovery: Discovery) -> dict[str, Found]:
    return {f"rule-{number}": found for number, found in enumerate(discovery.rules, start=1)}


def _words(found: Found) -> tuple[tuple[str, ...], tuple[str, ...]]:
    literals = found.candidate.rule.literals
    return marked_words(each.predicate for each in literals if not each.negated)


def _listed(rows: Places, numbered: Mapping[str, Found], said: Mapping[str, Sequence[str]]) -> pl.Series:
    """Return of each row what is said of the rules that hold of it, each once, in their order."""
    told = {name: list(words) for name, words in said.items() if words}
    if not told:
        return pl.Series([[]] * len(rows), dtype=pl.List(pl.String))
    flags = pl.DataFrame({name: numbered[name].proof.rows[rows] for name in told})
    none = pl.lit(pl.Series([[]], dtype=pl.List(pl.String)))
    return flags.select(
        pl.concat_list(
            pl.when(pl.col(name)).then(pl.lit(pl.Series([words]))).otherwise(none)
            for name, words in told.items()
        ).list.unique(maintain_order=True)
    ).to_series()
