"""Rules of leaks: pairs and texts of a test set that training has as well, and pairs that a set has twice."""

from collections.abc import Iterator, Mapping
from typing import Any

from rightreasons.figures import Figure
from rightreasons.findings import Cell, Finding
from rightreasons.issues import Issue
from rightreasons.references import Scope
from rightreasons.sentences.templates import fill, joined
from rightreasons.verdicts.policy import Policy
from rightreasons.verdicts.record import Record, issue, low, measured, taken, value

ADDS = {
    "verdict_rule": [
        "leaked_pairs",
        "near_pairs",
        "leaked_texts",
        "items_in_train",
        "pairs_twice",
        "tests_alike",
    ]
}
SHARED = "shared_pairs"
_SIDES = (("hypothesis", "other_hypothesis"), ("premise", "other_premise"))


def leaked_pairs(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find test sets whose pairs are in training, letter by letter or in other spelling."""
    fitted = dict.fromkeys(Scope(each.measure) for each in record.findings if each.fitted_to_train)
    for finding, figure in _equal_pairs(record):
        if value(figure) >= policy.size("leaked_pairs"):
            spelt, without = _as_spelt(record, figure), _without(record, figure.set)
            yield issue(
                "V106",
                policy,
                fill(
                    "V106.leaked",
                    **_counted(figure, figure.set),
                    spelt=spelt,
                    memory=_memory(figure, _conflicting(record, figure.set)),
                    without=without,
                ),
                finding,
                (figure.name,),
                invalidates=tuple(fitted),
            )


def near_pairs(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find test sets whose pairs are in training in other words, with the same label."""
    blocked = _blocked(record, policy)
    for finding in taken(record, "similar_pairs"):
        for near in finding.figures.where("share", what="near_pairs"):
            exchanged = finding.figures[f"{near.set}.exchanged_pairs"] if near.set else near
            leaked = value(near) + value(exchanged)
            if near.set is None or near.set in blocked or leaked < policy.size("near_pairs"):
                continue
            what = _in_other_words(near, exchanged, near.set)
            example, gains = _example(finding, near.set), _with_and_without(record, near.set)
            sentence = fill("V211.found", what=what, example=example, figures=gains)
            yield issue("V211", policy, sentence, finding, (near.name, exchanged.name))


def items_in_train(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find sets on which a model is scored, though its training data have their pairs."""
    train = record.manifest.train
    whole = {
        each.name
        for each in record.manifest.data
        if train is not None and each.content_sha256 == train.content_sha256
    }
    for finding in taken(record, "similar_in_train"):
        if finding.on in whole:  # the very same data are another issue
            continue
        equal, near, exchanged = (
            finding.figures[name] for name in ("equal_pairs", "near_pairs", "exchanged_pairs")
        )
        if value(equal) >= policy.size("leaked_pairs"):
            yield issue(
                "V106",
                policy,
                fill(
                    "V106.items",
                    **_counted(equal, finding.on),
                    memory=_memory(equal, finding.figures.get("conflicting_pairs")),
                    without=_without_items(finding),
                ),
                finding,
                ("equal_pairs",),
                invalidates=(Scope(on=finding.on),),
            )
        elif value(near) + value(exchanged) >= policy.size("near_pairs"):
            what = _in_other_words(near, exchanged, finding.on)
            example, accuracies = (
                _example(finding, finding.on),
                fill("leak.after", what=_without_items(finding)),
            )
            yield issue(
                "V211",
                policy,
                fill("V211.found", what=what, example=example, figures=accuracies),
                finding,
                ("near_pairs", "exchanged_pairs", "accuracy.all", "accuracy.not_in_train"),
            )


def leaked_texts(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find test sets of whose sentences many are in training, though their pairs are not."""
    blocked, similar = _blocked(record, policy), similar_pairs(record)
    for code, kind in (("V209", "leaked_hypotheses"), ("V210", "leaked_premises")):
        for finding, figure in _leaked(record, kind):
            others = value(figure) - value(similar.get(figure.set))
            if figure.set in blocked or others < policy.size("leaked_texts"):
                continue
            sentence = fill(f"{code}.leaked", **_counted(figure, figure.set))
            yield issue(code, policy, sentence, finding, (figure.name,))


def pairs_twice(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find audited sets that have pairs twice, with the same label."""
    for finding in taken(record, "similar_pairs"):
        figure, conflicting = (measured(finding, name) for name in ("similar_pairs", "conflicting_pairs"))
        twice = value(figure) - value(conflicting)
        if figure is None or twice < policy.size("near_pairs"):
            continue
        name = _set_of(figure)
        sentence = fill(
            "V333.twice",
            twice=twice,
            rows=round(twice * figure.n),
            all=figure.n,
            example=_example(finding, name),
            figures=joined((_once(record, name), _phrases(record, policy)), ""),
        )
        yield issue("V333", policy, sentence, finding, (figure.name,))


def repeated_pairs(record: Record, policy: Policy) -> float:
    """Return the share of rows whose pair and label the audited set has twice; 0 where these are few."""
    for finding in taken(record, "duplicates"):
        repeated, conflicting = (
            value(measured(finding, f"{kind}_pairs")) for kind in ("repeated", "conflicting")
        )
        if repeated - conflicting >= policy.size("near_pairs"):
            return repeated - conflicting
    return 0.0


def tests_alike(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find test sets that have pairs of each other: results on the two are not two results."""
    for finding in taken(record, "similar_pairs"):
        found = finding.figures.where("share", what=SHARED)
        shared = {(str(each.set), str(each.group["other"])): each for each in found}
        for (first, second), figure in shared.items():
            back = shared.get((second, first))
            if back is None or _place(record, first) > _place(record, second):
                continue
            if max(value(figure), value(back)) < policy.size("near_pairs"):
                continue
            sentence = fill(
                "V337.shared",
                shared=figure,
                rows=round(value(figure) * figure.n),
                first=first,
                back=back,
                rows_back=round(value(back) * back.n),
                second=second,
                example=_example_of_tests(finding, first, second),
            )
            yield issue("V337", policy, sentence, finding, (figure.name, back.name))


def _place(record: Record, name: str) -> int:
    """Return which of the sets of a run has a name."""
    names = [data.name for data in record.manifest.data]
    return names.index(name) if name in names else len(names)


def _example_of_tests(finding: Finding, first: str, second: str) -> str:
    """Return a pair of one test set beside its like in another, as `_example` does."""
    view = finding.views.get("examples_of_tests")
    for line in [] if view is None else view.records():
        if (line["set"], line["other_split"]) == (first, second) and (shown := _side_by_side(line)):
            return shown
    return ""


def similar_pairs(record: Record) -> dict[str | None, Figure]:
    """Return the share of rows of every test set whose pair leaks from training."""
    return {
        figure.set: figure
        for finding in taken(record, "similar_pairs")
        for figure in finding.figures.where("share", what="similar_pairs")
        if figure.set is not None
    }


def _equal_pairs(record: Record) -> Iterator[tuple[Finding, Figure]]:
    """Yield the share of equal pairs of every test set: in any spelling, if that was measured."""
    found: dict[str | None, tuple[Finding, Figure]] = {}
    for finding, figure in _leaked(record, "leaked_pairs"):
        found[figure.set] = (finding, figure)
    for finding in taken(record, "similar_pairs"):
        for figure in finding.figures.where("share", what="equal_pairs"):
            if figure.set is not None and measured(finding, figure.name):
                found[figure.set] = (finding, figure)
    yield from found.values()


def _blocked(record: Record, policy: Policy) -> set[str | None]:
    return {figure.set for _, figure in _equal_pairs(record) if value(figure) >= policy.size("leaked_pairs")}


def _leaked(record: Record, kind: str) -> Iterator[tuple[Finding, Figure]]:
    for finding in taken(record, "duplicates"):
        for figure in finding.figures.where("share", what=kind):
            if measured(finding, figure.name):
                yield finding, figure


def _as_spelt(record: Record, equal: Figure) -> str:
    """Return how many of the equal pairs are equal letter by letter, where some are not; or that none is."""
    exact = next((figure for _, figure in _leaked(record, "leaked_pairs") if figure.set == equal.set), None)
    if exact is None or exact.value == equal.value:
        return ""
    same = round(value(exact) * exact.n)
    if not same:
        return fill("V106.unspelt")
    return fill("V106.spelt", exact=same, other=round(value(equal) * equal.n) - same)


def _memory(equal: Figure, conflicting: Figure | None) -> str:
    """Return what equal pairs do to an accuracy, by whether their labels in training are the same."""
    other, rows = (round(value(each) * each.n) if each is not None else 0 for each in (conflicting, equal))
    if not other:
        return fill("V106.memory")
    return fill("V106.conflict") if other >= rows else fill("V106.memory_or_conflict", other=other)


def _conflicting(record: Record, name: str | None) -> Figure | None:
    """Return the share of a test set whose pairs have another gold label in training."""
    found = (finding.figures.get(f"{name}.conflicting_pairs") for finding in taken(record, "similar_pairs"))
    return next((each for each in found if each is not None), None)


def _counted(leaked: Figure, name: str | None) -> dict[str, Any]:
    """Return the fields of a sentence on the share of a set that leaks."""
    return {"leaked": leaked, "rows": round(value(leaked) * leaked.n), "test": name or ""}


def _in_other_words(near: Figure, exchanged: Figure, name: str | None) -> str:
    """Return how many pairs of a set are in training in other words, and in which."""
    first = fill("V211.near", **_counted(near, name))
    second = fill("V211.exchanged", **_counted(exchanged, name))
    if value(near) and value(exchanged):
        return fill("V211.both", first=first, second=second)
    return first if value(near) else second


def _example(finding: Finding, name: str | None) -> str:
    """Return the first near pair of a set beside its like: the sentences that differ."""
    view = finding.views.get("examples")
    for line in [] if view is None else view.records():
        if line["set"] == name and line["kind"] == "near":
            return _side_by_side(line)
    return ""


def _side_by_side(line: Mapping[str, Cell]) -> str:
    for side, other in _SIDES:
        if line[side] != line[other]:
            return fill("leak.example", own=_quoted(line[side]), other=_quoted(line[other]))
    return ""


def _quoted(text: Cell) -> str:
    return str(text).replace('"', "'")


def _with_and_without(record: Record, name: str) -> str:
    """Return the hypothesis-only gain on all rows of a set, and on those that do not leak."""
    gain, rest = (_hypothesis_only(record, name, each) for each in ("gain_own", "gain.pair_not_in_train"))
    if gain is None:
        return ""
    return fill("leak.gain_alone", gain=gain) if rest is None else fill("leak.gains", gain=gain, rest=rest)


def _without(record: Record, name: str | None) -> str:
    rest = _hypothesis_only(record, name, "gain.pair_not_in_train")
    return "" if rest is None else fill("leak.gain_without", rest=rest)


def _hypothesis_only(record: Record, name: str | None, figure: str) -> Figure | None:
    """Return a figure of the hypothesis-only baseline on a set."""
    found = (measured(finding, figure) for finding in taken(record, "hypothesis_only"))
    return next((each for each in found if each is not None and _set_of(each) == name), None)


def _without_items(finding: Finding) -> str:
    """Return the accuracy on all items, and on those that do not leak."""
    every, rest = (measured(finding, f"accuracy.{part}") for part in ("all", "not_in_train"))
    if every is None or rest is None:
        return fill("leak.none_left")
    return fill("leak.accuracies", every=every, rest=rest)


def _once(record: Record, name: str | None) -> str:
    """Return the hypothesis-only gain on all rows, and on those whose pair was not there before."""
    gain, once = (_hypothesis_only(record, name, each) for each in ("gain_own", "gain.pair_once"))
    return "" if gain is None or once is None else fill("leak.gain_once", gain=gain, once=once)


def _phrases(record: Record, policy: Policy) -> str:
    """Return what phrases cover beyond chance, where that could be due to repeated pairs alone."""
    least, repeated = policy.size("flagged_rows"), repeated_pairs(record, policy)
    for finding in taken(record, "artificial_patterns"):
        beyond = measured(finding, "covered_beyond_chance")
        if beyond is not None and least <= low(beyond) < least + repeated:
            return fill("leak.phrases", beyond=beyond)
    return ""


def _set_of(figure: Figure) -> str | None:
    """Return the set that the rows of a figure are of."""
    conditions = () if figure.rows is None else figure.rows.where
    return next((each.values[0] for each in conditions if each.column == "set"), None)
