"""Untrusted text in Markdown: templates in which every value is only ever text, on one line."""

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from rightreasons.printable import printable

if TYPE_CHECKING:
    import jinja2

LONGEST_TEXT = 2_000
_MARKS = re.compile(r"[\\`*_\[\]<>|~$&]")
_LINE_START = re.compile(r"^(?:[-+=#:]|[0-9]{1,9}(?=[.)](?:\s|$)))")
_AUTOLINK = re.compile(r"(?<=:)//|(?<=www)\.", flags=re.IGNORECASE)


def plain(value: object, limit: int = LONGEST_TEXT) -> str:
    """Return text that GitHub-flavoured Markdown shows as it is: no mark-up, no link, no HTML, one line.

    Parameters
    ----------
    value
        Anything; it is shown as its text.
    limit
        The most characters kept.
    """
    text = printable(str(value), limit).strip()
    escaped = _MARKS.sub(lambda found: f"\\{found[0]}", text)
    escaped = _AUTOLINK.sub(lambda found: f"\\{found[0]}", escaped)
    return _LINE_START.sub(lambda found: found[0] + "\\" if found[0].isdigit() else f"\\{found[0]}", escaped)


def rendered(template: str, **values: Any) -> str:
    """Fill a Markdown template of this package; every value goes through `plain`.

    Parameters
    ----------
    template
        File name in ``templates``.
    **values
        What the template is filled with.
    """
    return _environment().get_template(template).render(**values)


@cache
def _environment() -> "jinja2.Environment":
    import jinja2

    from rightreasons.reports.results import account_sentence, shown_estimate

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("rightreasons.reports"),
        autoescape=False,  # noqa: S701 - this is no HTML: `finalize` makes every value text
        finalize=plain,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["account"] = account_sentence
    environment.filters["estimate"] = shown_estimate
    environment.filters["printable"] = lambda text: printable(str(text), LONGEST_TEXT)
    return environment
