"""Untrusted text in Markdown: templates in which every value is only ever text, on one line."""

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from rightreasons.figures import Figure
from rightreasons.printable import printable
from rightreasons.sentences.kinds import set_in_words

if TYPE_CHECKING:
    import jinja2

LONGEST_TEXT = 2_000
_MARKS = re.compile(r"[\\`*_\[\]<>|~$&#]")
_LINE_START = re.compile(r"^(?:[-+](?=[-+\s]|$)|=|[0-9]{1,9}(?=[.)](?:\s|$)))")
_AUTOLINK = re.compile(r"(?<=:)//|(?<=www)\.", flags=re.IGNORECASE)


class Verbatim(str):
    """Text that is Markdown already and goes into a template as it is."""

    __slots__ = ()


def plain(value: object, limit: int = LONGEST_TEXT) -> str:
    """Return text that GitHub-flavoured Markdown shows as it is: no mark-up, no link, no HTML, one line.

    Parameters
    ----------
    value
        Anything; it is shown as its text, but `Verbatim` stays what it is.
    limit
        The most characters kept.
    """
    if isinstance(value, Verbatim):
        return value
    text = printable(str(value), limit).strip()
    escaped = _MARKS.sub(lambda found: f"\\{found[0]}", text)
    escaped = _AUTOLINK.sub(lambda found: f"\\{found[0]}", escaped)
    return _LINE_START.sub(lambda found: found[0] + "\\" if found[0].isdigit() else f"\\{found[0]}", escaped)


def code_block(line: str) -> Verbatim:
    """Return one line as a block of code, which no content can end or leave."""
    return Verbatim(f"    {printable(line, LONGEST_TEXT)}")


def rendered(template: str, room: str = __package__, **values: Any) -> str:
    """Fill a Markdown template; every value goes through `plain`.

    Parameters
    ----------
    template
        File name in ``templates`` of the room.
    room
        The package whose template it is; it may include those of this one.
    **values
        What the template is filled with.
    """
    return _environment(room).get_template(template).render(**values)


@cache
def _environment(room: str) -> "jinja2.Environment":
    import jinja2

    from rightreasons.reports.results import account_sentence, label_sentence, shown_estimate
    from rightreasons.reports.views import method_of

    environment = jinja2.Environment(
        loader=jinja2.ChoiceLoader(
            [jinja2.PackageLoader(each) for each in dict.fromkeys((room, __package__))]
        ),
        autoescape=False,  # noqa: S701 - this is no HTML: `finalize` makes every value text
        finalize=plain,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["account"] = account_sentence
    environment.filters["called"] = set_in_words
    environment.filters["estimate"] = shown_estimate
    environment.filters["labels"] = label_sentence
    environment.filters["valued"] = _valued
    environment.filters["without_value"] = _without_value
    environment.filters["method"] = method_of
    return environment


def _valued(figures: Mapping[str, Figure]) -> list[tuple[str, Figure]]:
    return [(name, figure) for name, figure in figures.items() if figure.value is not None]


def _without_value(figures: Mapping[str, Figure]) -> list[tuple[str, list[str]]]:
    """Return the names of figures without a value, by the reason."""
    found: dict[str, list[str]] = {}
    for name, figure in figures.items():
        if figure.value is None:
            found.setdefault(str(figure.reason), []).append(name)
    return list(found.items())
