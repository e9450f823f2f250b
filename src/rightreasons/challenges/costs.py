"""What the two errors of a guard cost, as ``miss=10,block=1``."""

from dataclasses import dataclass

from rightreasons.errors import OptionError
from rightreasons.printable import printable
from rightreasons.statistics.cheapest_scores import ErrorCosts

_NAMES = ("miss", "block")
_MOST = 1e9
"""Of a cost, and what one is divided by at most: only how many times one is the other matters."""


@dataclass(frozen=True)
class Costs(ErrorCosts):
    """What an error costs.

    Parameters
    ----------
    miss
        An ungrounded item that passes.
    block
        A grounded item that is blocked.
    """

    @classmethod
    def read(cls, text: str) -> "Costs":
        """Return the costs that a text states.

        Raises
        ------
        OptionError
            If it does not state both, once each, as numbers from a billionth to a billion.
        """
        stated = [part.partition("=") for part in text.split(",")]
        names = [name.strip() for name, _, _ in stated]
        try:
            found = {name: float(value) for name, (_, _, value) in zip(names, stated, strict=True)}
        except ValueError:
            found = {}
        fine = sorted(names) == sorted(_NAMES) and set(found) == set(_NAMES)
        if not fine or any(not 1 / _MOST <= cost <= _MOST for cost in found.values()):
            raise OptionError(
                f"'{printable(text, 80)}' for --cost",
                "what either error costs, numbers above 0, a billion at most",
                "write --cost miss=10,block=1",
            )
        return cls(found["miss"], found["block"])
