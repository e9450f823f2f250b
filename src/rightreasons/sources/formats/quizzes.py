"""Questions of quizzes with their answers: GIFT (``text {TRUE}``), Aiken (``A. ...``, ``ANSWER: A``)."""

import re
from collections.abc import Iterator

import polars as pl

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.formats.cells import has_ending
from rightreasons.sources.formats.lines import lines, text_blocks
from rightreasons.sources.raw import LINE, ROW, Content, Format, Parsed

ADDS = {"format": {"quiz": "QUIZ"}}
_OPTION = re.compile(r"\s*\(?([A-Z])[.)]\s+(\S.*)")
_ANSWER = re.compile(r"\s*ANSWER:\s*([A-Z])\s*")
_COMMENT = re.compile(r"^//[^\n]*$|^\$CATEGORY:[^\n]*$", re.MULTILINE)
_TITLE = re.compile(r"::((?:[^:\\]|\\.|:(?!:))*)::\s*")
_GIFT = re.compile(
    r"(?P<text>(?:[^{}\\]|\\.)*+)\{(?P<answer>(?:[^{}\\]|\\.)*+)\}(?P<after>(?:[^{}\\]|\\.)*+)", re.DOTALL
)
_RIGHT = re.compile(r"\s*(?:%100%)?=?\s*((?:[^~=#\\]|\\.)*+)", re.DOTALL)
_CHOSEN = re.compile(r"(?<!\\)=\s*((?:[^~=#\\]|\\.)*+)", re.DOTALL)
_ESCAPED = re.compile(r"\\(.)")
_FORM = re.compile(r"\[(?:html|moodle|plain|markdown)\]")
_HEAD = 64 * 2**10
_LEAST = 2
_Row = tuple[int, str, str, str]


def read_quiz(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read every question: its ``title``, its ``question`` and the ``answer`` that is right, in words.

    Raises
    ------
    UnreadableFileError
        If there is none.
    """
    rows = list(_aiken(content)) or list(_gift("".join(text_blocks(content))))
    if not rows:
        raise UnreadableFileError(
            f"{printable(content.name)} holds no questions with answers",
            "GIFT or Aiken",
            "name another format",
        )
    columns = [
        pl.Series(name, [row[at] for row in rows], dtype=pl.String)
        for at, name in enumerate(("title", "question", "answer"), 1)
        if any(row[at] for row in rows)
    ]
    numbers = pl.Series(ROW, range(len(rows)), dtype=pl.Int64)
    starts = pl.Series(LINE, [row[0] for row in rows], dtype=pl.Int64)
    return Parsed(pl.DataFrame([*columns, numbers, starts]))


def _aiken(content: Content) -> Iterator[_Row]:
    start, asked, options = 1, list[str](), dict[str, str]()
    for number, line in enumerate(lines(content), 1):
        if answer := _ANSWER.fullmatch(line):
            if asked and answer[1] in options:
                yield start, "", "\n".join(asked), options[answer[1]]
            asked, options = [], {}
        elif option := _OPTION.fullmatch(line):
            options[option[1]] = option[2].strip()
        elif line.strip():
            start = start if asked else number
            asked.append(line.strip())


def _gift(text: str) -> Iterator[_Row]:
    plain = _COMMENT.sub("", text.replace("\r\n", "\n"))
    at = 0
    for part in re.split(r"(\n\s*\n)", plain):
        found = _GIFT.fullmatch(part.strip())
        line = plain.count("\n", 0, at) + 1 if found else 0
        at += len(part)
        if found is None:
            continue
        title = _TITLE.match(found["text"])
        asked = _FORM.sub("", found["text"][title.end() :] if title else found["text"])
        chosen = _CHOSEN.search(found["answer"]) or _RIGHT.match(found["answer"])
        yield (
            line,
            _unescaped(title[1]) if title else "",
            _unescaped(f"{asked.rstrip()} {found['after'].strip()}"),
            _unescaped(chosen[1]) if chosen else "",
        )


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: "\n" if found[1] == "n" else found[1], text).strip()


def _matches(content: Content, _: str, ending: str) -> bool:
    if ending not in ("", ".txt"):
        return False
    head = content.data[:_HEAD].decode("utf-8", "replace").split("\n")
    answers = sum(_ANSWER.fullmatch(line) is not None for line in head)
    return has_ending(content, ".gift", ".aiken") or answers >= _LEAST


QUIZ = Format(read_quiz, matches=_matches)
