"""What parts of names and words of labels say: for lines that are proposed, and for names that are read."""

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any
from unicodedata import normalize

from rightreasons.guarded_yaml import packaged_yaml
from rightreasons.labels import Label

WEAK = "weak"
"""A label such as false: contradiction beside a neutral one, else non-entailment."""
_TEXTS = ("premise", "hypothesis")
_FEWEST_GRADES = 4
_VOWEL_SIGNS = "\u0900-\u0dff\u0e31-\u0e4e\u064b-\u065f\u200c"
_BOUNDARY = re.compile(rf"(?<=[a-z])(?=[A-Z])|(?:(?![{_VOWEL_SIGNS}])[\W_])+|(?<=[^\W\d_])(?=\d)")
_STEPS = re.compile(r"\[-?\d*\]|\.\*")


@lru_cache(maxsize=20_000)
def parts_of(name: str) -> tuple[str, ...]:
    """Return the parts of a name in lower case.

    Examples
    --------
    >>> parts_of("sentence_A_En"), parts_of("modelResponses2")
    (('sentence', 'a', 'en'), ('model', 'responses', '2'))
    """
    return tuple(part.lower() for part in _BOUNDARY.split(normalize("NFC", name)) if part)


def _nouns_of(name: str) -> set[str]:
    """Return the parts of a name, and those that end with s also without it."""
    parts = parts_of(name)
    return {*parts, *(part[:-1] for part in parts if part.endswith("s")), " ".join(parts)}


def last_name(path: str) -> str:
    """Return the name that says what a path leads to: its last, or that of the record if that is generic."""
    names = [name for name in _STEPS.sub("", path).split(".") if name]
    generic = set(_table()["generic"])
    return next(
        (name for name in reversed(names) if name.lower() not in generic), names[-1] if names else path
    )


def readable_role(name: str) -> str | None:
    """Return the role that a part of a name is usual for, so that it may be read; None if none or several."""
    return _one(name, "read")


def likely_role(name: str) -> str | None:
    """Return the role that a part of a name speaks for, of several the last: gold evidence is evidence."""
    return _one(name, "read") or _one(name, "other") or _of_last_part(name)


def _of_last_part(name: str) -> str | None:
    """Return the role of the last part of a name; None if it has none, or several parts do not lead to it."""
    last = parts_of(name)[-1:]
    return next((role for role in map(likely_role, last) if role), None) if len(parts_of(name)) > 1 else None


def _one(name: str, kind: str) -> str | None:
    parts = _nouns_of(name)
    if parts & frozenset(_table()["surely_hypothesis"]):
        return "hypothesis" if kind == "other" else None
    found = [role for role in ("premise", "hypothesis", "label") if parts & _set(role, kind)]
    role = found[0] if len(found) == 1 else None
    return None if role in _TEXTS and parts_of(name)[-1] in _table()["not_a_text"] else role


def has_part(name: str, kind: str) -> bool:
    """Return whether a part of a name is in a list of ``names.yaml``: ``question``, ``none``, ...."""
    return bool(_nouns_of(name) & frozenset(map(str, _table()[kind])))


def may_be_status(name: str) -> bool:
    """Return whether a name may be that of a field that says what counts."""
    kinds = ("status", "says_counted", "says_not_counted")
    return parts_of(name) == ("answer",) or any(has_part(name, kind) for kind in kinds)


def word_in(word: str, kind: str) -> bool:
    """Return whether a word, in lower case, is in a list of ``names.yaml``."""
    return word in frozenset(map(str, _table()[kind]))


def comes_first(one: str, other: str) -> bool:
    """Return whether two names are the same but for a part that says which comes first."""
    mine, its = parts_of(one), parts_of(other)
    if len(mine) != len(its):
        return False
    differ = [pair for pair in zip(mine, its, strict=True) if pair[0] != pair[1]]
    return len(differ) == 1 and list(differ[0]) in _table()["pairs"]


def meaning_in_name(name: str) -> str | None:
    """Return what a name, or else a part of it, means as a label; None if nothing does."""
    parts = parts_of(name)
    by_part = next(filter(None, map(meaning_of_word, parts)), None)
    return meaning_of_word(name) or by_part or next(filter(None, map(_named_meanings().get, parts)), None)


def bare(text: str) -> str:
    """Return a label without the brackets around it and the stops behind it."""
    return text.strip().strip("[](){}<>").rstrip(".:;,").strip()


def meaning_of_word(text: str) -> str | None:
    """Return what a label in words probably means: the value of a `Label`, `WEAK`, or None."""
    lowered = normalize("NFC", bare(text)).lower().replace("_", " ").replace("-", " ").strip()
    return next((label for label, pattern in _label_words() if pattern.search(lowered)), None)


def says_mixed(text: str) -> bool:
    """Return whether a label in words says that some is so and some is not, which is none of the labels."""
    return bool(_mixed().search(bare(text).lower().replace("_", " ").strip()))


def says_none(text: str) -> bool:
    """Return whether a label says that there is no relation."""
    return bare(text).lower() in ("none", "no relation", "other", "unrelated", "nenhum", "keine")


def says_nothing_wrong(text: str) -> bool:
    """Return whether a label in words says that a text has no error."""
    return bool(_nothing_wrong().search(bare(text).lower().replace("_", " ").strip()))


def labels_of_letters(texts: Iterable[str]) -> dict[str, Label] | None:
    """Return what three letters mean that stand for the three labels; None where they do not."""
    found: dict[str, list[str]] = {}
    for text in texts:
        found.setdefault(bare(text).lower(), []).append(text)
    order = (Label.ENTAILMENT, Label.NEUTRAL, Label.CONTRADICTION)
    for letters in _table()["letters"]:
        if set(letters) == set(found):
            meant = zip(letters, order, strict=True)
            return {text: label for letter, label in meant for text in found[letter]}
    return None


def labels_of_grades(texts: Iterable[str]) -> dict[str, Label] | None:
    """Return what four or more grades of truth mean; None where one of them is none."""
    words = {text: bare(text).lower().replace("-", " ").replace("_", " ") for text in texts}
    of_grade = {grade: Label(label) for label, grades in _table()["grades"].items() for grade in grades}
    fits = len(words) >= _FEWEST_GRADES and all(word in of_grade for word in words.values())
    return {text: of_grade[word] for text, word in words.items()} if fits else None


def labels_of_meanings(meanings: Mapping[str, str]) -> dict[str, Label]:
    """Return labels for what words mean, weak ones beside the others."""
    weak = Label.CONTRADICTION if Label.NEUTRAL.value in meanings.values() else Label.NON_ENTAILMENT
    return {found: weak if meaning == WEAK else Label(meaning) for found, meaning in meanings.items()}


@cache
def _set(role: str, kind: str) -> frozenset[str]:
    other = _languages()[role] if kind == "other" else ()
    return frozenset(map(str, (*_table()[role][kind], *other)))


@cache
def _label_words() -> tuple[tuple[str, re.Pattern[str]], ...]:
    others = _languages()["labels"]
    return tuple(
        (label, re.compile("|".join([pattern, *others.get(label, ())])))
        for label, pattern in _table()["labels"]
    )


@cache
def _named_meanings() -> dict[str, str]:
    return {str(name): label for label, names in _table()["text_names"].items() for name in names}


@cache
def _mixed() -> re.Pattern[str]:
    return re.compile(_table()["mixed"])


@cache
def _nothing_wrong() -> re.Pattern[str]:
    return re.compile(_table()["nothing_wrong"])


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = packaged_yaml("rightreasons.sources.proposals", "names.yaml")
    return table


@cache
def _languages() -> dict[str, Any]:
    table: dict[str, Any] = packaged_yaml("rightreasons.sources.proposals", "languages.yaml")
    return table
