"""HTML without a table: elements whose classes are repeated, and lists of terms, read as XML is."""

import json
from html.parser import HTMLParser
from typing import Any

from rightreasons.errors import EmptyDataError
from rightreasons.printable import printable
from rightreasons.sources.formats.json_document import table_in
from rightreasons.sources.formats.lines import text_blocks
from rightreasons.sources.raw import Content, Parsed

_EMPTY = (
    "br",
    "hr",
    "img",
    "input",
    "meta",
    "link",
    "source",
    "wbr",
    "col",
    "area",
    "base",
    "embed",
    "track",
)
_HIDDEN = ("script", "style", "head", "template", "nav", "footer")
_IN_LINE = (
    "a",
    "b",
    "i",
    "em",
    "strong",
    "span",
    "code",
    "mark",
    "sub",
    "sup",
    "u",
    "small",
    "q",
    "cite",
    "abbr",
)
_BOLD = ("b", "strong", "em", "i", "label", "dt", "span")
_MOST_DEPTH = 60
_LEAST_ROWS = 3
_OTHER_FIELDS = 40


class _Element:
    """An element: what it is called, its own text in order, and the elements in it."""

    def __init__(self, tag: str, name: str, data: dict[str, str]) -> None:
        self.tag, self.name, self.data = tag, name, data
        self.inner: list[_Element] = []
        self.texts: list[str] = []

    def text(self) -> str:
        """Return all text in it, white space made one space."""
        return " ".join("".join(self.texts).split())


class _Reader(HTMLParser):
    """What the parser tells, as a tree; text goes to every element that it stands in."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open = [_Element("", "", {})]
        self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _HIDDEN:
            self.hidden += 1
        if tag in _EMPTY or len(self.open) > _MOST_DEPTH:
            self.handle_data(" ")
            return
        given = {name: value or "" for name, value in attrs}
        name = (given.get("itemprop") or given.get("class", "").split(" ")[0] or tag).strip()
        data = {name[5:]: value for name, value in given.items() if name.startswith("data-") and value}
        element = _Element(tag, name, data)
        self.open[-1].inner.append(element)
        self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag in _HIDDEN and self.hidden > 0
        tags = [each.tag for each in self.open]
        if tag in tags[1:]:
            del self.open[len(tags) - 1 - tags[::-1].index(tag) :]
            if tag not in _IN_LINE:
                self.handle_data(" ")

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            for element in self.open:
                element.texts.append(data)


def read_html_records(content: Content) -> Parsed:
    """Read the elements that are repeated most as rows, what is in each as its fields.

    Raises
    ------
    EmptyDataError
        If none of three elements or more has two fields.
    """
    reader = _Reader()
    for text in text_blocks(content):
        reader.feed(text)
    reader.close()
    rows = _rows(reader.open[0])
    if len(rows) < _LEAST_ROWS:
        raise EmptyDataError(
            f"{printable(content.name)} holds no table and no repeated elements",
            "a table of rows and cells, or an element a record",
            "save the data as CSV",
        )
    return table_in(rows, json.dumps(rows, ensure_ascii=False))


def _rows(root: _Element) -> list[dict[str, Any]]:
    """Return the records of the elements of one name in one element that hold most text."""
    best: list[dict[str, Any]] = []
    most, todo = 0, [root]
    while todo:
        element = todo.pop()
        todo += element.inner
        groups: dict[tuple[str, str], list[_Element]] = {}
        for each in element.inner:
            groups.setdefault((each.tag, each.name), []).append(each)
        for group in groups.values():
            rows = [_fields(each) for each in group] if len(group) >= _LEAST_ROWS else []
            size = sum(len(str(value)) for row in rows for value in row.values())
            shared = set.intersection(*map(set, rows)) if rows else set()
            if len(shared) > 1 and size > most:
                best, most = rows, size
    return best


def _keyed(element: _Element) -> tuple[str, str]:
    """Return the name and the text of a field: by words in bold that begin it, or by its own name."""
    text = element.text()
    first = element.inner[0].text() if element.inner and element.inner[0].tag in _BOLD else ""
    if element.name != element.tag or not first or not text.startswith(first) or text == first:
        return element.name, text
    rest = text[len(first) :].lstrip()
    if not first.endswith(":") and not rest.startswith(":"):
        return element.name, text
    return first.rstrip(": "), rest.lstrip(": ")


def _fields(element: _Element) -> dict[str, Any]:
    """Return what stands in an element by what it is called: the innermost, and terms of lists."""
    found: dict[str, list[str]] = {name: [value] for name, value in element.data.items()}
    term = ""
    todo = list(reversed(element.inner))
    while todo and len(found) < _OTHER_FIELDS:
        each = todo.pop()
        if each.tag == "dt":
            term = each.text().rstrip(":")
        elif each.tag == "dd" and term:
            found.setdefault(term, []).append(each.text())
        elif (
            each.inner and each.name == each.tag and any(inner.name != inner.tag for inner in each.inner)
        ) or (each.inner and any(inner.inner or inner.tag == "dt" for inner in each.inner)):
            todo += reversed(each.inner)
        elif each.text():
            name, text = _keyed(each)
            found.setdefault(name, []).append(text)
            found |= {name: [value] for name, value in each.data.items() if name not in found}
    return {name: values[0] if len(values) == 1 else values for name, values in found.items()}
