"""Rules that predict gold, or that a model follows where gold does not, with what refutes them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import polars as pl

from rightreasons.discovery.beside_gold import BesideGold
from rightreasons.discovery.detectable import smallest_gap, smallest_share
from rightreasons.discovery.discovered import Discovery, Found
from rightreasons.figures import Figure, Figures, Rows, containing, where
from rightreasons.findings import Cell, Finding, View, bounded
from rightreasons.pairs import LABEL_TYPE, PairTable
from rightreasons.sentences.sentence import Sentence
from rightreasons.sentences.templates import fill
from rightreasons.shortcuts.evidence import agreement
from rightreasons.statistics.results import Estimate

MEASURE = "rules"
ITEM_COLUMNS: Mapping[str, str] = {
    "half": "text group: Whether rules were searched or tested on the row.",
    "rules_held": "list group: The rules that hold of the row, by number.",
}
_SHOWN_SHARE = 0.01


@dataclass(frozen=True)
class Beside:
    """What a model and its training say of each rule that was carried.

    Parameters
    ----------
    model
        Name of the model.
    gold
        The model beside gold on the tested rows.
    train
        By name of the training data, of each rule the share of its label there where it holds, and elsewhere.
    errors
        Share of the rows on which model and gold differ.
    """

    model: str
    gold: tuple[BesideGold, ...]
    train: Mapping[str, tuple[tuple[Estimate, Estimate], ...]] = field(default_factory=dict)
    errors: float = 1.0


def rules(
    pairs: PairTable, discovery: Discovery, beside: Beside | None = None, level: float = 0.95
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

    Returns
    -------
    Finding
        Of each rule that holds figures ``rule-N.LABEL.share``, ``.lift`` (of a model ``.gap``), and
        ``.coverage``; tables ``rules``, ``in_other_words`` (other rules
        that hold of nearly the same rows), ``failed``. Items: ``half``, ``rules_held``.
    """
    numbered = {f"rule-{number}": found for number, found in enumerate(discovery.rules, start=1)}
    held = {name: found for name, found in numbered.items() if found in discovery.proved}
    figures = Figures(_figures(pairs, numbered, held, beside))
    views = (
        {"rules": _table(pairs, held)}
        if beside is None
        else {"rules": _of_model(pairs, numbered, held, beside)}
    )
    if any(found.candidate.same for found in held.values()):
        views["in_other_words"] = _same(held)
    if len(held) < len(numbered):
        views["failed"] = _failed(numbered, held)
    if beside is not None and held:
        views |= {f"train_{name}": _of_training(numbered, held, own) for name, own in beside.train.items()}
    return Finding(
        measure=MEASURE,
        subject=pairs.name if beside is None else f"{beside.model} on {pairs.name}",
        definition=fill("rules.definition" if beside is None else "rules.definition_of_model"),
        headline=_headline(pairs, discovery, held, numbered, beside),
        figures=figures,
        views=views,
        settings={
            "searched": int(discovery.searched.sum()),
            "tested": int((~discovery.searched).sum()),
            "predicates": discovery.predicates,
            "least_rows": discovery.least,
            "kept_together": discovery.by,
            "level": level,
            "alpha": discovery.alpha,
        },
        items=_items(pairs, numbered, discovery),
        tests_shortcuts=beside is not None,
    )


def _figures(
    pairs: PairTable, numbered: Mapping[str, Found], held: Mapping[str, Found], beside: Beside | None
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


def _counts(pairs: PairTable, name: str, found: Found) -> Iterator[Figure]:
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


def _rows(pairs: PairTable, name: str) -> Rows:
    return where(set=pairs.name).also(containing("rules_held", name))


def _table(pairs: PairTable, held: Mapping[str, Found]) -> View:
    columns = (
        "rule",
        "holds_where",
        "label",
        "rows",
        "share",
        "share_low",
        "share_high",
        "elsewhere",
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
                *lift,
                proof.adjusted,
            )
        )
    return View(
        fill("rules.table"),
        columns,
        tuple(lines),
        by=("rule",),
        roles={"rule": "group", "holds_where": "text", "elsewhere": "share"},
        line_rows=tuple(_rows(pairs, name) for name in held),
        bounds=bounded("share", "lift"),
    )


def _of_model(
    pairs: PairTable, numbered: Mapping[str, Found], held: Mapping[str, Found], beside: Beside
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
        },
        line_rows=tuple(_rows(pairs, name) for name in held),
        bounds=bounded("gap"),
    )


def _failed(numbered: Mapping[str, Found], held: Mapping[str, Found]) -> View:
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
    columns = ("rule", "holds_where", "label", "rows", "inside", "elsewhere", "p_adjusted")
    roles = {"rule": "group", "holds_where": "text", "inside": "difference", "elsewhere": "difference"}
    return View(fill("rules.table_of_failed"), columns, lines, by=("rule",), roles=roles)


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


def _headline(
    pairs: PairTable,
    discovery: Discovery,
    held: Mapping[str, Found],
    numbered: Mapping[str, Found],
    beside: Beside | None,
) -> Sentence:
    if held:
        name, first = next(iter(held.items()))
        given = {
            "held": len(held),
            "tested": len(numbered),
            "rule": first.candidate.rule.sentence,
            "label": first.candidate.rule.label.value,
        }
        if beside is None:
            return fill("rules.headline", **given, share=first.proof.inside, other=first.proof.outside)
        own = beside.gold[list(numbered).index(name)]
        return fill("rules.headline_of_model", **given, share=own.model, other=own.gold)
    return _none(pairs, discovery, len(numbered), beside)


def _none(pairs: PairTable, discovery: Discovery, tested: int, beside: Beside | None) -> Sentence:
    """Return that no rule holds, with the smallest effect that would have been found."""
    searched = int(discovery.searched.sum())
    rows = max(discovery.least, round(_SHOWN_SHARE * searched))
    if searched < 2 * discovery.least:  # a rule holds of so many rows, and does not of as many
        return fill("rules.none_small", tested=tested, rows=rows)
    if beside is not None:
        gap = smallest_gap(rows, beside.errors, discovery.predicates)
        if gap is None:
            return fill("rules.none_small", tested=tested, rows=rows)
        return fill("rules.none_of_model", tested=tested, rows=rows, share=gap)
    base = max(pairs.gold.drop_nulls().value_counts(normalize=True)["proportion"])
    share = smallest_share(rows, float(base), discovery.predicates)
    if share is None:
        return fill("rules.none_small", tested=tested, rows=rows)
    return fill("rules.none", tested=tested, rows=rows, share=share)


def _items(pairs: PairTable, numbered: Mapping[str, Found], discovery: Discovery) -> pl.DataFrame:
    names = list(numbered)
    flags = pl.DataFrame({name: numbered[name].proof.rows for name in names}) if names else None
    lists = (
        pl.Series([[]] * len(pairs), dtype=pl.List(pl.String))
        if flags is None
        else flags.select(
            pl.concat_list(
                pl.when(pl.col(name)).then(pl.lit(name)).otherwise(None) for name in names
            ).list.drop_nulls()
        ).to_series()
    )
    half = pl.Series(discovery.searched).replace_strict(
        {True: "searched", False: "tested"}, return_dtype=pl.String
    )
    return pairs.frame.select("id").with_columns(half=half, rules_held=lists)
