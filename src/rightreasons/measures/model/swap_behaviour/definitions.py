"""Which test decides, and how its p-value is read: ours, or as Sanchez et al. (2018) did."""

from dataclasses import dataclass

from rightreasons.errors import UnknownNameError
from rightreasons.printable import printable
from rightreasons.sentences.templates import fill


@dataclass(frozen=True)
class Definition:
    """A way to decide whether a factor is associated with the predictions.

    Parameters
    ----------
    name
        Its name.
    two_by_two, larger
        The test of 2x2 and of larger tables, by the names that `tested` in ``cross_tables.py`` gives.
    clustered
        Whether the test whose units are pairs of words decides instead.
    adjust
        The p-values that are compared with the level: those of ``"holm"`` over all tests, or ``"none"``: each
        as it is.
    level
        The usual level.
    sentence
        The name of the sentence that says it.
    """

    name: str
    two_by_two: str
    larger: str
    clustered: bool
    adjust: str
    level: float
    sentence: str

    @property
    def wording(self) -> str:
        """The definition in a sentence."""
        return fill(self.sentence)


DEFINITIONS = {
    "recommended": Definition(
        "recommended",
        two_by_two="pearson",
        larger="pearson",
        clustered=True,
        adjust="holm",
        level=0.05,
        sentence="decision.recommended",
    ),
    "sanchez-2018": Definition(
        "sanchez-2018",
        two_by_two="g_yates",
        larger="g",
        clustered=False,
        adjust="none",
        level=1e-4,
        sentence="decision.sanchez_2018",
    ),
}


def definition_named(name: str) -> Definition:
    """Return a definition by its name.

    Raises
    ------
    UnknownNameError
        If there is none.
    """
    if name not in DEFINITIONS:
        raise UnknownNameError(
            f"definition '{printable(name)}'", f"one of {', '.join(DEFINITIONS)}", "correct --definition"
        )
    return DEFINITIONS[name]
