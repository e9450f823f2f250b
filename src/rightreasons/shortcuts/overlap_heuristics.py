"""The family `overlap_heuristics`: the three heuristics of HANS, which all point to entailment."""

from functools import partial

from rightreasons.artifacts.overlap.instances import Instances
from rightreasons.artifacts.overlap.published import PUBLISHED, published_instances
from rightreasons.artifacts.overlap.strict import STRICT, strict_instances
from rightreasons.errors import MeasureInputError, OptionError
from rightreasons.labels import Label
from rightreasons.printable import printable
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.shortcut import Flags, Shortcut, Shortcuts

ADDS = {"shortcut_family": ["overlap_heuristics"]}
FAMILY = "overlap_heuristics"
_TOKENISATION = "word-punct"
_SENTENCES = {
    "lexical_overlap": "every word of the hypothesis is in the premise",
    "subsequence": "the hypothesis is a run of words of the premise",
    "constituent": "the hypothesis is a constituent of the premise",
}


def overlap_heuristics(definition: str = STRICT) -> Shortcuts:
    """Lexical overlap, subsequence and constituent, the heuristics of HANS (McCoy et al. 2019, Table 1).

    `constituent` raises MeasureInputError where not every sentence has a parse.

    Parameters
    ----------
    definition
        ``"strict"``, `rightreasons.artifacts.overlap.strict.strict_instances`: words of the pairs' parses if
        every sentence has one, otherwise words and punctuation marks of the text, without case and final
        punctuation; or ``"hans-2019"``, `rightreasons.artifacts.overlap.published.published_instances`.

    Raises
    ------
    OptionError
        If there is no such definition.
    """
    if definition not in (STRICT, PUBLISHED):
        raise OptionError(
            f"definition '{printable(definition)}'", f"{STRICT} or {PUBLISHED}", "choose one of them"
        )
    shortcuts = (
        Shortcut(key, FAMILY, sentence, Label.ENTAILMENT, partial(_applies, definition, key))
        for key, sentence in _SENTENCES.items()
    )
    return Shortcuts.of(FAMILY, *shortcuts)


def _applies(definition: str, heuristic: str, block: Block) -> Flags:
    found = block.once((definition, "instances"), lambda: _instances(definition, block))
    if heuristic in found.reasons:
        raise MeasureInputError(
            f"'{heuristic}' on '{printable(block.pairs.name)}': {found.reasons[heuristic]}",
            "a parse of every premise and hypothesis",
            "give data with parses, such as HANS as `rightreasons make hans` writes it",
        )
    flags: Flags = found.flags[heuristic].to_numpy()
    return flags


def _instances(definition: str, block: Block) -> Instances:
    if definition == PUBLISHED:
        return published_instances(block.pairs.frame)
    premise, hypothesis = block.tokens("premise", _TOKENISATION), block.tokens("hypothesis", _TOKENISATION)
    return strict_instances(block.pairs.frame, premise, hypothesis)[0]
