"""Lines to paste, broken as a shell reads on where they are wider than the terminal."""

import re
from collections.abc import Iterator

from rich.console import Console

_INDENT = 6
_WORD = r"(?:'[^']*'|\S)+"
_READ_ON = " \\"


def folded(command: str, console: Console, indent: int) -> str:
    """Return a line to paste, in as many lines as it takes.

    An option and its value stand together, but where both are wider than the terminal; what is itself wider
    stands on a line of its own.

    Parameters
    ----------
    command
        The line.
    console
        What it is shown on; one that is no terminal breaks nothing.
    indent
        Characters in front of the first line.
    """
    if not console.is_terminal or indent + len(command) <= console.width:
        return command
    lines = [""]
    for unit in _units(command, console.width):
        before = indent if len(lines) == 1 else 0
        if lines[-1] and before + len(f"{lines[-1]} {unit}{_READ_ON}") > console.width:
            lines.append(" " * _indent(unit, console.width) + unit)
        else:
            lines[-1] += f" {unit}" if lines[-1] else unit
    return f"{_READ_ON}\n".join(lines)


def _units(command: str, width: int) -> Iterator[str]:
    """Yield what stands together on a line: a word, or an option with its value if both fit."""
    for unit in re.findall(rf"-\S+(?: (?!-){_WORD})?|{_WORD}", command):
        if _INDENT + len(unit) + len(_READ_ON) <= width:
            yield unit
        else:
            yield from re.findall(_WORD, unit)


def _indent(unit: str, width: int) -> int:
    """Return how far a line is indented: less where what stands on it would otherwise be too wide."""
    return max(0, min(_INDENT, width - len(unit) - len(_READ_ON)))
