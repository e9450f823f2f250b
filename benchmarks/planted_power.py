"""How often can a planted rule be found at all? The chance of it, by length, for the rules of the vocabulary.

    python benchmarks/planted_power.py

A rule holds of 1 % of 20,000 rows and has its label in 80 % of them, as in `planted_rules.py`; half of the
rows are searched. For each rule: the chance that its own gain is above its price (with and without the
discount of the search), and that Holm's test over 20 rules proves it on the other half where it is carried
there. No search can do better than the first without carrying what chance would find, and the second is what
is had where the rule is known. The chances are sums over all counts; nothing is drawn but one table of
predicates, whose numbers are the prices.
"""

from math import log

import numpy as np
from planted_rules import INSIDE, ROWS, STRENGTH
from scipy.stats import binom

from rightreasons.discovery.bits import Layout
from rightreasons.discovery.discovered import Plan
from rightreasons.discovery.halves import Components
from rightreasons.discovery.outcomes import gold_outcomes
from rightreasons.discovery.search import distinct
from rightreasons.discovery.turn import Turn, TurnSettings
from rightreasons.labels import Label
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.predicates.vocabulary import FAMILIES, columns, holds, predicate_of
from rightreasons.sources.bundled import bundled_pairs

HELD, RULES, ALPHA = ROWS // 100, 20, 0.05


def prices(labels: int) -> tuple[dict[str, float], np.ndarray]:
    """Return the price of each rule without discount, and the discounts by length."""
    pairs = bundled_pairs(ROWS, 1)
    block, half = Block(pairs), Components.of(pairs).half(1)
    settings = Plan().search(int(half.sum()))
    gold = np.random.default_rng(1).integers(0, labels, ROWS)
    outcomes = gold_outcomes(list(Label)[:labels], gold)
    own = list(columns(block, half, settings.least, int(half.sum()) - settings.least))
    layout = Layout.of(gold, half, labels)
    predicates, bits = distinct(own, layout, settings.most_columns)
    kinds = [list(FAMILIES).index(each.family) for each in predicates]
    valid = layout.bits(np.flatnonzero(half))
    limits = TurnSettings(settings.least, settings.most_share, settings.beam, 1)
    turn = Turn(bits, valid, layout.starts, outcomes, kinds, limits)
    places = {row.tobytes(): place for place, row in enumerate(turn.sets.bits)}

    def price(key: str) -> float:
        flags = holds(predicate_of(key.removeprefix("not ")), block)
        return float(turn.prices[places[layout.bits(np.flatnonzero(flags & half)).tobytes()]])

    return {name: sum(map(price, keys)) for name, keys in INSIDE.items()}, turn.discounts


def gain(successes: int, n: int, base: float) -> float:
    """Return the gain in log-likelihood of a share above the base, 0 of one below."""
    share = successes / n
    if share <= base:
        return 0.0
    rest = (n - successes) * log((1 - share) / (1 - base)) if share < 1 else 0.0
    return successes * log(share / base) + rest


def chances(price: float, base: float) -> tuple[float, float]:
    """Return the chance that a rule's gain is above its price, and that the other half proves it."""
    above = proved = 0.0
    for n in range(1, HELD + 1):
        counts = np.arange(n + 1)
        weights = binom.pmf(n, HELD, 0.5) * binom.pmf(counts, n, STRENGTH)
        above += float(weights[[gain(each, n, base) > price for each in counts.tolist()]].sum())
        proved += float(weights[binom.sf(counts - 1, n, base) * RULES < ALPHA].sum())
    return above, proved


def main() -> None:
    """Print one line a number of labels and a length of rules."""
    for labels in (2, 3):
        of_rules, discounts = prices(labels)
        for parts, word in enumerate(("single", "pair", "triple"), start=1):
            own = [price for name, price in of_rules.items() if name.startswith(word)]
            found = np.array([chances(price, 1 / labels) for price in own])
            now = np.array([chances(price - discounts[parts], 1 / labels) for price in own])
            print(
                f"{labels} labels, {word}: price {np.mean(own):.1f}, discount {discounts[parts]:.1f}; above "
                f"the price {found[:, 0].mean():.2f}, with the discount {now[:, 0].mean():.2f}; proved where "
                f"carried {found[:, 1].mean():.4f}"
            )


if __name__ == "__main__":
    main()
