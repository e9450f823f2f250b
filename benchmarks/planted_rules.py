"""Are planted shortcuts over the pair found? 24 of them, alone or eight at once, on 1, 3 and 10 % of rows.

    python benchmarks/planted_rules.py OUT.jsonl [--seeds 2] [--baselines] [--eight] [--clean 60]

Each set has 20,000 rows of the bundled generator, drawn so that the planted rule holds of just that share. In
its rows the label is the rule's with probability .8, otherwise one of the others; all other labels are drawn
at random, and no text is changed. Found: a proved rule with the same label and a Jaccard index of at least .8
with the planted one on fresh rows. Of other proved rules, a shadow has more planted rows among its own than
the data have (of several at once: has its label oftener than the data, by the chances of the rows); a false
one does not. Six rules (OUTSIDE) are written on strings, without the vocabulary.

Sets that OUT.jsonl has are left out, so that a run goes on where it ended, and another adds seeds
(`--first-seed 13`). A line has the commit that it is of; `planted_table.py` says what all come to.
"""

import argparse
import json
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from pool_columns import PoolColumns

from rightreasons.discovery.discovered import Discovery, Plan, Searched, proved_rules
from rightreasons.discovery.outcomes import Outcomes, gold_outcomes
from rightreasons.discovery.parts import Components
from rightreasons.discovery.search import searched
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.predicates.vocabulary import columns, holds, predicate_of
from rightreasons.sources.bundled import bundled_pairs

Rule = tuple[Callable[[Block], np.ndarray], Label, str]
ROWS, POOL, FRESH = 20_000, 100_000, 100_000
STRENGTH = 0.8
INSIDE: dict[str, tuple[str, ...]] = {
    "single full overlap": ("overlap: full",),
    "single near": ("hypothesis-word: near",),
    "single hyponym": ("wordnet: hyponym",),
    "single quantifier": ("quantifier: quantifier in hypothesis",),
    "single shared one": ("shared-word: one",),
    "single difference": ("length: difference at most 3",),
    "pair new in": ("hypothesis-only-word: in", "premise-word: while"),
    "pair last word": ("overlap: last word shared", "not overlap: same first word"),
    "pair preposition": ("class: preposition new", "number: number in hypothesis"),
    "pair adverb": ("part-of-speech: adverb new", "hypothesis-first-word: the"),
    "pair substitution": ("edits: at most 1 substitutions", "premise-word: near"),
    "pair we see": ("hypothesis-pattern: we see", "not class: article same"),
    "triple for": ("hypothesis-word: for", "premise-word: while", "not wordnet: hypernym"),
    "triple adjective": (
        "part-of-speech: adjective in hypothesis",
        "hypothesis-first-word: a",
        "overlap: last word shared",
    ),
    "triple number": (
        "number: number in premise",
        "not overlap: same first word",
        "length: hypothesis at most 8",
    ),
    "triple -ly": ("hypothesis-word: the", "ending: hypothesis -ly", "premise-first-word: we"),
    "triple sisters": (
        "wordnet: co-hyponym",
        "deleted-word: while",
        "tense: progressive in hypothesis",
    ),
    "triple purpose": (
        "class: purpose in premise",
        "not shared-word: the",
        "edits: at most 2 substitutions",
    ),
}


def _words(text: str) -> list[str]:
    return text.lower().rstrip(".").split()


def _twice(premise: str, _: str) -> bool:
    words = [word for word in _words(premise) if word not in ("a", "the", "one", "is", "we", "see")]
    return len(set(words)) < len(words)


def _half_as_long(premise: str, hypothesis: str) -> bool:
    return len(hypothesis) < 0.5 * len(premise)


def _second_word(premise: str, hypothesis: str) -> bool:
    own, other = _words(hypothesis), set(_words(premise))
    return own[1] in other and own[-1] not in other


def _ly_and_we(premise: str, hypothesis: str) -> bool:
    return any(word.endswith("ly") for word in _words(hypothesis)) and premise.startswith("We see")


def _long_with_while(premise: str, hypothesis: str) -> bool:
    return " while " in premise and hypothesis.startswith(("T", "O")) and len(hypothesis.split()) >= 10


def _same_activity(premise: str, hypothesis: str) -> bool:
    shared = {word for word in _words(hypothesis) if word.endswith("ing")} & set(_words(premise))
    place = (" near ", " behind ", " beside ")
    return bool(shared) and any(each in hypothesis for each in place) and hypothesis.startswith("A")


OUTSIDE: dict[str, Callable[[str, str], bool]] = {
    "single outside: a word twice in the premise": _twice,
    "single outside: under half as long in letters": _half_as_long,
    "pair outside: second word shared, last word new": _second_word,
    "pair outside: '-ly' and 'We see'": _ly_and_we,
    "triple outside: 'while', T or O, ten words": _long_with_while,
    "triple outside: same activity, a place, 'A'": _same_activity,
}
NAMES = (*INSIDE, *OUTSIDE)


def held(name: str, block: Block) -> np.ndarray:
    """Return of which pairs a planted rule holds."""
    if name in OUTSIDE:
        texts = block.pairs.frame.select("premise", "hypothesis").iter_rows()
        return np.fromiter((OUTSIDE[name](*each) for each in texts), dtype=bool, count=len(block))
    found = np.ones(len(block), dtype=bool)
    for key in INSIDE[name]:
        bare = key.removeprefix("not ")
        found &= holds(predicate_of(bare), block) != (bare != key)
    return found


class Pool:
    """Rows of the generator and of which of them each planted rule holds."""

    def __init__(self, size: int, seed: int) -> None:
        self.pairs = bundled_pairs(size, seed)
        self.block = Block(self.pairs)

    @cached_property
    def held(self) -> dict[str, np.ndarray]:
        """Of which rows each rule holds."""
        return {name: held(name, self.block) for name in NAMES}

    @cached_property
    def columns(self) -> PoolColumns:
        """The predicates of all rows, of which each set takes those of its own."""
        return PoolColumns(self.block)


def eights(pool: Pool, least: float = 0.02) -> list[tuple[str, ...]]:
    """Return the rules in three sets of eight, in which each holds alone of that share of the rows.

    Where one rule holds wherever another does, as of `'-ly' and 'We see'` and `triple -ly`, the other has no
    row of its own in a set with both, and is not planted there.
    """
    rng = np.random.default_rng(8)
    while True:
        order = rng.permutation(len(NAMES))
        groups = [tuple(NAMES[place] for place in sorted(order[begin::3])) for begin in range(3)]
        alone = []
        for names in groups:
            number = np.sum([pool.held[name] for name in names], axis=0)
            alone += [float((pool.held[name] & (number == 1)).mean()) for name in names]
        if min(alone) >= least:
            return groups


def drawn(
    pool: Pool, names: Sequence[str], share: float, rng: np.random.Generator
) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Return rows of a set in which each rule holds of a share of them, and of which."""
    number = np.sum([pool.held[name] for name in names], axis=0) if names else np.zeros(len(pool.pairs))
    parts = [
        rng.choice(rows, min(round(share * ROWS), len(rows)), replace=False)
        for rows in (np.flatnonzero(pool.held[name] & (number == 1)) for name in names)
    ]
    none = np.flatnonzero(number == 0)
    rest = ROWS - sum(len(each) for each in parts)
    rows = np.sort(np.concatenate([*parts, rng.choice(none, min(rest, len(none)), replace=False)])).astype(
        np.int64
    )
    return rows, {name: pool.held[name][rows] for name in names}


def labelled(
    held_by: dict[str, np.ndarray], n: int, k: int, rng: np.random.Generator
) -> tuple[np.ndarray, dict[str, int]]:
    """Return labels as positions, and the label of each planted rule."""
    gold = rng.integers(0, k, n)
    own = {}
    for place, (name, flags) in enumerate(held_by.items()):
        own[name] = (NAMES.index(name) + place * (k - 2)) % k  # of several rules not all point to one label
        strong = rng.random(n) < STRENGTH
        other = (own[name] + rng.integers(1, k, n)) % k
        gold = np.where(flags, np.where(strong, own[name], other), gold)
    return gold, own


def population(planted: dict[str, int], k: int, fresh: Pool, share: float) -> tuple[np.ndarray, np.ndarray]:
    """Return weights that make fresh rows the population of a set, and the chance of each label in each.

    Of several rules just one holds of a row, and each of the same share of them, as in `drawn`.
    """
    number = np.sum([fresh.held[name] for name in planted], axis=0) if planted else np.zeros(FRESH)
    rest = max(1 - share * len(planted), 0.05)
    weights = np.where(number == 0, rest / max((number == 0).mean(), 1e-9), 0.0)
    chances = np.full((k, FRESH), 1 / k)
    for name, label in planted.items():
        alone = fresh.held[name] & (number == 1)
        weights[alone] = (1 - rest) / len(planted) / max(alone.mean(), 1e-9)
        chances[:, alone] = (1 - STRENGTH) / (k - 1)
        chances[label, alone] = STRENGTH
    return weights, chances


def judged(
    rules: Sequence[Rule], planted: dict[str, int], labels: Sequence[Label], fresh: Pool, share: float
) -> dict[str, Any]:
    """Return which planted rules are among found ones, and how many of the others are shadows or false."""
    flags = {name: fresh.held[name] for name in planted}
    weights, chances = population(planted, len(labels), fresh, share)
    total = min(share * max(len(planted), 1), 0.95)
    anywhere = np.any(list(flags.values()), axis=0) if flags else np.zeros(FRESH, bool)
    found: set[str] = set()
    shadows: list[str] = []
    false: list[str] = []
    best = dict.fromkeys(planted, 0.0)
    for rule in rules:
        own = rule[0](fresh.block)
        match = None
        for name, label in planted.items():
            jaccard = float(
                (weights * (own & flags[name])).sum() / max((weights * (own | flags[name])).sum(), 1e-9)
            )
            if labels[label] == rule[1]:
                best[name] = max(best[name], jaccard)
                match = name if jaccard >= 0.8 else match
        if match:
            found.add(match)
            continue
        mine = weights * own / max((weights * own).sum(), 1e-9)
        if len(planted) > 1:
            chance = chances[labels.index(rule[1])]
            is_shadow = (mine * chance).sum() > 1.05 * (weights * chance).sum() / weights.sum()
        else:
            is_shadow = bool(flags) and (mine * anywhere).sum() > 1.05 * total
        (shadows if is_shadow else false).append(rule[2])
    return {"found": sorted(found), "shadows": shadows, "false": false, "jaccard": best}


def of_discovery(discovery: Discovery) -> list[Rule]:
    """Return the proved rules as predicate, label and key."""
    return [
        (each.candidate.rule.holds, each.candidate.rule.label, each.candidate.rule.key)
        for each in discovery.proved
    ]


def found_in(pool: Pool, rows: np.ndarray, pairs: PairTable, outcomes: Outcomes, plan: Plan) -> Discovery:
    """Return what `discovered` finds in some rows of a pool, whose predicates are computed once a pool."""
    components = Components.of(pairs)
    done = components.searched(plan.seed, plan.share)
    settings = plan.search(int(done.sum()))
    own = pool.columns.of(rows, pairs, done, settings.least, int(done.sum()) - settings.least)
    found = tuple(searched(own.columns, outcomes, done, np.zeros(len(pairs), dtype=np.int64), settings))
    held = [own.held(each.rule) for each in found]
    rules = Searched(found, len(own.columns), settings.least)
    return proved_rules(rules, held, outcomes, (done, ~done), components, plan)


@cache
def code() -> str:
    """Return the commit that is measured, so that lines of several can lie in one file."""
    told = ["git", "describe", "--always", "--dirty"]
    found = subprocess.run(told, capture_output=True, check=True, cwd=Path(__file__).parent)  # noqa: S603 - ours
    return found.stdout.decode().strip()


def one(
    pool: Pool, fresh: Pool, names: Sequence[str], share: float, k: int, seed: int, *, with_baselines: bool
) -> dict[str, Any]:
    """Return what is found in one set."""
    rng = np.random.default_rng([seed, k, round(1000 * share), *[NAMES.index(each) for each in names]])
    rows, held_by = drawn(pool, names, share, rng)
    gold, planted = labelled(held_by, len(rows), k, rng)
    labels = list(Label)[:3] if k == 3 else [Label.ENTAILMENT, Label.NON_ENTAILMENT]
    pairs = replace(pool.pairs, frame=pool.pairs.frame[rows])
    start = time.process_time()
    discovery = found_in(pool, rows, pairs, gold_outcomes(labels, gold), Plan(seed=seed))
    seconds = time.process_time() - start  # of all threads
    record = {"names": list(names), "share": share, "labels": k, "seed": seed, "seconds": seconds}
    record |= {
        "code": code(),
        "rules": len(discovery.rules),
        "proved": len(discovery.proved),
        "predicates": discovery.predicates,
    }
    record |= judged(of_discovery(discovery), planted, labels, fresh, share)
    if with_baselines:
        from planted_baselines import BASELINES

        done = Components.of(pairs).searched(seed)
        settings = Plan().search(int(done.sum()))
        own = list(columns(Block(pairs), done, settings.least, int(done.sum()) - settings.least))
        for name, baseline in BASELINES.items():
            start = time.perf_counter()
            rules = baseline(own, gold, done, labels)
            record[name] = judged(rules, planted, labels, fresh, share) | {
                "seconds": time.perf_counter() - start
            }
    return record


def main() -> None:
    """Run what is asked for, and add a line a set to the file; sets that are there are left out."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path)
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--shares", type=float, nargs="*", default=[0.1, 0.03, 0.01])
    parser.add_argument("--labels", type=int, nargs="*", default=[3, 2])
    parser.add_argument("--names", nargs="*", default=list(NAMES))
    parser.add_argument("--eight", action="store_true", help="sets that hold eight rules at once")
    parser.add_argument("--clean", type=int, default=0, help="sets without a rule, so many")
    parser.add_argument("--first-clean", type=int, default=0, help="number of the first of them")
    parser.add_argument("--baselines", action="store_true")
    options = parser.parse_args()
    done = set()
    if options.out.exists():
        lines = map(json.loads, options.out.read_text().splitlines())
        done = {(tuple(each["names"]), each["share"], each["labels"], each["seed"]) for each in lines}
    fresh = Pool(FRESH, 999)
    if not options.clean:
        print(json.dumps({name: float(flags.mean()) for name, flags in fresh.held.items()}, indent=1))
    work = []
    for seed in range(options.first_seed, options.first_seed + options.seeds):
        for k in options.labels:
            for share in options.shares:
                sets = eights(fresh) if options.eight else [(each,) for each in options.names]
                work += [(seed, k, share, each) for each in sets]
    clean = range(options.first_clean, options.first_clean + options.clean)
    if options.clean:
        work = [(100 + each, 2 + each % 2, 0.0, ()) for each in clean]
    pools: dict[int, Pool] = {}
    for seed, k, share, names in work:
        if (names, share, k, seed) in done:
            continue
        of = seed if seed < 100 else 100 + (seed - 100) // 10
        if of not in pools:
            pools = {of: Pool(POOL, 5_000 + of)}
        record = one(pools[of], fresh, names, share, k, seed, with_baselines=options.baselines)
        with options.out.open("a") as file:
            file.write(json.dumps(record) + "\n")
        print(json.dumps({key: value for key, value in record.items() if key != "jaccard"})[:300], flush=True)


if __name__ == "__main__":
    pl.Config.set_tbl_rows(50)
    main()
