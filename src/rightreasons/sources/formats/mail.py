"""Messages of mail, one (``.eml``) or many (mbox): a column a header of their own, and the text."""

import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage

import polars as pl

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.formats.cells import has_ending
from rightreasons.sources.raw import LINE, ROW, Content, Format, Parsed

ADDS = {"format": {"mail": "MAIL"}}
_FROM = re.compile(rb"^From [^\n]*\d\d:\d\d[^\n]*\n", re.MULTILINE)
_QUOTED = re.compile(r"^>(>*From )", re.MULTILINE)
_OF_TRANSPORT = (
    "content-type",
    "content-transfer-encoding",
    "mime-version",
    "received",
    "return-path",
    "dkim-signature",
)
TEXT = "text"


def read_mail(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - headers name the columns
    """Read every message as a row; of several texts the first plain one, of none an empty one.

    Raises
    ------
    UnreadableFileError
        If there is no message.
    """
    rows = [_row(data) for data in _messages(content.data)]
    if not any(len(row) > 1 for row in rows):
        raise UnreadableFileError(
            f"{printable(content.name)} holds no mail", "messages with headers", "name another format"
        )
    names = dict.fromkeys(name for row in rows for name in row)
    columns = [pl.Series(name, [row.get(name) for row in rows], dtype=pl.String) for name in names]
    numbers = pl.Series(ROW, range(len(rows)), dtype=pl.Int64)
    return Parsed(pl.DataFrame([*columns, numbers, pl.Series(LINE, [None] * len(rows), dtype=pl.Int64)]))


def _messages(data: bytes) -> Iterator[bytes]:
    starts = [found.span() for found in _FROM.finditer(data)]
    if not starts or starts[0][0]:
        yield data
        return
    for (_, start), (end, _) in zip(starts, [*starts[1:], (len(data), 0)], strict=True):
        yield data[start:end]


def _row(data: bytes) -> dict[str, str]:
    try:
        message = message_from_bytes(data, policy=policy.default)
        row = {name: str(value) for name, value in message.items() if name.lower() not in _OF_TRANSPORT}
        return {**row, TEXT: _text(message)}
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return {}  # headers that its reader stumbles over


def _text(message: EmailMessage) -> str:
    body = message.get_body(preferencelist=("plain",))
    text = body.get_content() if body is not None else ""
    return _QUOTED.sub(r"\1", text.replace("\r\n", "\n")).strip()


def _matches(content: Content, first: str, ending: str) -> bool:
    if ending not in ("", ".txt"):
        return False
    return has_ending(content, ".mbox", ".eml") or bool(_FROM.match(f"{first}\n".encode()))


MAIL = Format(read_mail, matches=_matches)
