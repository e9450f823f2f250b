"""All tests of one analysis together: their p-values adjusted, and whether they are below the level."""

from collections.abc import Sequence
from dataclasses import dataclass

from rightreasons.findings import Cell, View
from rightreasons.measures.model.swap_behaviour.cross_tables import Tested
from rightreasons.measures.model.swap_behaviour.definitions import Definition
from rightreasons.statistics.multiplicity import bonferroni, holm

_COLUMNS = (
    "set",
    "factor",
    "test",
    "n",
    "statistic",
    "degrees_of_freedom",
    "p",
    "bonferroni",
    "holm",
    "below_level",
    "effect",
    "size",
    "smallest_expected",
    "reason",
)


@dataclass(frozen=True)
class Family:
    """The tests that count of one analysis, each once.

    Parameters
    ----------
    rows
        One row a test, keyed as `_COLUMNS`.
    level
        The level that was asked for.
    """

    rows: tuple[dict[str, Cell], ...]
    level: float

    def view(self, title: str, factors: Sequence[str] = ()) -> View:
        """Return the tests of some factors, or of all, as a view."""
        chosen = [row for row in self.rows if not factors or row["factor"] in factors]
        lines = tuple(tuple(row[name] for name in _COLUMNS) for row in chosen)
        return View(title, _COLUMNS, lines, by=("set", "factor"))

    def row(self, set_: str, factor: str) -> dict[str, Cell]:
        """Return the row of one test; nothing if it was not made."""
        return next((row for row in self.rows if (row["set"], row["factor"]) == (set_, factor)), {})


def family(tested: Sequence[Tested], definition: Definition, level: float) -> Family:
    """Adjust the p-values of all tests that count; those without a p-value do not enter.

    Parameters
    ----------
    tested
        Every factor on every set.
    definition
        Which p-values are compared with the level.
    level
        A p-value below it counts.
    """
    p = [each.result.p_value for each in tested if each.result.p_value is not None]
    adjusted = iter(zip(bonferroni(p).tolist(), holm(p).tolist(), strict=True))
    rows = []
    for each in tested:
        result = each.result
        by_bonferroni, by_holm = (None, None) if result.p_value is None else next(adjusted)
        compared = by_holm if definition.adjust == "holm" else result.p_value
        effect, size = next(((name, found.value) for name, found in each.effects.items()), (None, None))
        values: tuple[Cell, ...] = (
            each.set,
            each.factor,
            result.method,
            result.n,
            result.statistic,
            result.degrees_of_freedom,
            result.p_value,
            by_bonferroni,
            by_holm,
            None if compared is None else compared < level,
            effect,
            size,
            each.smallest_expected,
            result.reason,
        )
        rows.append(dict(zip(_COLUMNS, values, strict=True)))
    return Family(tuple(rows), level)
