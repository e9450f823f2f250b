"""Triples of RDF (N-Triples, and Turtle as it is usually written): a row a subject, a column a predicate."""

import re
from collections.abc import Iterator

import polars as pl

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.formats.cells import has_ending
from rightreasons.sources.formats.lines import text_blocks
from rightreasons.sources.raw import LINE, ROW, Content, Format, Parsed

ADDS = {"format": {"rdf": "RDF"}}
_TOKEN = re.compile(
    r"""(?:\s|\#[^\n]*+)*(?:
    (?P<iri><[^<>\s]*>)
    |(?P<text>\"{3}(?:[^"\\]|\\.|"(?!""))*\"{3}|"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+')(?:@[A-Za-z-]+|\^\^(?:<[^<>\s]*>|[\w.-]*:[\w.-]+))?
    |(?P<mark>[;,.](?=\s|$)|[\[\]()])
    |(?P<word>@?[^\s;,\[\]()"'<>]+?(?=[;,]?\.?(?:\s|$)|[;,\[\]()]))
    )""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPED = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
_MARKS = {"n": "\n", "t": "\t", "r": "\r"}
_LAST = re.compile(r"[^/#:]+$")
_DIRECTIVES = ("@prefix", "@base", "prefix", "base")
_SUBJECT = "subject"
_HEAD = 64 * 2**10
_BEGINS = re.compile(r"\s*(?:@prefix\s|PREFIX\s+\S*:\s*<|<[^<>\s]+>\s+<[^<>\s]+>\s)", re.IGNORECASE)


def read_rdf(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - predicates name the columns
    """Read triples; of a predicate that one subject has several times the objects are lines of one cell.

    Raises
    ------
    UnreadableFileError
        If what stands there are no triples, or nodes without names.
    """
    rows: dict[str, dict[str, list[str]]] = {}
    for subject, predicate, value in _triples(content, "".join(text_blocks(content))):
        rows.setdefault(subject, {}).setdefault(predicate, []).append(value)
    names = dict.fromkeys(name for row in rows.values() for name in row)
    columns = [
        pl.Series(_SUBJECT, list(rows), dtype=pl.String),
        *(
            pl.Series(f"{name} of it" if name == _SUBJECT else name, values, dtype=pl.String)
            for name in names
            for values in [["\n".join(row[name]) if name in row else None for row in rows.values()]]
        ),
        pl.Series(ROW, range(len(rows)), dtype=pl.Int64),
        pl.Series(LINE, [None] * len(rows), dtype=pl.Int64),
    ]
    return Parsed(pl.DataFrame(columns))


def _triples(content: Content, text: str) -> Iterator[tuple[str, str, str]]:
    """Yield subject, predicate and object of each triple, the last part of a name each."""
    said: list[str] = []
    for kind, said_next in _tokens(content, text):
        if kind == "mark" and said_next in "[]()":
            raise _refusal(content, "nodes without names, or lists")
        if kind != "mark":
            said.append(_plain(kind, said_next))
            continue
        if said and said[0].lower() in _DIRECTIVES:
            said = []
        elif len(said) == 3:
            yield said[0], said[1], said[2]
            said = {";": said[:1], ",": said[:2], ".": []}[said_next]
        elif said_next != ";" or len(said) > 1:
            raise _refusal(content, f"'{printable(' '.join(said), 60)}'")


def _tokens(content: Content, text: str) -> Iterator[tuple[str, str]]:
    at = 0
    while found := _TOKEN.match(text, at):
        at = found.end()
        kind = found.lastgroup or ""
        yield kind, found[kind]
    if text[at:].strip() and not text[at:].lstrip().startswith("#"):
        raise _refusal(content, f"'{printable(text[at:].strip()[:40])}'")


def _plain(kind: str, written: str) -> str:
    if kind == "text":
        quoted = written[3:-3] if written[:3] in ('"""', "'''") and len(written) > 5 else written[1:-1]
        return _ESCAPED.sub(_character, quoted)
    if written.lower() in _DIRECTIVES:
        return written
    name = written.strip("<>")
    last = _LAST.search(name)
    return "type" if written == "a" else last[0] if last else name


def _character(found: re.Match[str]) -> str:
    code = found[1] or found[2]
    if code is None:
        return _MARKS.get(found[3], found[3])
    number = int(code, 16)
    return chr(number) if number < 0xD800 or 0xDFFF < number < 0x110000 else "\ufffd"


def _refusal(content: Content, found: str) -> UnreadableFileError:
    return UnreadableFileError(
        f"{printable(content.name)} holds {found}",
        "triples of names and texts",
        "save them as N-Triples or JSON",
    )


def _matches(content: Content, _: str, ending: str) -> bool:
    if ending not in ("", ".txt"):
        return False
    return has_ending(content, ".nt", ".ttl") or bool(
        _BEGINS.match(content.data[:_HEAD].decode("utf-8", "replace"))
    )


RDF = Format(read_rdf, matches=_matches)
