"""Whether a corpus attests the verbs of a vocabulary in the frames that the templates use them in."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import polars as pl

from rightreasons.challenges.hans.templates import statement
from rightreasons.challenges.hans.vocabulary import HansVocabulary, named_vocabulary
from rightreasons.text.parses import Tree, read_tree

# The frame of every verb in a PTB parse: with an object, without one, passive, or with a clause.


Frame = Literal["transitive", "intransitive", "passive", "clause"]
_HAVE = {"have", "has", "had", "having", "'ve", "'d"}


def verb_frames(tree: Tree) -> Iterator[tuple[str, Frame]]:
    """Yield every full verb of a parse, lower-case, with its frame.

    A verb is the first ``VB...`` of a ``VP``; with a ``VP`` beside it, it is an auxiliary. What follows it
    tells the frame: a noun phrase ``transitive``; a clause with a subject, with or without *that*,
    ``clause``; a past participle without either, unless after *have*, ``passive``; else ``intransitive``.
    Infinitives, particles and predicates (``S`` without subject, ``PRT``, ``ADJP``) are none of these and are
    passed over.
    """
    stack: list[tuple[Tree, Tree | None]] = [(tree, None)]
    while stack:
        node, parent = stack.pop()
        stack.extend((child, node) for child in node.children)
        head = _head(node)
        if head is None:
            continue
        frame = _frame(head, node.children[node.children.index(head) + 1 :], parent)
        if frame is not None:
            yield str(head.leaf).lower(), frame


def _head(node: Tree) -> Tree | None:
    """Return the full verb of a verb phrase, None for anything else."""
    if node.label != "VP" or any(child.label == "VP" for child in node.children):
        return None
    verbs = (child for child in node.children if (child.label or "").startswith("VB"))
    return next(verbs, None)


def _frame(head: Tree, behind: Sequence[Tree], parent: Tree | None) -> Frame | None:
    labels = {child.label for child in behind}
    if any(_is_clause(child) for child in behind):
        return "transitive" if "NP" in labels else "clause"
    if "NP" in labels:
        return "transitive"
    if labels & {"S", "PRT", "ADJP", "SQ", "SINV"}:
        return None
    return "passive" if head.label == "VBN" and not _after_have(parent) else "intransitive"


def _is_clause(node: Tree) -> bool:
    if node.label == "S":
        return any(child.label == "NP" for child in node.children)
    if node.label != "SBAR" or not node.children:
        return False
    first = node.children[0]
    return first.label == "S" or (first.leaf or "").lower() == "that"


def _after_have(parent: Tree | None) -> bool:
    return parent is not None and any((child.leaf or "").lower() in _HAVE for child in parent.children)


def attest(parses: pl.Series, vocabulary: HansVocabulary | None = None, minimum: int = 50) -> pl.DataFrame:
    """Count each verb of a vocabulary in each frame that the templates need.

    McCoy et al. (2019, section 3.1): "we only chose verbs that appeared at least 50 times in the MNLI
    training set in all relevant frames".

    Parameters
    ----------
    parses
        PTB parses of the sentences of a corpus, as many times as the sentences occur; nulls are passed over.
    vocabulary
        Whose verbs are counted; that of HANS by default.
    minimum
        How often a verb has to occur in a frame.

    Returns
    -------
    pl.DataFrame
        One row a verb and frame: ``verb``, ``frame``, ``needed_by`` (names of its lists), ``count`` (in any
        of its forms, as far as the vocabulary states them), ``count_as_written`` (in the form of the
        vocabulary only) and ``falls_short`` (`count` is below `minimum`).

    Raises
    ------
    ParseError
        If a parse that holds one of the verbs is not well-formed.
    """
    words = vocabulary or named_vocabulary()
    needed = _needed(words)
    forms = {verb: {verb, *words.inflections.get(verb, ())} for verb, _ in needed}
    found = _counted(parses, {form for each in forms.values() for form in each})
    rows = [
        {
            "verb": verb,
            "frame": frame,
            "needed_by": lists,
            "count": sum(found[form, frame] for form in forms[verb]),
            "count_as_written": found[verb, frame],
        }
        for (verb, frame), lists in needed.items()
    ]
    return pl.DataFrame(rows).with_columns(falls_short=pl.col("count") < minimum)


def _needed(vocabulary: HansVocabulary) -> dict[tuple[str, str], list[str]]:
    needed: dict[tuple[str, str], list[str]] = {}
    for name, frames in statement().frames.items():
        for verb in vocabulary.lists[name]:
            for frame in frames:
                needed.setdefault((verb, frame), []).append(name)
    return needed


def _counted(parses: pl.Series, forms: Iterable[str]) -> Counter[tuple[str, str]]:
    known_forms = set(forms)
    # Most sentences hold none of the verbs; only the others are read.
    leaves = [f" {form})" for form in sorted(known_forms)]
    present = parses.drop_nulls()
    present = present.filter(present.str.to_lowercase().str.contains_any(leaves))
    times: Counter[tuple[str, str]] = Counter()
    for parse, count in present.value_counts().iter_rows():
        for verb, frame in verb_frames(read_tree(parse)):
            if verb in known_forms:
                times[verb, frame] += count
    return times
