"""The HTML templates of a room and the files beside them, filled so that every value is only ever text."""

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from rightreasons import numbers
from rightreasons.printable import printable
from rightreasons.reports.pages.embedding import embedded
from rightreasons.reports.pages.links import place_of
from rightreasons.reports.results import account_sentence, label_sentence
from rightreasons.reports.views import LONGEST_TEXT, address, shown_view

if TYPE_CHECKING:
    import jinja2

_JOBS = {"compare": "comparison", "train": "training", "reproduce": "reproduction", "discover": "rules"}
"""What a job is called as a noun, where its command is a verb."""
REPORTS = "rightreasons.reports"
"""The room whose templates are asked for where no other is named."""


@cache
def source(*names: str, room: str = REPORTS) -> str:
    """Return files of a room's ``templates`` one after the other."""
    folder = files(room).joinpath("templates")
    return "\n".join(folder.joinpath(name).read_text(encoding="utf-8") for name in names)


def html_environment(room: str = REPORTS) -> "jinja2.Environment":
    """Return what reads the templates of a room so that every value is only ever text."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader(room),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["count"] = numbers.count
    environment.filters["line"] = place_of
    return environment


@cache
def page_template(name: str) -> "jinja2.Template":
    """Return a template of this package in which every value is only ever text."""
    from markupsafe import Markup

    environment = html_environment()
    environment.filters["account"] = account_sentence
    environment.filters["labels"] = label_sentence
    environment.filters["address"] = address
    environment.filters["shown"] = shown_view
    environment.filters["job"] = lambda job: _JOBS.get(job, job)
    environment.filters["text"] = lambda text: printable(str(text), LONGEST_TEXT)
    # Safe: `embedded` leaves no character that HTML would read.
    environment.filters["embedded"] = lambda value: Markup(embedded(value))  # noqa: S704
    environment.filters["own"] = Markup  # our own scripts, styles and policy, never data
    return environment.get_template(name)
