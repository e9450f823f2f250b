"""The family `overlap_heuristics`: the three heuristics of HANS, which all point to entailment."""

from functools import partial

from rightreasons.artifacts.overlap.instances import Instances
from rightreasons.artifacts.overlap.strict import strict_instances
from rightreasons.errors import MeasureInputError
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


def overlap_heuristics() -> Shortcuts:
    """Lexical overlap, subsequence and constituent, the heuristics of HANS (McCoy et al. 2019, Table 1).

    They are those of `rightreasons.artifacts.overlap.strict.strict_instances`: words of the pairs'
    parses if every sentence has one, otherwise words and punctuation marks of the text, without case and
    final punctuation. `constituent` raises MeasureInputError where not every sentence has a parse.
    """
    shortcuts = (
        Shortcut(key, FAMILY, sentence, Label.ENTAILMENT, partial(_applies, key))
        for key, sentence in _SENTENCES.items()
    )
    return Shortcuts.of(FAMILY, *shortcuts)


def _applies(heuristic: str, block: Block) -> Flags:
    found = block.once("strict instances", lambda: _instances(block))
    if heuristic in found.reasons:
        raise MeasureInputError(
            f"'{heuristic}' on '{printable(block.pairs.name)}': {found.reasons[heuristic]}",
            "a parse of every premise and hypothesis",
            "give data with parses, such as HANS as `rightreasons make hans` writes it",
        )
    flags: Flags = found.flags[heuristic].to_numpy()
    return flags


def _instances(block: Block) -> Instances:
    premise, hypothesis = block.tokens("premise", _TOKENISATION), block.tokens("hypothesis", _TOKENISATION)
    return strict_instances(block.pairs.frame, premise, hypothesis)[0]
