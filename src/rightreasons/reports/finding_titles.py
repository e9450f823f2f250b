"""What a finding is called in words."""

from collections.abc import Mapping

from rightreasons.findings import Finding
from rightreasons.measures.titles import measure_titles
from rightreasons.pairs import Nouns
from rightreasons.predictions import FILE_LABELS
from rightreasons.references import SCORE
from rightreasons.sentences.templates import fill

_ACCURACY = "accuracy"
_TITLES: Mapping[str, str] = {
    "gate": "page.gate",
    "training": "page.training",
    "training_dynamics": "page.training_dynamics",
    "reproduction": "page.reproduction",
}
"""Of findings that are no measure of a registry."""


def finding_title(finding: Finding, nouns: Nouns) -> str:
    """Return the set of a score, the title of a measure in the words of the data, otherwise the name."""
    if finding.role == SCORE:
        own = finding.name == FILE_LABELS
        return fill("page.own_labels") if own else fill("page.score", data=finding.name)
    if finding.measure == _ACCURACY:
        sets = next((each.set for each in finding.figures.values() if each.set), "")
        return fill("page.score", data=sets) if sets else finding.name
    if finding.measure in _TITLES:
        return fill(_TITLES[finding.measure])
    return measure_titles(nouns).get(finding.measure, finding.name)
