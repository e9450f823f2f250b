"""The numbers to read first of a gate: requirements held or missed, what was observed, blockers."""

from collections.abc import Iterator, Mapping
from itertools import islice

from rightreasons.findings import Finding
from rightreasons.issues import KeyFigure
from rightreasons.sentences.templates import fill
from rightreasons.verdicts.record import Record, measured, taken, value

_SIGNS = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}
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
            caption = "key_figures.requirements_not_met" if missed else "key_figures.requirements_hold"
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
            shown = {"quantity": _quantity(finding, figure), "required": _in_words(required, figure)}
            caption = fill("key_figures.required", **shown)
            yield KeyFigure(caption, fill("key_figures.observed", value=observed), _observed_bounds(line))


def _quantity(finding: Finding, figure: str) -> str:
    """Return what an observed figure is, in words."""
    return str(finding.settings.get(f"quantity of {figure}", "value")).replace("_", " ")


def _in_words(required: str, figure: str) -> str:
    """Return what is required of a figure without its name, its sign in words."""
    rest = required.replace(figure, "").replace("point()", "").strip()
    sign, _, bound = rest.partition(" ")
    return f"{_SIGNS[sign]} {bound}" if sign in _SIGNS else required


def _observed_bounds(line: Mapping[str, object]) -> str:
    """Return the interval of what was observed, otherwise why the requirement is missed."""
    figure = str(line["figure"])
    bounds = {name: line[name] for name in ("low", "high")}
    if all(isinstance(each, float) for each in bounds.values()):
        return fill("key_figures.observed_bounds", figure=figure, **bounds)
    return fill("key_figures.observed_of", figure=figure, reason=str(line["reason"] or ""))
