"""Texts that are one sentence with gaps, as prompts are: both sentences of a pair stand in the gaps."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from rightreasons.printable import printable
from rightreasons.sources.proposals.composing import Pair, Reading, composed
from rightreasons.sources.proposals.contents import Leaf, Place
from rightreasons.sources.proposals.labelling import labellings
from rightreasons.sources.proposals.words import meaning_of_word

_SAMPLE = 200
_LONGEST = 20_000
_MOST_WORK = 4_000_000
"""Pairs of equal characters of two texts that are compared: two of 8,000 characters in English."""
_MOST_RUNS = 5
_LEAST_WORDS, _LEAST_LETTERS = 2, 5
_MOST_GAPS = 5
_MOST_LABELS = 3
_MOST_ITEMS = 4
_OTHER_ORDER = 0.75
_SHOWN = 34
_WORD = re.compile(r"\w+")
_OPTION = re.compile(
    r"(?:^|[\s(\[])([A-Ha-h]|[0-9])[).:=]\s*\"?([^\n,;()]{2,40}?)(?=\s*(?:$|[\n,;\")]|\s[(\[]?[A-Ha-h0-9][).:=]))"
)
EDGE = re.compile(r"""[\n:"“”«»()\[\]{}<>|]|[.?!。؟]\s""")
"""What bounds a sentence: a mark around it, or the end of the one before."""
_NUMBER = r"\s*[A-Za-z]{0,10}\s?\d{1,4}[.):]\s+"
_STOP = re.compile(r"^[.。]+")
_SPECIAL = re.compile(r"([\\.^$|?*+()\[\]{}])")


@dataclass(frozen=True)
class Prompt:
    """A sentence with gaps that every text of a column is.

    Parameters
    ----------
    words
        The constant words: before the first gap, between gaps, behind the last; first and last may be empty.
    gaps
        What stands in each gap.
    """

    words: tuple[str, ...]
    gaps: tuple[Leaf, ...]

    def shown(self) -> str:
        """Return it with dots for the gaps."""
        parts = [words if len(words) <= _SHOWN else f"{words[:_SHOWN].rstrip()} ..." for words in self.words]
        return printable("…".join(parts), 160)


def prompt_readings(leaves: Sequence[Leaf], label: str | None = None) -> Iterator[Reading]:
    """Yield the readings in which premise and hypothesis stand in gaps of one text.

    Parameters
    ----------
    leaves
        What stands in the table.
    label
        The path of the labels, from the user; None: whichever may be.
    """
    leaves = [*leaves, *_single_items(leaves)]
    for leaf in leaves:
        prompt = prompt_of(leaf)
        if prompt is None:
            continue
        rest = [each for each in leaves if each is not leaf]
        listed = _options(prompt.words)
        labels = [
            each for each in labellings([*rest, *prompt.gaps], listed) if label in (None, each.leaf.path)
        ]
        for at, one in enumerate(prompt.gaps):
            for other in prompt.gaps[at + 1 :]:
                for pair, less in ((Pair(one, other), 0.0), (Pair(other, one), _OTHER_ORDER)):
                    for labelling in labels[:_MOST_LABELS]:
                        if labelling.leaf.path not in (one.path, other.path):
                            for found in composed(pair, labelling):
                                because = f"every text is '{prompt.shown()}'; {found.because}"
                                yield replace(found, because=because, score=found.score - less)


def _options(words: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the names of labels that a prompt lists behind letters or numbers that count up."""
    found = [match for part in words for match in _OPTION.finditer(part)]
    marks = [match.group(1).lower() for match in found]
    names = tuple(re.sub(r"[\s.,;)]+$", "", match.group(2)) for match in found)
    counts = [
        list("abcdefgh"[: len(marks)]),
        *([str(at + first) for at in range(len(marks))] for first in (0, 1)),
    ]
    meant = [meaning_of_word(name) for name in names]
    return [names] if len(set(meant)) > 1 and None not in meant and marks in counts else []


def _single_items(leaves: Sequence[Leaf]) -> Iterator[Leaf]:
    """Yield each item of lists that have one length in all rows, as of the messages of chats."""
    for leaf in leaves:
        if leaf.path.count("[]") != 1 or ".*" in leaf.path or leaf.written is not None:
            continue
        items: dict[int, list[tuple[Place, str]]] = {}
        for place, text in zip(leaf.at, leaf.values, strict=True):
            items.setdefault(place[-1], []).append((place[:-1], text))
        if 1 < len(items) <= _MOST_ITEMS and all(len(each) == leaf.height for each in items.values()):
            for at, found in sorted(items.items()):
                places, texts = zip(*found, strict=True)
                yield Leaf(leaf.path.replace("[]", f"[{at}]"), places, texts, leaf.height)


def prompt_of(leaf: Leaf) -> Prompt | None:
    """Return the one sentence with gaps that all values of a column are; None if they are not.

    The constant words are found in some values, and every value is held against them: each must occur once.
    """
    if leaf.kind != "text" or leaf.level or not leaf.is_column or leaf.filled < 1:
        return None
    distinct = list(leaf.counts)
    number = _NUMBER if distinct and all(re.match(_NUMBER, text) for text in distinct) else ""
    bare = [re.sub(f"^{number}", "", text) for text in distinct] if number else distinct
    some = sorted(bare[:: max(1, len(bare) // _SAMPLE)], key=len)
    if len(some) < 3 or len(some[-1]) > _LONGEST:
        return None
    words = _constant_words(some)
    if not 2 < len(words) <= _MOST_GAPS + 1:
        return None
    patterns = [_pattern(words, at, number) for at in range(len(words) - 1)]
    if any(text.count(each) != 1 for each in words[1:-1] for text in distinct):
        return None  # before they are looked for: gaps around words that recur could be set in many ways
    whole = re.compile(f"(?s)^{number}" + "(.*?)".join(map(_escaped, words)) + "$")
    found = [whole.search(text) for text in leaf.values]
    if not all(found):
        return None
    gaps = tuple(
        replace(
            leaf,
            path=_name(words[at], at),
            values=tuple(match.group(at + 1) for match in found if match),
            written={"match": leaf.path, "pattern": pattern},
        )
        for at, pattern in enumerate(patterns)
    )
    return Prompt(tuple(words), gaps)


def _constant_words(texts: Sequence[str]) -> list[str]:
    """Return the words that all texts have: at their beginning, between, and at their end.

    A full stop before them is that of the sentence in the gap.
    """
    first = _to_words(common_beginning(texts), texts, at_end=True)
    rest = [text[len(first) :] for text in texts]
    last = _to_words(common_beginning([text[::-1] for text in rest])[::-1], rest, at_end=False)
    inside = [text[: len(text) - len(last)] for text in rest]
    between = _between(inside)
    if len(between) > 1:  # those inside a sentence are of the sentence: it is made from a pattern itself
        between = [run for run in between if EDGE.search(run)]
    return [first, *(_STOP.sub("", run) for run in (*between, last))]


def common_beginning(texts: Sequence[str]) -> str:
    """Return what all texts begin with: what the first and the last of them by alphabet do."""
    one, other = min(texts), max(texts)
    differ = (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return one[: next(differ, len(one))]


def _to_words(common: str, texts: Sequence[str], *, at_end: bool) -> str:
    """Return what is common to texts without a word that is cut in two."""
    others = [text[len(common) :][:1] if at_end else text[: len(text) - len(common)][-1:] for text in texts]
    edge = common[-1:] if at_end else common[:1]
    if not (_WORD.match(edge) and any(map(_WORD.match, others))):
        return common
    return re.sub(r"(?<!\w)\w+$", "", common) if at_end else re.sub(r"^\w+", "", common)


def _work(one: str, other: str) -> int:
    """Return how many pairs of equal characters two texts have: what comparing them takes."""
    found, others = Counter(one), Counter(other)
    return sum(count * others[character] for character, count in found.items())


def _between(texts: Sequence[str]) -> list[str]:
    """Return the runs of words that occur once in each text, in their order."""
    if _work(texts[0], texts[1]) > _MOST_WORK:
        return []
    blocks = SequenceMatcher(None, texts[0], texts[1], autojunk=False).get_matching_blocks()
    for block in sorted(blocks, key=lambda each: -each.size)[:_MOST_RUNS]:
        run = texts[0][block.a : block.a + block.size]
        run = _shared(run, texts)
        is_long = len(_WORD.findall(run)) >= _LEAST_WORDS or EDGE.search(run)
        if is_long and sum(map(str.isalpha, run)) >= _LEAST_LETTERS:
            sides = [text.split(run, 1) for text in texts]
            return [*_between([side[0] for side in sides]), run, *_between([side[1] for side in sides])]
    return []


def _shared(run: str, texts: Sequence[str]) -> str:
    """Return the longest part of a run, of whole words, that every text has once; empty if there is none."""
    for text in texts:
        if run not in text:
            if _work(run, text) > _MOST_WORK:
                return ""
            found = SequenceMatcher(None, run, text, autojunk=False).find_longest_match()
            run = run[found.a : found.a + found.size]
        if len(run) < _LEAST_LETTERS:
            return ""
    places = [text.find(run) for text in texts]
    if not run or any(text.count(run) != 1 for text in texts):
        return ""
    before = [text[:at][-1:] for text, at in zip(texts, places, strict=True)]
    after = [text[at + len(run) :][:1] for text, at in zip(texts, places, strict=True)]
    if _WORD.match(run[-1]) and any(map(_WORD.match, after)):
        run = re.sub(r"(?<!\w)\w+$", "", run)
    if run and _WORD.match(run[0]) and any(map(_WORD.match, before)):
        run = re.sub(r"^\w+", "", run)
    return run if all(text.count(run) == 1 for text in texts) else ""


def _pattern(words: Sequence[str], at: int, number: str) -> str:
    """Return the pattern whose group is a gap: what stands between the words on its sides.

    Before the first words of all may stand a number, as before questions.
    """
    start = f"^{number}" if at == 0 else ""
    end = "$" if at == len(words) - 2 else ""
    return f"(?s){start}{_escaped(words[at])}({'.*' if end else '.*?'}){_escaped(words[at + 1])}{end}"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _name(words: str, at: int) -> str:
    """Return what a gap is called: by the words before it."""
    return " ".join(_WORD.findall(words)[-3:]) or f"gap {at + 1}"
