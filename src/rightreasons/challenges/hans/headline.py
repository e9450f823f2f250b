"""What a score on HANS says in plain words: how often the model is right where the heuristics are wrong."""

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.labels import Label
from rightreasons.sentences.sentence import Sentence
from rightreasons.sentences.templates import fill, joined

CONSTANT = "answer:text"
"""The field of a headline that says which answer every item got."""
_HEURISTICS = ("lexical_overlap", "subsequence", "constituent")


def headline(finding: Finding) -> str:
    """Return one sentence on a score of a set made as HANS is.

    In HANS a heuristic is right wherever gold is entailment (McCoy et al. 2019, Table 1).
    """
    accuracies = finding.figures.where("accuracy")
    everywhere = {figure.label: figure for figure in accuracies if not figure.group}
    wrong, right = (_share(everywhere.get(label)) for label in (Label.NON_ENTAILMENT, Label.ENTAILMENT))
    by_heuristic = joined(
        fill("hans.heuristic", heuristic=heuristic.replace("_", " "), right=_share(figure))
        for heuristic in _HEURISTICS
        for figure in finding.figures.where("accuracy", label=Label.NON_ENTAILMENT, heuristic=heuristic)
    )
    shown = {"model": finding.subject, "wrong": wrong, "heuristics": by_heuristic, "right": right}
    answer = finding.headline.fields.get(CONSTANT) if isinstance(finding.headline, Sentence) else None
    return (
        fill("hans.headline", **shown)
        if answer is None
        else fill("hans.constant", answer=answer.text, **shown)
    )


def _share(figure: Figure | None) -> str:
    return fill("hans.none") if figure is None or figure.value is None else fill("hans.share", share=figure)
