"""What the two errors of a guard cost, as ``miss=10,block=1``."""

import math
from dataclasses import dataclass

from rightreasons.errors import OptionError
from rightreasons.printable import printable
from rightreasons.statistics.cheapest_scores import ErrorCosts

_NAMES = ("miss", "block")


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
            If it does not state both, once each, as numbers above 0.
        """
        stated = [part.partition("=") for part in text.split(",")]
        names = [name.strip() for name, _, _ in stated]
        try:
            found = {name: float(value) for name, (_, _, value) in zip(names, stated, strict=True)}
        except ValueError:
            found = {}
        fine = sorted(names) == sorted(_NAMES) and set(found) == set(_NAMES)
        if not fine or any(not math.isfinite(cost) or cost <= 0 for cost in found.values()):
            raise OptionError(
                f"'{printable(text, 80)}' for --cost",
                "what either error costs, numbers above 0",
                "write --cost miss=10,block=1",
            )
        return cls(found["miss"], found["block"])
