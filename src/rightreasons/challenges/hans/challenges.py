"""HANS as two challenges that are never mixed: pairs with text and groups, and the published set by id."""

from dataclasses import replace
from functools import cache
from importlib.resources import files

import polars as pl

from rightreasons.challenges.challenge import Challenge, ChallengeOptions, Reference, from_pairs
from rightreasons.challenges.hans.headline import headline
from rightreasons.challenges.hans.recipes import make_recipe
from rightreasons.pairs import LABEL_TYPE, PairTable
from rightreasons.sentences.templates import fill

ADDS = {"challenge": {"hans": "evaluation", "hans-2019": "hans_2019"}}
BY_TEXT = "hans"
BY_ID = "hans-2019"
DESIGN = "hans"
"""The `Challenge.design` of sets in which a heuristic is right where gold is entailment, and nowhere else."""
TEMPLATE = "template"
_GROUPS = ("heuristic", "subcase", TEMPLATE, "category")
_NAMED = ("heuristic", "subcase")
ITEM_COLUMNS = {
    "heuristic": "text group: The heuristic of a HANS pair: lexical_overlap, subsequence or constituent.",
    "subcase": "text stratum: The subcase of a HANS pair, as ln_passive.",
    "template": "text group: The template of a HANS pair, as temp37.",
    "category": "text stratum of subcase: What a pair is of within its subcase; of other sets, their "
    "category.",
}


def hans(pairs: PairTable) -> Challenge:
    """Return pairs of HANS, ours or any others of its form, as the challenge ``hans``.

    Parameters
    ----------
    pairs
        Gold labels entailment and non-entailment, the column ``heuristic``, and as far as known ``subcase``,
        ``template`` and ``category``. Where ``template`` is there, there are intervals over templates.

    Raises
    ------
    MeasureInputError
        If there is no column ``heuristic``, or a row has no gold label.
    """
    groups = tuple(name for name in _GROUPS if name == _GROUPS[0] or name in pairs.groups)
    named = tuple(name for name in _NAMED if name in groups)
    clusters = TEMPLATE if TEMPLATE in groups else None
    challenge = from_pairs(BY_TEXT, pairs, groups, named, clusters)
    return _as_designed(challenge)


def hans_2019(
    train: PairTable | None = None,  # noqa: ARG001 - one shape for all challenges
    options: ChallengeOptions | None = None,  # noqa: ARG001 - as above
) -> Challenge:
    """Return the published evaluation set as ids and groups only: ``ex0`` to ``ex29999``, without text.

    Its ids run in blocks of 1,000, one a subcase; the public text has lost them, so that predictions by id
    can be scored by heuristic and subcase, but not by template.
    """
    blocks = _data("index_to_subcase.csv").cast({"label": LABEL_TYPE})
    ids = pl.int_ranges("first", pl.col("last") + 1)
    items = blocks.with_columns(index=ids).explode("index")
    items = items.select("label", "heuristic", "subcase", id=pl.format("ex{}", "index"))
    return _as_designed(Challenge(BY_ID, items, _NAMED, _NAMED))


@cache
def seed_spread(group: str) -> Reference:
    """Return accuracy over 100 seeds of one BERT by ``"heuristic"`` or ``"subcase"`` and gold label.

    Columns: `group`, ``label``, ``bert_mean``, ``bert_sd``, ``bert_min``, ``bert_max`` (proportions). Source:
    McCoy, Min and Linzen (2020), "BERTs of a feather do not generalize together", BlackboxNLP.
    """
    spread = _data("berts_of_a_feather.csv").filter(pl.col("group") == group)
    figures = spread.select(
        pl.col("value").alias(group), "label", pl.col("mean", "sd", "min", "max").name.prefix("bert_")
    )
    return Reference(figures, fill("hans.spread"))


def _as_designed(challenge: Challenge) -> Challenge:
    spread = {group: seed_spread(group) for group in challenge.named}
    return replace(challenge, references=spread, design=DESIGN, headline=headline, tests_shortcuts=True)


def _data(name: str) -> pl.DataFrame:
    text = files(__package__).joinpath(name).read_bytes()
    return pl.read_csv(text, comment_prefix="#")


RECIPE = "evaluation"


def evaluation(
    train: PairTable | None = None,  # noqa: ARG001 - one shape for all challenges
    options: ChallengeOptions | None = None,  # noqa: ARG001 - as above
) -> Challenge:
    """Return HANS made anew: 1,000 pairs a subcase from seed 2019, with text, parses and official quirks."""
    return hans(make_recipe(RECIPE).to_pairs())
