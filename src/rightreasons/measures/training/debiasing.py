"""The measure `debiasing`: what a method prepared before training, or fitted the last layer again to."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from rightreasons.findings import Cell, Finding, View
from rightreasons.pairs import PairTable
from rightreasons.sentences.templates import fill

if TYPE_CHECKING:
    from rightreasons.training.seeds import SeedResult

MEASURE = "debiasing"


class NamedMethod(Protocol):
    """A method as it was named on the command line (`text`), its name, and what it does in one line."""

    @property
    def text(self) -> str:
        """As on the command line."""
        ...

    @property
    def name(self) -> str:
        """The name in the registry."""
        ...

    @property
    def what(self) -> str:
        """What the method does, in one line."""
        ...


def debiasing_finding(chosen: NamedMethod, facts: Mapping[str, object], pairs: int, trained: int) -> Finding:
    """Return what a method prepared.

    Parameters
    ----------
    chosen, facts
        The method, and the facts of its preparation.
    pairs, trained
        Training pairs before and after it.
    """
    flat = _flat(facts)
    return Finding(
        MEASURE,
        chosen.text,
        chosen.what,
        fill("debiasing.headline", method=chosen.name, trained=trained, pairs=pairs),
        views={
            "facts": View(
                fill("debiasing.facts"), ("what", "value"), tuple(flat.items()), roles={"value": "text"}
            )
        },
        settings=flat,
    )


def last_layer_finding(
    chosen: NamedMethod, facts: Mapping[str, object], pairs: PairTable, results: Sequence["SeedResult"]
) -> Finding:
    """Return what the last layer was fitted to again.

    Parameters
    ----------
    chosen, facts
        The method, and the facts of its fit.
    pairs
        What it was fitted to.
    results
        One a seed.
    """
    rows = tuple((result.seed, str(result.facts["last_layer"])) for result in results)
    sizes = facts.get("sizes", {})
    groups = tuple(sizes.items()) if isinstance(sizes, Mapping) else ()
    return Finding(
        MEASURE,
        chosen.text,
        chosen.what,
        fill("debiasing.last_layer", method=chosen.name, pairs=len(pairs), data=pairs.name),
        views={
            "last_layer": View(
                fill("debiasing.every_seed"), ("seed", "last layer"), rows, roles={"last layer": "text"}
            )
        }
        | ({"groups": View(fill("debiasing.groups"), ("group", "n"), groups)} if groups else {}),
        notes=(fill("debiasing.too_high"),),
    )


def _flat(facts: Mapping[str, object], above: str = "") -> dict[str, Cell]:
    """Return facts as one level, with dots for what is inside."""
    flat: dict[str, Cell] = {}
    for name, value in facts.items():
        if isinstance(value, Mapping):
            flat |= _flat(value, f"{above}{name}.")
        else:
            flat[above + name] = value if isinstance(value, str | int | float | None) else str(value)
    return flat
