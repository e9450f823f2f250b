"""Tab-separated files whose cells stand in quotation marks, as CSV writes them: lines that take these off."""

from collections.abc import Sequence
from dataclasses import replace

from rightreasons.sources.formats.delimited.tab_separated import encloses, without_marks
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.proposals.pasting import Proposal
from rightreasons.sources.raw import RawTable

QUOTING = "--quoting on"
Parts = Sequence[tuple[RawTable, ReadOptions]]


def unquoted(parts: Parts) -> Parts:
    """Return tables without the marks around cells; none where these enclose nothing, or may not.

    Parameters
    ----------
    parts
        The tables, each with the options that it is read by.
    """
    tabbed = all(raw.files and raw.files[0].format == "tsv" for raw, _ in parts)
    auto = all(options.quoting == "auto" for _, options in parts)
    if not parts or not tabbed or not auto or not encloses(raw.parsed.frame for raw, _ in parts):
        return []
    return [
        (replace(raw, parsed=replace(raw.parsed, frame=without_marks(raw.parsed.frame))), options)
        for raw, options in parts
    ]


def with_quoting(ways: Sequence[Proposal]) -> list[Proposal]:
    """Return lines that also say that marks enclose cells.

    Parameters
    ----------
    ways
        The lines.
    """
    return [replace(way, options=f"{way.options} {QUOTING}".strip()) for way in ways]
