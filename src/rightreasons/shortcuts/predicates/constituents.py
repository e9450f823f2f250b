"""Whether one sentence is a constituent of the other, by the parses that the data have."""

from collections.abc import Mapping

from rightreasons.artifacts.overlap.brackets import is_bracketed, symbols, words_of
from rightreasons.artifacts.overlap.pair_words import PairWords, in_one_vocabulary, is_run
from rightreasons.artifacts.overlap.strict import parses_of_pairs
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.predicates.predicate import Statements
from rightreasons.shortcuts.shortcut import Flags
from rightreasons.text.tokens import Tokens

_SENTENCES = {
    "hypothesis": (
        "the hypothesis is a constituent of the premise",
        "the hypothesis is no constituent of the premise",
    ),
    "premise": (
        "the premise is a constituent of the hypothesis",
        "the premise is no constituent of the hypothesis",
    ),
}


def _flags(block: Block) -> Mapping[str, Flags]:
    """Return which sentence is a subtree of the other's, by words without case and final punctuation.

    A single word is one, and so is the whole sentence (McCoy et al. 2019, Table 1). Where brackets do not
    match each other there is none. Of data in which a sentence has no parse nothing can be said.
    """
    parses, kind, _ = parses_of_pairs(block.pairs.frame)
    if parses is None:
        return {}
    premise, hypothesis = (symbols(each) for each in parses)
    words = in_one_vocabulary(words_of(premise), words_of(hypothesis))
    swapped = PairWords(words.hypothesis, words.premise, words.vocabulary)
    one_word = kind == "binary_parse"  # binary parses have no brackets around one word
    return {
        "hypothesis": _is_subtree(premise, words, one_word=one_word),
        "premise": _is_subtree(hypothesis, swapped, one_word=one_word),
    }


def _is_subtree(parses: Tokens, words: PairWords, *, one_word: bool) -> Flags:
    """Return whether the words of the second sentence are a subtree of the parses of the first."""
    lengths = words.hypothesis_lengths
    subtrees, _ = is_bracketed(parses, words.hypothesis, words.vocabulary)
    if one_word:
        subtrees = subtrees | (lengths == 1)
    held: Flags = subtrees & is_run(words) & (lengths > 0)
    return held


FAMILIES = (Statements("constituent", _SENTENCES, _flags),)
