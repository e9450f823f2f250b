"""How headlines say their figures, and in the words of the data: claim and evidence where they have them."""

import re
from dataclasses import replace

from rightreasons.findings import Finding
from rightreasons.pairs import Nouns, Provenance
from rightreasons.printable import printable

# What stands in quotation marks is taken from the data, or is the title of a paper; commands, options
# and names of files are no words either.
_WORDS = re.compile(
    r"""(?<!\w)'[^'\n]*'(?!\w)|"[^"\n]*"|`[^`\n]*`|--[\w-]+|(?<![./])\b(premises?|hypothes[ie]s)\b(?!\.\w)""",
    re.IGNORECASE,
)


def percent(share: float, digits: int = 1) -> str:
    """Return a share as people write it: ``33.8 %``."""
    return f"{100 * share:.{digits}f} %"


def in_words_of(data: Provenance, finding: Finding) -> Finding:
    """Return a finding that calls premise and hypothesis as the data do, and names the rule of gold.

    Names of measures, figures, tables and columns stay, and so does what stands in quotation marks.

    Parameters
    ----------
    data
        Where the data come from: what they call the two, and which rule chose one gold label of several.
    finding
        The finding.
    """
    nouns = data.nouns
    if data.gold_rule:
        rule = f"One gold label a row was chosen by the rule '{printable(data.gold_rule)}'."
        finding = replace(finding, notes=(*finding.notes, rule))
    if nouns == Nouns():
        return finding
    return replace(
        finding,
        definition=reworded(finding.definition, nouns),
        headline=reworded(finding.headline, nouns),
        notes=tuple(reworded(note, nouns) for note in finding.notes),
        views={
            name: replace(view, title=reworded(view.title, nouns)) for name, view in finding.views.items()
        },
    )


def reworded(text: str, nouns: Nouns) -> str:
    """Return a sentence that calls premise and hypothesis as the data do.

    Parameters
    ----------
    text
        The sentence; what stands in quotation marks stays.
    nouns
        What the data call the two.
    """

    def noun(match: re.Match[str]) -> str:
        word = match[1]
        if word is None:
            return match[0]
        new: str = getattr(nouns, word.lower())
        return new.capitalize() if word[0].isupper() else new

    return _WORDS.sub(noun, text)
