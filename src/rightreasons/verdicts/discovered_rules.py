"""Rules of what `discover` found: rules over the pair that predict gold, or that a model follows."""

from collections.abc import Iterator

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.issues import Issue
from rightreasons.sentences.templates import fill
from rightreasons.verdicts.policy import Policy
from rightreasons.verdicts.record import Record, issue, low, taken, value

ADDS = {"verdict_rule": ["rules_of_the_data", "rules_of_the_model"]}


def rules_of_the_data(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find rules that cover many pairs and whose label is much more frequent there than elsewhere."""
    for finding in taken(record, "rules"):
        useful = [
            name
            for name, own in _by_rule(finding).items()
            if "share" in own
            and value(own["coverage"]) >= policy.size("flagged_rows")
            and low(own["share"]) - value(own["elsewhere"]) >= policy.size("word_excess")
        ]
        if useful:
            own = _by_rule(finding)[useful[0]]
            said = fill("V351.rule", rule=_sentence(finding, useful[0]), **_shown(own, "share", "elsewhere"))
            yield issue("V351", policy, said, finding, (own["share"].name, own["elsewhere"].name))


def rules_of_the_model(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find rules where a model says a label much more often than gold has it."""
    for finding in taken(record, "rules"):
        followed = [
            name
            for name, own in _by_rule(finding).items()
            if "gap" in own and low(own["gap"]) >= policy.size("gain")
        ]
        if followed:
            own = _by_rule(finding)[followed[0]]
            shown = _shown(own, "model", "gold", "gap")
            said = fill("V352.rule", rule=_sentence(finding, followed[0]), **shown)
            yield issue("V352", policy, said, finding, (own["model"].name, own["gold"].name, own["gap"].name))


def _by_rule(finding: Finding) -> dict[str, dict[str, Figure]]:
    """Return the figures of each rule that holds, by what they are of."""
    found: dict[str, dict[str, Figure]] = {}
    for figure in finding.figures.values():
        if "rules_held" in figure.group and figure.value is not None and figure.what is not None:
            found.setdefault(str(figure.group["rules_held"]), {})[figure.what] = figure
    return found


def _shown(own: dict[str, Figure], *names: str) -> dict[str, object]:
    return {"label": own[names[0]].label, **{name: own[name] for name in names}}


def _sentence(finding: Finding, rule: str) -> str:
    lines = finding.views["rules"].records()
    return next(str(each["holds_where"]) for each in lines if each["rule"] == rule)
