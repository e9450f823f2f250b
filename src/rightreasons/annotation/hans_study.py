"""The human study of HANS (McCoy et al. 2019, section 6, appendix E): which items stand on which sheet."""

from collections.abc import Iterator
from functools import cache

import numpy as np
import polars as pl
from pydantic import ConfigDict, TypeAdapter
from pydantic.dataclasses import dataclass

from rightreasons.annotation.questions import Question
from rightreasons.challenges.hans.generate import generate
from rightreasons.challenges.hans.grammar import Numbers
from rightreasons.challenges.hans.templates import Quirks
from rightreasons.challenges.hans.vocabulary.files import named_vocabulary
from rightreasons.challenges.hans.vocabulary.words import HansVocabulary
from rightreasons.guarded_yaml import packaged_yaml
from rightreasons.labels import Label

PARTICIPANTS, EXPERTS = "participants", "experts"
ITEM, IDENTITY, NEGATION = "item", "identity", "negation"
_KEY = (
    "who",
    "sheet",
    "id",
    "kind",
    "gold",
    "heuristic",
    "subcase",
    "category",
    "pair",
    "premise",
    "hypothesis",
)


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class StudyPlan:
    """What ``hans_study.yaml`` states: sizes, wording, and the figures that the paper prints.

    Parameters
    ----------
    items_per_category, judgements, controls
        Items of each of the 114 categories, judgements of each item, controls of each kind on a sheet.
    sheet
        The wording of a sheet, and of the answers by label.
    printed
        Figure by name.
    """

    items_per_category: int
    judgements: int
    controls: int
    sheet: Question
    printed: dict[str, float]


@cache
def study_plan() -> StudyPlan:
    """Return the plan of the study."""
    return TypeAdapter(StudyPlan).validate_python(packaged_yaml(__package__, "hans_study.yaml"))


def study_key(seed: int, quirks: Quirks = "official") -> pl.DataFrame:
    """Return every item of every sheet, in the order of the sheets, with what the people must not see.

    2,280 items (20 of each of the 114 categories of a HANS set of that seed) stand on five sheets each. A
    sheet for participants holds 57 of them, each of another category, and 10 controls; the one for experts
    holds one item of every category and 10 controls. Order and controls are drawn sheet by sheet.

    Parameters
    ----------
    seed
        From 0; the same seed gives the same study.
    quirks
        As in `rightreasons.challenges.hans.generate.generate`; the paper showed the published pairs.

    Returns
    -------
    pl.DataFrame
        Strings: ``who`` (participants or experts), ``sheet``, ``id`` (sheet and position), ``kind`` (item,
        identity or negation), ``gold``, ``heuristic``, ``subcase``, ``category``, ``pair`` (null for a
        control, as are the three before), ``premise``, ``hypothesis``.
    """
    made = generate(seed=seed, quirks=quirks)
    random = np.random.default_rng(seed)
    chosen = _chosen(made.frame, random)
    sheets = [(PARTICIPANTS, rows) for rows in _sheets(chosen, random)]
    sheets.append((EXPERTS, np.array([random.choice(rows) for rows in chosen])))
    items = made.frame.select(
        "heuristic", "subcase", "category", kind=pl.lit(ITEM), gold="gold_label", pair="pairID",
        premise="sentence1", hypothesis="sentence2",
    )  # fmt: skip
    digits = len(str(len(sheets) - 1))
    frames = [
        _sheet(
            items[rows],
            who,
            EXPERTS if who == EXPERTS else f"sheet-{number:0{digits}}",
            named_vocabulary(),
            random,
        )
        for number, (who, rows) in enumerate(sheets, start=1)
    ]
    return pl.concat(frames)


def _chosen(frame: pl.DataFrame, random: np.random.Generator) -> list[Numbers]:
    """Return, for every category, the rows of its items."""
    rows = frame.with_row_index("row").group_by("category", maintain_order=True).agg("row")["row"]
    size = study_plan().items_per_category
    return [random.choice(np.asarray(each, dtype=np.int64), size, replace=False) for each in rows.to_list()]


def _sheets(chosen: list[Numbers], random: np.random.Generator) -> Iterator[Numbers]:
    """Spread the items over sheets so that each stands on as many as it gets judgements.

    In each of five rounds the categories are halved; 20 sheets take one item of every category of one half.
    """
    size = study_plan().items_per_category
    for _ in range(study_plan().judgements):
        for half in np.array_split(random.permutation(len(chosen)), 2):
            dealt = np.array([random.permutation(chosen[category]) for category in half])
            yield from (dealt[:, place] for place in range(size))


def _sheet(
    items: pl.DataFrame, who: str, name: str, vocabulary: HansVocabulary, random: np.random.Generator
) -> pl.DataFrame:
    controls = pl.DataFrame(_controls(vocabulary, random))
    together = pl.concat([items, controls], how="diagonal")
    shuffled = together[random.permutation(together.height)]
    return shuffled.with_columns(
        _as_printed("premise"),
        _as_printed("hypothesis"),
        who=pl.lit(who),
        sheet=pl.lit(name),
        id=pl.format("{}-{}", pl.lit(name), pl.int_range(1, pl.len() + 1).cast(pl.String).str.zfill(3)),
    ).select(_KEY)


def _controls(vocabulary: HansVocabulary, random: np.random.Generator) -> list[dict[str, str]]:
    """Return controls as appendix E has them: "The doctor saw the lawyer", the same, or its negation."""
    nouns, verbs = list(vocabulary.lists["nouns"]), list(vocabulary.transitive_verbs)
    made = []
    for kind in (IDENTITY, NEGATION):
        for verb in random.choice(verbs, study_plan().controls, replace=False).tolist():
            subject, object_ = random.choice(nouns, 2, replace=False).tolist()
            premise = f"The {subject} {verb} the {object_} ."
            base = vocabulary.inflections[verb][0]  # the data file states the plain form first
            negated = f"The {subject} did not {base} the {object_} ."
            gold, hypothesis = (
                (Label.ENTAILMENT, premise) if kind == IDENTITY else (Label.NON_ENTAILMENT, negated)
            )
            made.append({"kind": kind, "gold": gold.value, "premise": premise, "hypothesis": hypothesis})
    return made


def _as_printed(column: str) -> pl.Expr:
    """Return sentences as people write them: no blank before comma and full stop."""
    return pl.col(column).str.replace_all(r" ([,.])", "$1")
