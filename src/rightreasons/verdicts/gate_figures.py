"""The numbers to read first of a gate: requirements held or missed, what was observed, blockers."""

from collections.abc import Iterator, Mapping
from itertools import islice

from rightreasons.findings import Finding
from rightreasons.issues import KeyFigure
from rightreasons.sentences.templates import fill
from rightreasons.verdicts.record import Record, measured, taken, value

_CHECKS = {
    "blockers": "key_figures.blockers_found",
    "waived": "key_figures.blockers_waived",
}


def gated(record: Record) -> Iterator[KeyFigure]:
    """Yield how many requirements are met, and what was observed of those that are not."""
    for finding in islice(taken(record, "gate"), 1):
        held, required = measured(finding, "held"), measured(finding, "required")
        if held is not None and required is not None:
            missed = round(value(required) - value(held))
            caption = "key_figures.requirements_missed" if missed else "key_figures.requirements_hold"
            counted = fill("key_figures.out_of", rows=missed or round(value(held)), all=held)
            yield KeyFigure(fill(caption), counted, "", finding.ref("held"))
        yield from _not_met(finding)
        for name, caption in _CHECKS.items():
            figure = measured(finding, name)
            if figure is not None and value(figure):
                counted = fill("key_figures.count", rows=round(value(figure)))
                yield KeyFigure(fill(caption), counted, "", finding.ref(name))


def _not_met(finding: Finding) -> Iterator[KeyFigure]:
    """Yield what was observed of each requirement that is not met and has a value."""
    view = finding.views.get("requirements")
    for line in view.records() if view is not None else ():
        observed = line["observed"]
        if line["verdict"] != "held" and isinstance(observed, float):
            figure, required = str(line["figure"]), str(line["required"])
            caption = fill("key_figures.required", figure=figure, required=required.removeprefix(figure))
            yield KeyFigure(caption, fill("key_figures.observed", value=observed), _observed_bounds(line))


def _observed_bounds(line: Mapping[str, object]) -> str:
    """Return the interval of what was observed, otherwise why the requirement is missed."""
    bounds = {name: line[name] for name in ("low", "high")}
    if all(isinstance(each, float) for each in bounds.values()):
        return fill("key_figures.observed_bounds", **bounds)
    return str(line["reason"] or "")
