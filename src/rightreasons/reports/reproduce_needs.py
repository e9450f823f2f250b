"""What the items of a paper need, as lines on the terminal: what is the same for several is said once."""

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.markup import escape

from rightreasons.papers.needs import Needs
from rightreasons.papers.possible import Possible
from rightreasons.printable import printable

_LONGEST = 2_000


def print_needs(items: Sequence[Possible], console: Console) -> None:
    """Print what the items of a paper need at the paper's scale, and which files are missing."""
    same: dict[str, list[str]] = {}
    for item in items:
        text = "; ".join(_said(item.needs))
        if text:
            same.setdefault(text, []).append(item.item)
    for text, names in same.items():
        shown = escape(printable(f"{', '.join(names)} need {text}", _LONGEST))
        console.print(f" [dim]{shown}[/]", soft_wrap=True)


def _said(needs: Needs) -> Iterator[str]:
    if needs.files:
        yield f"files: {', '.join(needs.files)}"
    if needs.vectors:
        yield f"word vectors: {', '.join(needs.vectors)}"
    if needs.encoders:
        yield f"encoder weights: {', '.join(needs.encoders)}"
    if needs.gpu:
        yield "a GPU is advisable"
    if needs.missing:
        yield f"missing: {', '.join(needs.missing)}"
