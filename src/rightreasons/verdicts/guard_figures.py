"""The numbers to read first of guards: what an item costs, what passes, and what is blocked."""

from collections.abc import Iterator

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.issues import KeyFigure
from rightreasons.sentences.templates import fill, joined
from rightreasons.verdicts.record import high, low, measured, number, value
from rightreasons.verdicts.shown_figures import shown_share

_OF_A_CHOICE = {
    "ungrounded_passed_at_cheapest": "key_figures.ungrounded_lost",
    "grounded_blocked": "key_figures.grounded_lost",
}


def chosen(finding: Finding) -> Iterator[KeyFigure]:
    """Yield what an item costs with the guard to choose, and what it blocks at its cheapest threshold."""
    guard = str(finding.settings["best"])
    cost = measured(finding, f"{guard}.cheapest_cost")
    if cost is None:
        return
    detail = _decimals_bounds(cost)
    if "miss" in finding.settings:
        shown = fill("key_figures.decimals", value=cost)
        costs = {what: number(finding.settings[what]) for what in ("miss", "block")}
        parts = (_sentence(detail), fill("key_figures.prices", **costs), _threshold(finding))
        said = joined(filter(None, parts), " ")
        caption: str = fill("key_figures.cost", guard=guard)
        if finding.settings.get("chosen") == guard:  # which the title names
            caption = fill("key_figures.cost_of_chosen")
        yield KeyFigure(caption, shown, said, finding.ref(cost.name))
    else:
        second = _next_best(finding, guard)
        named = "" if second is None else second.group["guard"]
        detail = "" if second is None else fill("key_figures.next_best", guard=named, cost=second)
        yield shown_share(finding, cost, "key_figures.balanced_error", detail, guard=guard)
    for what, caption in _OF_A_CHOICE.items():
        figure = measured(finding, f"{guard}.{what}")
        if figure is not None:
            yield shown_share(finding, figure, caption)


def costing(finding: Finding, cost: Figure) -> KeyFigure:
    """Return what an item costs at the threshold used, beside the cheapest threshold."""
    from rightreasons.challenges.costs import Costs  # a room that an audit has no need of

    least = measured(finding, "cheapest_cost")
    beside = "" if least is None else fill("key_figures.at_the_cheapest", cost=least)
    costs = Costs.read(str(finding.settings["cost"]))
    prices = fill("key_figures.prices", miss=costs.miss, block=costs.block)
    parts = (_sentence(_decimals_bounds(cost)), prices, beside)
    shown = fill("key_figures.decimals", value=cost)
    said = joined(filter(None, parts), " ")
    return KeyFigure(fill("key_figures.cost_as_used"), shown, said, finding.ref(cost.name))


def _decimals_bounds(cost: Figure) -> str:
    if cost.interval is None:
        return ""
    return fill("key_figures.decimals_bounds", value=cost, low=low(cost), high=high(cost))


def _sentence(bounds: str) -> str:
    return bounds and fill("key_figures.sentence", text=bounds)


def _threshold(finding: Finding) -> str:
    """Return the mean of the cheapest thresholds of both halves; empty of older runs."""
    names = ("first_threshold", "second_threshold")
    halves = [number(finding.settings[name]) for name in names if name in finding.settings]
    if len(halves) < len(names):
        return ""
    first, second = halves
    return fill("key_figures.threshold", mean=(first + second) / 2)


def _next_best(finding: Finding, guard: str) -> Figure | None:
    """Return what the guard that comes next costs at its cheapest threshold."""
    costs = (each for each in finding.figures.where("cost", what="cheapest_cost") if each.value is not None)
    return min((each for each in costs if each.group.get("guard") != guard), key=value, default=None)
