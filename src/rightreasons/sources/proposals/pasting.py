"""A line that a refusal proposes, and refusals that end in such lines."""

import shlex
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from rightreasons.errors import InputError
from rightreasons.pairs import PairTable
from rightreasons.printable import pasteable
from rightreasons.sources.addresses import addressed, stem_of
from rightreasons.sources.proposals.stated import WRITTEN

_CHOSEN = ("columns", "gold", "recipe")
_PASTE = "; paste "
Refusal = TypeVar("Refusal", bound=InputError)


@dataclass(frozen=True)
class Proposal:
    """A reading that works, as options to paste.

    Parameters
    ----------
    options
        As they stand on a command line.
    recipe
        The same as a recipe; empty where the options say it all.
    because
        What speaks for it.
    rows
        Pairs that it gives, of the rows that were tried; 0 where it was not tried.
    labels
        Pairs by label.
    data
        What is read instead of what the user named; empty: the same.
    instead
        Fields of `ReadOptions` that no longer hold as the user stated them, besides those of `options`.
    score
        How much speaks for it.
    to_fill
        Whether the label map has empty places, which only the user can fill.
    """

    options: str
    recipe: Mapping[str, Any] = field(default_factory=dict)
    because: str = ""
    rows: int = 0
    labels: Mapping[str, int] = field(default_factory=dict)
    data: str = ""
    instead: tuple[str, ...] = _CHOSEN
    score: float = 0.0
    to_fill: bool = False


def counted(options: str, because: str, tables: Sequence[PairTable], data: str = "") -> Proposal:
    """Return a line that states all options of reading, with what the tables that it reads hold, by label."""
    counts: dict[str, int] = {}
    for table in tables:
        for label, rows in table.counts().items():
            counts[label.value] = counts.get(label.value, 0) + rows
    shown = ", ".join(f"{rows:,} {label}" for label, rows in counts.items())
    return Proposal(options, {}, f"{because}: {shown}", sum(counts.values()), counts, data, WRITTEN)


def command(options: str, data: str, verb: str = "audit") -> str:
    """Return the whole line to paste."""
    return f"rightreasons {verb} {shlex.quote(data)} {options}".rstrip()


def pasted(error: Refusal, ways: Sequence[Proposal], data: str | None) -> Refusal:
    """Return an error whose remedy ends in lines to paste.

    Parameters
    ----------
    error
        The error.
    ways
        The lines, at least one.
    data
        What the user called the data; None if they are in memory.
    """
    made = type(error)(error.found, error.expected, error.remedy)
    made.ways, made.data = tuple(ways), data
    made.remedy = _remedy(made, [_line(way, way.data or data) for way in ways])
    return made


def of_one_data(error: Refusal, name: str) -> Refusal:
    """Return an error about one DATA of several, which options address by this name.

    Parameters
    ----------
    error
        The error.
    name
        The role of the DATA, or what its file is called.
    """
    made = type(error)(error.found, error.expected, error.remedy)
    hint = f"an option for this DATA alone begins with its name: --columns {name}:..."
    if not error.ways:
        made.remedy = f"{error.remedy}; {hint}"
    else:
        made = pasted(
            type(error)(error.found, error.expected, f"{_asked(error)}; {hint}"), error.ways, error.data
        )
    made.address = name
    return made


def on_the_command(error: InputError, words: Sequence[str]) -> InputError:
    """Return an error whose lines are those that the user typed, changed so that the data are read.

    Parameters
    ----------
    error
        The error; as it is where it proposes nothing, or about data that were not named in the line.
    words
        What was typed, after the name of the program.
    """
    if not error.ways or error.data is None or error.data not in words:
        return error
    made = pasted(type(error)(error.found, error.expected, _asked(error)), error.ways, error.data)
    lines = [_changed(way, error.data, error.address, words) for way in error.ways]
    made.remedy = _remedy(made, lines)
    return made


def _remedy(error: InputError, lines: Sequence[str]) -> str:
    which = "if it says what was meant" if len(lines) == 1 else "the one that says what was meant"
    if any(way.to_fill for way in error.ways):
        which = f"{which}, and write a label after each '=' of the label map ('-' for none)"
    shown = [
        f"\n    {pasteable(line)}\n        {way.because}" for line, way in zip(lines, error.ways, strict=True)
    ]
    return f"{_asked(error)}{_PASTE}{which}:{''.join(shown)}"


def _asked(error: InputError) -> str:
    """Return a remedy without its lines."""
    return error.remedy.partition(_PASTE)[0]


def _line(way: Proposal, data: str | None) -> str:
    return command(way.options, data) if data else way.options


def _changed(way: Proposal, data: str, address: str, words: Sequence[str]) -> str:
    """Return the typed line with the options of a proposal in place of those it replaces."""
    options = shlex.split(way.options)
    stated = dict(zip(options[::2], options[1::2], strict=True))
    gone = {*stated, *(f"--{name.replace('_', '-')}" for name in way.instead)}
    names = {stem_of(word) for word in words} | {word.lstrip("-") for word in words} | {"data"}
    kept = _without(words, gone, address, names)
    if way.data and way.data != data:
        at = len(kept) - 1 - kept[::-1].index(data) if address else kept.index(data)
        kept[at] = way.data
    before = f"{address}:" if address else ""
    new = [word for option, value in stated.items() for word in (option, f"{before}{value}")]
    end = kept.index("--") if "--" in kept else len(kept)  # behind it stand no options
    return shlex.join(["rightreasons", *kept[:end], *new, *kept[end:]])


def _without(words: Sequence[str], gone: Collection[str], address: str, names: Collection[str]) -> list[str]:
    """Return words without the options of these names that are about the DATA of this address."""
    kept: list[str] = []
    at = 0
    while at < len(words):
        option, equals, value = words[at].partition("=")
        size = 1 if equals else 2
        value = value if equals else " ".join(words[at + 1 : at + 2])
        if option in gone and addressed(value, names)[0] == address:
            at += size
            continue
        kept.append(words[at])
        at += 1
    return kept
