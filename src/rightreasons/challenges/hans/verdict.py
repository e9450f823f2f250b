"""What a score on HANS says in plain words: how often the model is right where the heuristics are wrong."""

from rightreasons.artifacts.wording import percent
from rightreasons.findings import Finding
from rightreasons.labels import Label

_HEURISTICS = ("lexical_overlap", "subsequence", "constituent")


def verdict(finding: Finding) -> str:
    """Return one sentence on a finding of ``hans`` or ``hans-2019``.

    In HANS a heuristic is right wherever gold is entailment (McCoy et al. 2019, Table 1).
    """
    wrong, right = (_share(finding, f"all.{label}") for label in (Label.NON_ENTAILMENT, Label.ENTAILMENT))
    by_heuristic = ", ".join(
        f"{heuristic.replace('_', ' ')} {_share(finding, f'{heuristic}.{Label.NON_ENTAILMENT}')}"
        for heuristic in _HEURISTICS
        if f"{heuristic}.{Label.NON_ENTAILMENT}" in finding.figures
    )
    start = f"{finding.headline.partition(';')[0]}. " if finding.headline.startswith("Constant") else ""
    return (
        f"{start}Where the heuristics of HANS are wrong, {finding.subject} is right in {wrong} of items "
        f"({by_heuristic}); where they are right, in {right}."
    )


def _share(finding: Finding, name: str) -> str:
    figure = finding.figures.get(name)
    return "none" if figure is None or figure.value is None else percent(figure.value)
