"""Sheets of questions for people: as CSV to be filled in, and as an HTML page that works offline."""

import csv
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from io import StringIO
from typing import TYPE_CHECKING, Any

from rightreasons.printable import LONGEST_CELL, harmless, printable
from rightreasons.reports.pages.embedding import digest_of
from rightreasons.reports.pages.html import html_environment, source

if TYPE_CHECKING:
    import jinja2

ANSWER_COLUMNS = ("sheet", "participant", "item", "answer", "seconds")
"""Columns of the answers that a page hands out; a CSV sheet has them too."""


@dataclass(frozen=True)
class SheetItem:
    """One item to be judged.

    Parameters
    ----------
    id
        Tells it from all other items of a study; it must not give the answer away.
    texts
        Text by heading, in the order in which they are shown; every item of a sheet has the same headings.
    """

    id: str
    texts: Mapping[str, str]


@dataclass(frozen=True)
class Sheet:
    """What one person is asked.

    Parameters
    ----------
    name
        Tells it from the other sheets of a study.
    title
        What stands at the top.
    instructions
        Paragraphs that are shown before the first item.
    question
        What is asked of every item.
    choices
        The answers that can be given: how each is put to people, by how it stands in the answers.
    items
        In the order in which they are shown.
    """

    name: str
    title: str
    instructions: tuple[str, ...]
    question: str
    choices: Mapping[str, str]
    items: tuple[SheetItem, ...]

    def __post_init__(self) -> None:
        if len({item.id for item in self.items}) != len(self.items) or not self.items:
            raise ValueError("a sheet has items, each with an id of its own")
        if len(self.choices) < 2:
            raise ValueError("a question has at least two different answers")
        if len({tuple(item.texts) for item in self.items}) != 1:
            raise ValueError("all items have the same headings")


def sheet_csv(sheet: Sheet) -> str:
    """Return the sheet as CSV with empty answers; no cell can be taken for a formula.

    A first row of fields, then one an item: those of `ANSWER_COLUMNS`, with the texts and the question before
    the answer.
    """
    headings = tuple(sheet.items[0].texts)
    allowed = ", ".join(f"{value} = {wording}" for value, wording in sheet.choices.items())
    stream = StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    first, last = ANSWER_COLUMNS[:3], ANSWER_COLUMNS[3:]
    writer.writerow([*first, *map(harmless, headings), "question", *last])
    for item in sheet.items:
        texts = (harmless(item.texts[heading]) for heading in headings)
        question = harmless(f"{sheet.question} ({allowed})")
        writer.writerow([harmless(sheet.name), "", harmless(item.id), *texts, question, "", ""])
    return stream.getvalue()


def sheet_page(sheet: Sheet) -> str:
    """Return the sheet as one HTML page: an item at a time, timed, with the answers to be saved as CSV.

    The page asks nothing of any network, and forbids itself to; data are only ever text.
    """
    script = source("sheet.js", room=__package__)
    return _template().render(
        sheet=_plain(sheet), script=script, digest=digest_of(script), columns=ANSWER_COLUMNS
    )


def _plain(sheet: Sheet) -> dict[str, Any]:
    """Return the sheet with every text made printable."""

    def shown(value: Any) -> Any:
        if isinstance(value, str):
            return printable(value, LONGEST_CELL)
        if isinstance(value, Mapping):
            return {shown(key): shown(each) for key, each in value.items()}
        return [shown(each) for each in value]

    plain: dict[str, Any] = shown(asdict(sheet))
    return plain


@cache
def _template() -> "jinja2.Template":
    environment = html_environment(__package__)
    environment.policies["json.dumps_kwargs"] = {"sort_keys": False}  # headings stay in their order
    return environment.get_template("sheet.html")
