"""The tables of docs/verdict.md: what every code means, and which sizes matter."""

from rightreasons.verdicts.codes import codes
from rightreasons.verdicts.policy import default_policy


def codes_table() -> str:
    """Return every code of ours as a Markdown table, the worst first."""
    rows = (
        (f"`{each.code}`", each.severity, each.name, each.meaning, each.remedy) for each in codes().values()
    )
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(["| code | severity | | what it means | what to do |", "| --- " * 5 + "|", *lines])


def sizes_table() -> str:
    """Return the sizes of the default policy as a Markdown table."""
    sizes = default_policy().sizes
    lines = [f"| `{name}` | {size.value:g} | {size.reason} |" for name, size in sizes.items()]
    return "\n".join(["| size | value | why |", "| --- " * 3 + "|", *lines])
