"""The report page of a run: one self-contained HTML file in which data are only ever text."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from rightreasons.printable import printable
from rightreasons.reports.results import (
    Results,
    account_sentence,
    label_sentence,
    shown_cell,
    shown_estimate,
    verdict,
)

if TYPE_CHECKING:
    import jinja2

LONGEST_TEXT = 2_000


def report_page(results: Results, evidence: Sequence[Mapping[str, str | None]]) -> str:
    """Return the page.

    Parameters
    ----------
    results
        The result to show.
    evidence
        Rows behind the figures: ``measure``, ``subject``, ``figure``, ``id``, ``premise``, ``hypothesis``,
        ``label``.
    """
    grouped: dict[tuple[str | None, str | None], list[Mapping[str, str | None]]] = {}
    for row in evidence:
        grouped.setdefault((row["measure"], row["subject"]), []).append(row)
    return _template().render(
        manifest=results.manifest,
        findings=results.findings,
        not_measured=results.not_measured,
        verdict=verdict(results),
        evidence=grouped,
    )


@cache
def _template() -> "jinja2.Template":
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("rightreasons.reports"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["account"] = account_sentence
    environment.filters["labels"] = label_sentence
    environment.filters["estimate"] = shown_estimate
    environment.filters["cell"] = lambda cell: printable(shown_cell(cell), LONGEST_TEXT)
    environment.filters["text"] = lambda text: printable(str(text), LONGEST_TEXT)
    return environment.get_template("report.html")
