"""Makes the bundled corpus: pairs like those of SNLI with planted artifacts, of any size, by seed.

How a group of three pairs is made
----------------------------------
A hypothesis has five parts: determiner, wording, somebody, an activity, one detail ("A musician is riding a
bicycle near the fountain."). A group has one hypothesis of each label. Each of the five parts is drawn from
one distribution, whatever the label, and the parts are independent of each other. Only the premise makes the
label. It describes two people ("A toddler is eating a pizza while a guitarist is riding a bicycle near the
fountain."):

- entailment: the hypothesis says of the first person what the premise says, in a more general word;
- neutral: it says of the second person what the premise says, and a detail that the premise leaves open;
- contradiction: it says of one of the two that they do something else.

The words of an artifact in an entailed hypothesis are in its premise too, so it stays entailed; the others
keep their labels because the premise is silent on them.

Why clean rows carry no signal
------------------------------
1. The distribution of the hypothesis is the same for each label by construction, and what is planted is drawn
   apart from it. Planting only ever inserts words, and words that occur nowhere else: it neither removes nor
   replaces any. So the presence of any word that is not planted is independent of the label in the whole
   table, not only in clean rows.
2. Each slot is filled equally often for each label (see ``artifacts.yaml``), so gapped patterns of words that
   are not planted carry no signal either. The exception is the slot before the full stop, which makes the
   length artifact: patterns that end in the full stop follow the label a little.
3. Hypotheses of one group share people, and hardly anything else. This makes tests that take rows for
   independent conservative, not liberal.
4. All three pairs of a group have the same premise, so a premise says nothing of the label either.

Randomness is PCG64 through bounded integers, all else is integer arithmetic and text: the same seed gives the
same bytes.
"""

from collections.abc import Collection
from dataclasses import replace

import numpy as np
import polars as pl

from rightreasons.errors import OptionError
from rightreasons.labels import THREE_WAY
from rightreasons.pairs import ANNOTATORS, LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.sources.bundled.carriers import draw_artifacts, draw_fillings, is_copied, wordings
from rightreasons.sources.bundled.clauses import NOTHING, Clauses
from rightreasons.sources.bundled.hypotheses import draw_hypotheses, draw_people
from rightreasons.sources.bundled.planted import CLEAN, PLANTED_COLUMN, Planted, chosen, stated_artifacts
from rightreasons.sources.bundled.premises import draw_premises
from rightreasons.sources.bundled.vocabulary import Numbers, read_yaml, vocabulary
from rightreasons.sources.bundled.wording import hypothesis_sentences, premise_sentences

ANNOTATORS_A_PAIR = 5


def draw_annotations(label: Numbers, artifact: Numbers, random: np.random.Generator) -> pl.Series:
    """Return five labels a pair, in no particular order; fewer agree where something is planted.

    Parameters
    ----------
    label
        Gold label as position in `THREE_WAY`, shape (n,).
    artifact
        What is planted in the pair, or `NOTHING`; shape (n,).
    random
        Where randomness comes from.
    """
    stated = read_yaml("artifacts.yaml")["agreement"]
    clean, planted = (_draw_agreeing(stated[each], len(label), random) for each in ("clean", "planted"))
    agreeing = np.where(artifact == NOTHING, clean, planted)
    shape = (len(label), ANNOTATORS_A_PAIR)
    seat = np.argsort(random.integers(0, 2**32, shape), axis=1, kind="stable")
    other = (label[:, None] + random.integers(1, len(THREE_WAY), shape)) % len(THREE_WAY)
    votes = np.where(seat < agreeing[:, None], label[:, None], other)
    return pl.Series(THREE_WAY, dtype=LABEL_TYPE).gather(votes.ravel()).reshape(shape).arr.to_list()


def _draw_agreeing(weights: dict[int, int], size: int, random: np.random.Generator) -> Numbers:
    counts = np.repeat(np.array(list(weights)), list(weights.values()))
    return counts[random.integers(0, len(counts), size)]


GROUP_COLUMN = "premise_group"
_TRAIN, _TEST = 0, 1
_ORDERS = np.array([[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])


def bundled_pairs(size: int = 10_000, seed: int = 1, artifacts: Collection[str] | None = None) -> PairTable:
    """Make `size` pairs with planted artifacts.

    Parameters
    ----------
    size
        Number of pairs; three in a row share a premise.
    seed
        The same seed gives the same pairs.
    artifacts
        What to plant, by name or kind ("word", "pattern", "length", "overlap"); everything that is stated in
        the data file by default, and nothing for an empty collection.

    Returns
    -------
    PairTable
        With the columns ``annotator_labels`` (five labels, gold is their majority), ``planted`` (name of the
        artifact or ``"clean"``) and ``premise_group`` (a number for each premise).

    Raises
    ------
    OptionError
        If `size` or `seed` is negative.
    UnknownNameError
        If `artifacts` holds a name that is not stated.
    """
    return _make(size, seed, chosen(artifacts), _TRAIN)


def bundled_splits(
    train: int = 10_000, test: int = 2_000, seed: int = 1, artifacts: Collection[str] | None = None
) -> tuple[PairTable, PairTable]:
    """Make a train and a test table that share no premise, each from a stream of random numbers of its own.

    Parameters
    ----------
    train, test
        Number of pairs in each; `train` is that of `bundled_pairs` with the same seed.
    seed, artifacts
        As in `bundled_pairs`.
    """
    plan = chosen(artifacts)
    made = _make(train, seed, plan, _TRAIN), _make(test, seed, plan, _TEST)
    return made[0].named("bundled train"), made[1].named("bundled test")


def _make(size: int, seed: int, plan: tuple[Planted, ...], stream: int) -> PairTable:
    if size < 0 or seed < 0:
        raise OptionError(f"size {size} and seed {seed}", "numbers from 0", "give a size and seed from 0")
    random = np.random.Generator(np.random.PCG64([seed, stream]))
    words = vocabulary()
    groups = -(-size // len(THREE_WAY))
    artifact = draw_artifacts(groups, plan, random)
    copied = is_copied(artifact, plan)
    people = draw_people(groups, words, random)
    hypotheses = draw_hypotheses(people, copied, words, random)
    hypotheses = replace(hypotheses, fillings=draw_fillings(artifact, plan, random))
    premises = draw_premises(hypotheses, people, copied, words, random)
    texts = wordings(plan)
    premise = premise_sentences(
        premises, words, texts, _connective(hypotheses, stream), random.integers(0, 2, groups)
    )
    # Labels come in any order within a group, so neither the id nor the place tells the label.
    label = _ORDERS[random.integers(0, len(_ORDERS), groups)].ravel()[:size]
    group = np.repeat(np.arange(groups), len(THREE_WAY))[:size]
    frame = pl.DataFrame(
        {
            "id": _ids(size, seed, stream),
            "premise": premise.gather(group),
            "hypothesis": hypothesis_sentences(hypotheses[group, label], words, texts),
            "label": pl.Series(THREE_WAY, dtype=LABEL_TYPE).gather(label),
            ANNOTATORS: draw_annotations(label, artifact[group, label], random),
            PLANTED_COLUMN: _names(artifact[group, label], plan),
            GROUP_COLUMN: group,
        }
    )
    return PairTable(frame, _provenance(seed), Account(size, size))


def _connective(hypotheses: Clauses, stream: int) -> Numbers:
    # What the two people do fixes the word between their clauses, and train and test fix it the other way
    # round: this is what keeps any premise from being in both.
    votes: Numbers = hypotheses.direct_object[:, 0] + hypotheses.direct_object[:, 1] + stream
    return votes % 2


def _ids(size: int, seed: int, stream: int) -> pl.Series:
    prefix = f"planted-{seed}-" + ("test-" if stream == _TEST else "")
    number = pl.int_range(size, eager=True)
    group = (number // len(THREE_WAY)).cast(pl.String).str.zfill(6)
    return prefix + group + "-" + (number % len(THREE_WAY)).cast(pl.String)


def _names(artifact: Numbers, plan: tuple[Planted, ...]) -> pl.Series:
    every = pl.Enum([CLEAN, *(each.name for each in stated_artifacts())])
    names = pl.Series([CLEAN, *(each.name for each in plan)], dtype=every)
    return names.gather(artifact + 1)


def _provenance(seed: int) -> Provenance:
    note = f"made by rightreasons itself with seed {seed}: artifacts are planted in it, nobody wrote it"
    return Provenance(name="bundled", notes=(note,))
