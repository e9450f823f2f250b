"""The family `negation`: the hypothesis has a word that negates."""

import numpy as np
import polars as pl

from rightreasons.labels import Label
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.shortcut import Flags, Shortcut, Shortcuts
from rightreasons.text.language import language, language_of
from rightreasons.text.tokenisations import tokens

ADDS = {"shortcut_family": ["negation"]}
_TOKENISATION = "word-punct"


def negation() -> Shortcuts:
    """Whether the hypothesis has nobody, no, never or nothing, which points to contradiction.

    The words are those of Sagawa et al. (2020, section 3). In another language than English it cannot be told
    (MeasureInputError).
    """
    sentence = "the hypothesis contains 'nobody', 'no', 'never' or 'nothing'"
    return Shortcuts.of("negation", Shortcut("negation", "negation", sentence, Label.CONTRADICTION, _negates))


def _negates(block: Block) -> Flags:
    hypotheses = block.pairs.hypotheses
    words = language(language_of(hypotheses), "the shortcut 'negation'").data("groups.yaml")["negation"]
    found = tokens(hypotheses.str.to_lowercase(), _TOKENISATION)
    flags = np.zeros(len(found), dtype=np.bool_)
    flags[found.rows[found.recoded(pl.Series(words)) >= 0]] = True
    return flags
