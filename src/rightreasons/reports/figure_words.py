"""What figures are called where a person reads them in a document: in words, not by their dotted names."""

from collections import Counter
from collections.abc import Mapping

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.sentences.templates import fill, templates

_OF_A_COMPARISON = ("all", "first", "second", "difference", "detectable")
"""Parts of names that subject and quantity say already."""


def figures_in_words(finding: Finding) -> Mapping[str, str]:
    """Return what each figure of a finding is called, by its name; no two are called the same.

    Where words are the same, the set stands behind them; where they still are, the dotted name does.
    """
    called = {name: figure_in_words(figure) for name, figure in finding.figures.items()}
    sets = {name: figure.set or "" for name, figure in finding.figures.items()}
    for behind in (sets, {name: name for name in called}):
        times = Counter(called.values())
        called = {
            name: f"{words}, {behind[name]}" if times[words] > 1 and behind[name] else words
            for name, words in called.items()
        }
    return called


def figure_in_words(figure: Figure) -> str:
    """Return what a figure is called: what it is, of which subject, group and gold label."""
    parts = [_of(figure), figure.subject or ""]
    parts += [cell_in_words(value) for value in figure.group.values()]
    parts += [fill("figure_in_words.gold", label=figure.label.value)] if figure.label is not None else []
    return ", ".join(part for part in parts if part)


def _of(figure: Figure) -> str:
    quantity = _spaced(figure.quantity)
    what = figure.what or ""
    if f"figure_in_words.{what}" in templates():
        return fill(f"figure_in_words.{what}")
    kept = [part for part in what.split(".") if part not in _OF_A_COMPARISON]
    words = _spaced(" ".join(kept))
    if kept == what.split("."):
        return words
    return quantity if not words or words == quantity else f"{words}, {quantity}"


def cell_in_words(text: str) -> str:
    """Return the name of a cell of a comparison, as ``all.neutral``, in words: ``gold label neutral``."""
    first, _, rest = text.partition(".")
    if first == "all" and rest:
        return fill("figure_in_words.gold", label=rest)
    return ", ".join(_spaced(part) for part in text.split(".")) if " " not in text else text


def _spaced(name: str) -> str:
    return name.replace("_", " ")
