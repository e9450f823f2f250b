"""What a text beside the data, or above them, says of the values of labels: ``-1 = contradicts``."""

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from rightreasons.errors import RightReasonsError
from rightreasons.labels import Label
from rightreasons.printable import printable
from rightreasons.sources.opening.folders import is_data, size_of
from rightreasons.sources.proposals.words import labels_of_meanings, meaning_of_word
from rightreasons.sources.raw import Beside

NULL = "null"
"""What a value is called that is not there."""
_MOST_BYTES, _MOST_FILES, _MOST_VALUES = 50_000, 20, 12
_LONGEST, _TWO = 24, 2
_TEXTS = re.compile(
    r"read|descr|about|info|legend|label|class|code|guide|note|schema|key|annot", re.IGNORECASE
)
_PLAIN = ("", ".md", ".txt", ".rst", ".markdown")
_OF_CODE = (".yaml", ".yml", ".ini", ".cfg", ".toml", ".py", ".html", ".htm")
_AFTER = (
    r"['\"`*_]*\s*(?:[:=)|\u2192\u2013]|[-=]+>|-+(?=\s)|\bis\b|\bmeans?\b|\b(?:stands )?for\b|\()\s*['\"`*_]*"
)
_PHRASE = r"([^\W\d_][^,;.\n|()=\u2192]{1,80}?)(?=\s*(?:[,;.\n|()=\u2192]|->|$|\s{2}|['\"`]?-?\d\s*[=:]))"
_NAME = r"([^\W\d_][\w' -]{1,40}?)['\"`*_]*\s*(?:[:=(]|[-=]+>|\u2192|\bis\b)\s*['\"`*_]*"


def texts_beside(beside: Beside) -> list[str]:
    """Return the small texts of a folder that say what is in it.

    Parameters
    ----------
    beside
        The files of the folder.
    """
    named = [[name for name in beside.names if _is_about(name, ends)] for ends in (_PLAIN, _OF_CODE)]
    found = []
    for name in (name for names in named if len(names) <= _MOST_FILES for name in names):
        if 0 < size_of(beside.load[name]) <= _MOST_BYTES:
            try:
                found.append(beside.text(beside.load[name]()))
            except (RightReasonsError, UnicodeDecodeError):
                continue
    return found


def _is_about(name: str, endings: Sequence[str]) -> bool:
    path = PurePosixPath(name)
    plain = path.suffix.lower() in endings and not any(part.startswith((".", "__")) for part in path.parts)
    return plain and (not is_data(name) or bool(_TEXTS.search(path.stem)))


def told(distinct: Sequence[str], texts: Sequence[str]) -> dict[str, str]:
    """Return what texts say that values mean, in their words; nothing where one is not said to be a label.

    Parameters
    ----------
    distinct
        The values.
    texts
        The texts.
    """
    values = [value for value in distinct if value.strip()]
    if not 1 < len(values) <= _MOST_VALUES or any(len(value) > _LONGEST for value in values):
        return {}
    for text in texts:
        for said in (_said(values, text, behind=True), _said(values, text, behind=False)):
            if len(said) == len(values) and len(set(labels_said(said).values())) > 1:
                return said
    return {}


def _said(values: Sequence[str], text: str, *, behind: bool) -> dict[str, str]:
    """Return the first words for each value that mean a label, behind or before the value."""
    found = {}
    for value in values:
        own = re.escape(value)
        pattern = rf"(?<![\w.+-]){own}{_AFTER}{_PHRASE}" if behind else rf"{_NAME}{own}(?![\w.])"
        flags = re.IGNORECASE if len(value) > 1 else re.NOFLAG
        said = (match[1].strip() for match in re.finditer(pattern, text, flags))
        phrase = next((phrase for phrase in said if meaning_of_word(phrase)), None)
        if phrase is None and behind and value.isdecimal():  # 5 certainly true   4 probably true
            listed = re.finditer(rf"(?<![\w.]){own}\s{_PHRASE}", text)
            phrase = next((match[1].strip() for match in listed if meaning_of_word(match[1])), None)
        if phrase is not None:
            found[value] = phrase
    rest = [value for value in values if value not in found]
    if len(values) == _TWO and len(rest) == 1 and _is_the_rest(rest[0], text):
        found[rest[0]] = f"otherwise (not {next(iter(found.values()))})"
    return found


def _is_the_rest(value: str, text: str) -> bool:
    """Whether a text says that a value holds where the other does not: ``0 otherwise``."""
    own = re.escape(value)
    behind = rf"(?<![\w.+-]){own}['\"`*_]*,? (?:otherwise|else|if not)(?= *(?:[.,;)]|$))"
    before = rf"\b(?:otherwise|else),? ['\"`*_]*{own}(?![\w.])"
    return bool(re.search(f"{behind}|{before}", " ".join(text.split()), re.IGNORECASE))


def labels_said(said: Mapping[str, str]) -> dict[str, Label]:
    """Return the labels that words for values mean."""
    return labels_of_meanings(
        {value: word for value, text in said.items() if (word := meaning_of_word(text))}
    )


def shown(said: Mapping[str, str]) -> str:
    """Return what a text says of values, as a clause."""
    words = ", ".join(
        f"'{printable(value, 20)}' is '{printable(text, 40)}'" for value, text in list(said.items())[:4]
    )
    return f"a text beside the data says that {words}"
