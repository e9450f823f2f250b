"""What Liu et al. (2020) claim of their tables, as comparisons of two models, and when one is confirmed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Literal

from pydantic import ConfigDict, TypeAdapter
from pydantic.dataclasses import dataclass

from rightreasons.papers.printed import data_of
from rightreasons.statistics.results import Interval

ClaimVerdict = Literal["confirmed", "contradicted", "not decided"]
VERDICTS: tuple[ClaimVerdict, ...] = ("confirmed", "contradicted", "not decided")
BESIDE = "patterns beside published"
_STRICT = ConfigDict(extra="forbid")
_PLACES = ("model", "level", "data")


@dataclass(frozen=True, config=_STRICT)
class Compared:
    """Two models, and what is claimed of their difference.

    Parameters
    ----------
    first, second
        As the cells name them; the same model where two sets of instances are compared.
    cell
        ``full``, ``hard`` or ``gap``: of these the second minus the first; or `BESIDE`: accuracy on hard
        instances by patterns minus accuracy on published ones.
    claimed
        Of the difference: ``above`` 0, ``below`` 0, or ``at most`` so many points.
    points
        Percentage points.
    """

    first: str
    second: str
    cell: Literal["full", "hard", "gap", "patterns beside published"]
    claimed: Literal["above", "below", "at most"]
    points: float = 0.0

    def verdict(self, difference: Interval | None) -> ClaimVerdict:
        """Return whether an interval of the difference, in proportions, lies wholly where it is claimed.

        Parameters
        ----------
        difference
            None: it has no interval, so that nothing is decided.
        """
        if difference is None:
            return "not decided"
        bound = self.points / 100
        above, below = difference.low > bound, difference.high < bound
        held, broken = (above, below) if self.claimed == "above" else (below, above)
        return "confirmed" if held else "contradicted" if broken else "not decided"


@dataclass(frozen=True, config=_STRICT)
class Claim:
    """One claim of the paper.

    Parameters
    ----------
    name, text
        What to call it, and the claim in words.
    comparisons
        What it says of which models.
    """

    name: str
    text: str
    comparisons: tuple[Compared, ...]


def claim_verdict(verdicts: Sequence[ClaimVerdict]) -> ClaimVerdict:
    """Return the verdict on a claim: contradicted by one comparison, confirmed only by all."""
    if "contradicted" in verdicts:
        return "contradicted"
    return "confirmed" if verdicts and set(verdicts) == {"confirmed"} else "not decided"


@cache
def claims() -> tuple[Claim, ...]:
    """Return the claims, with a comparison for every model, lambda and dataset that they speak of."""
    content = dict(data_of("liu2020_claims.yaml"))
    values = TypeAdapter(dict[str, list[str]]).validate_python({name: content.pop(name) for name in _PLACES})
    read = TypeAdapter(dict[str, tuple[Claim, ...]]).validate_python(content)["claims"]
    return tuple(replace(claim, comparisons=tuple(_filled(claim.comparisons, values))) for claim in read)


def _filled(comparisons: Sequence[Compared], values: Mapping[str, Sequence[str]]) -> Iterator[Compared]:
    for each in comparisons:
        used = [name for name in values if f"{{{name}}}" in each.first]
        for chosen in product(*(values[name] for name in used)):
            named = dict(zip(used, chosen, strict=True))
            yield replace(each, first=each.first.format(**named), second=each.second.format(**named))
