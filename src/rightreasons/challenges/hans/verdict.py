"""What a score on HANS says in plain words: how often the model is right where the heuristics are wrong."""

from rightreasons.artifacts.wording import percent
from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.labels import Label

_HEURISTICS = ("lexical_overlap", "subsequence", "constituent")


def verdict(finding: Finding) -> str:
    """Return one sentence on a finding of ``hans`` or ``hans-2019``.

    In HANS a heuristic is right wherever gold is entailment (McCoy et al. 2019, Table 1).
    """
    accuracies = finding.figures.where("accuracy")
    everywhere = {figure.label: figure for figure in accuracies if not figure.group}
    wrong, right = (_share(everywhere.get(label)) for label in (Label.NON_ENTAILMENT, Label.ENTAILMENT))
    by_heuristic = ", ".join(
        f"{heuristic.replace('_', ' ')} {_share(figure)}"
        for heuristic in _HEURISTICS
        for figure in finding.figures.where("accuracy", label=Label.NON_ENTAILMENT, heuristic=heuristic)
    )
    start = f"{finding.headline.partition(';')[0]}. " if finding.headline.startswith("Constant") else ""
    return (
        f"{start}Where the heuristics of HANS are wrong, {finding.subject} is right in {wrong} of items "
        f"({by_heuristic}); where they are right, in {right}."
    )


def _share(figure: Figure | None) -> str:
    return "none" if figure is None or figure.value is None else percent(figure.value)
