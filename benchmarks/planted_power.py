"""How often can a planted rule be found at all? The chance of it, by length, for the rules of the vocabulary.

    python benchmarks/planted_power.py

A rule holds of 1 % of 20,000 rows and has its label in 80 % of them, as in `planted_rules.py`; a share of the
rows is searched, and the others test. For each rule: the chance that its gain is above its price (less the
discount of the search), that Holm's test over 20 rules proves it where it is carried to it, and of both. No
search can do better than the first without carrying what chance would find. The chances are sums over all
counts; nothing is drawn but one table of predicates, whose numbers are the prices.
"""

from math import log

import numpy as np
from planted_rules import INSIDE, ROWS, STRENGTH
from scipy.stats import binom

from rightreasons.discovery.bits import Layout
from rightreasons.discovery.counts import rows_by_place
from rightreasons.discovery.discovered import Plan
from rightreasons.discovery.outcomes import gold_outcomes
from rightreasons.discovery.parts import SEARCHED, Components
from rightreasons.discovery.search import distinct
from rightreasons.discovery.turn import Turn, TurnSettings
from rightreasons.labels import Label
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.predicates.vocabulary import FAMILIES, columns, holds, predicate_of
from rightreasons.sources.bundled import bundled_pairs

HELD, RULES, ALPHA = ROWS // 100, 20, 0.05
SHARES = (1 / 2, 3 / 5, SEARCHED, 3 / 4)


def prices(labels: int) -> tuple[dict[str, float], np.ndarray]:
    """Return the price of each rule without discount, and the discounts by length."""
    pairs = bundled_pairs(ROWS, 1)
    block, done = Block(pairs), Components.of(pairs).searched(1)
    settings = Plan().search(int(done.sum()))
    gold = np.random.default_rng(1).integers(0, labels, ROWS)
    outcomes = gold_outcomes(list(Label)[:labels], gold)
    own = list(columns(block, done, settings.least, int(done.sum()) - settings.least))
    layout = Layout.of(gold, done, labels)
    predicates, bits = distinct(own, layout, settings.most_columns)
    kinds = [list(FAMILIES).index(each.family) for each in predicates]
    valid = layout.bits(np.flatnonzero(done))
    limits = TurnSettings(settings.least, settings.most_share, settings.beam, 1)
    turn = Turn(bits, valid, layout.starts, outcomes, kinds, limits, rows_by_place(bits))
    places = {row.tobytes(): place for place, row in enumerate(turn.sets.bits)}

    def price(key: str) -> float:
        flags = holds(predicate_of(key.removeprefix("not ")), block)
        return float(turn.prices[places[layout.bits(np.flatnonzero(flags & done)).tobytes()]])

    return {name: sum(map(price, keys)) for name, keys in INSIDE.items()}, turn.discounts


def gain(successes: int, n: int, base: float) -> float:
    """Return the gain in log-likelihood of a share above the base, 0 of one below."""
    share = successes / n
    if share <= base:
        return 0.0
    rest = (n - successes) * log((1 - share) / (1 - base)) if share < 1 else 0.0
    return successes * log(share / base) + rest


def chances(price: float, base: float, share: float) -> tuple[float, float, float]:
    """Return the chance that a rule's gain is above its price, that the other rows prove it, and of both."""
    above = proved = both = 0.0
    for n in range(1, HELD):
        weight = float(binom.pmf(n, HELD, share))
        counts, others = np.arange(n + 1), np.arange(HELD - n + 1)
        is_above = [gain(each, n, base) > price for each in counts.tolist()]
        found = float(binom.pmf(counts, n, STRENGTH)[is_above].sum())
        is_proved = binom.sf(others - 1, HELD - n, base) * RULES < ALPHA
        held = float(binom.pmf(others, HELD - n, STRENGTH)[is_proved].sum())
        above, proved, both = above + weight * found, proved + weight * held, both + weight * found * held
    return above, proved, both


def main() -> None:
    """Print one line a number of labels, a share of searched rows and a length of rules."""
    for labels in (2, 3):
        of_rules, discounts = prices(labels)
        for share in SHARES:
            total = 0.0
            for parts, word in enumerate(("single", "pair", "triple"), start=1):
                own = [price - discounts[parts] for name, price in of_rules.items() if name.startswith(word)]
                above, proved, both = np.mean([chances(each, 1 / labels, share) for each in own], axis=0)
                total += 8 * both
                print(
                    f"{labels} labels, {share:.2f} searched, {word}: price {np.mean(own):.1f}; above it "
                    f"{above:.2f}, proved where carried {proved:.4f}, both {both:.2f}"
                )
            print(f"{labels} labels, {share:.2f} searched: {total:.1f} of 24")


if __name__ == "__main__":
    main()
