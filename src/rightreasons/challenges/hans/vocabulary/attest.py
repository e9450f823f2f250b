"""Whether a corpus attests the verbs of a vocabulary in the frames that the templates use them in."""

from collections import Counter
from collections.abc import Iterable

import polars as pl

from rightreasons.challenges.hans.templates import statement
from rightreasons.challenges.hans.vocabulary.files import named_vocabulary
from rightreasons.challenges.hans.vocabulary.verb_frames import verb_frames
from rightreasons.challenges.hans.vocabulary.words import HansVocabulary
from rightreasons.text.trees import read_tree


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
