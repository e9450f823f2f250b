"""McCoy, Pavlick and Linzen (2019), "Right for the Wrong Reasons" (HANS); tables as in version 2."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import cast

import polars as pl

from rightreasons.annotation.hans_study import EXPERTS, ITEM, PARTICIPANTS, study_key
from rightreasons.artifacts.patterns.sentence_tokens import sentence_tokens
from rightreasons.artifacts.patterns.settings import SentenceRole
from rightreasons.challenges.hans.challenges import hans_2019
from rightreasons.challenges.hans.generate import generate
from rightreasons.challenges.hans.recognition.recognise import recognise
from rightreasons.findings import Finding
from rightreasons.measures.data.overlap_heuristics import overlap_heuristics
from rightreasons.measures.model.score import score
from rightreasons.models.trees import own_parses, with_brackets
from rightreasons.pairs import PairTable
from rightreasons.papers.compared.derived import derived, values
from rightreasons.papers.compared.reproduction import Answer, Basis, Evidence
from rightreasons.papers.inputs import ReproductionInputs
from rightreasons.papers.mccoy2019.template_fit import FITS, fit
from rightreasons.papers.paper import Answers, Cells, Paper, Step
from rightreasons.papers.printed import PrintedCell, printed_paper
from rightreasons.papers.published_sets import known_split
from rightreasons.references import SCORE
from rightreasons.sentences.templates import fill
from rightreasons.sources.predictions.reading import read_predictions
from rightreasons.statistics.results import Estimate
from rightreasons.text.bracketing.bracketer import train_bracketer
from rightreasons.text.transitions import transitions_of

ADDS = {"paper": {"mccoy-2019": "PAPER"}}
STEM = "mccoy2019"
PREDICTIONS: Mapping[str, str] = {"BERT": "hans/bert_preds.txt", "DA": "hans/decomp_attn_heur_preds.txt"}
_SCORED = ("table-3", "table-9", "table-10", "section-5")
_TEMPLATES = ("table-6", "table-7", "table-8")
_WITHHELD = tuple(f"table-{number}" for number in (5, *range(12, 17)))
_WITH_EXAMPLES = (
    "table-1",
    "table-2",
    "section-3",
    "section-5",
    *_TEMPLATES,
    "table-9",
    "table-10",
    *_WITHHELD,
)
_EXACT = "counted"
_SIZES = ("count", "percent")
_MODELS = ("DA", "ESIM", "SPINN", "BERT")
_RECOGNISED: Evidence = "printed examples found or recognised"
_RESCORED: Evidence = "authors' predictions scored"
_BY_DESIGN: Evidence = "constants of the design"
_SENTENCES: tuple[SentenceRole, SentenceRole] = ("premise", "hypothesis")
_SEED = 2019
_GENERATED = "pairs made anew by `make hans --seed 2019`"
_UNPARSED, _PARSED = "mnli-matched", "snli-dev"
_BRACKETER = "our bracketer"
_FILE = "the published contradicting cases, 261 of the training set"


def _published(model: str, cells: Cells, materials: ReproductionInputs) -> Answers:
    path = materials.path(PREDICTIONS[model])
    figures = score(hans_2019(), read_predictions(path)).figures
    by = fill("mccoy2019.scored", file=path.name)
    wanted = {cell: str(cell.selection.figure) for cell in cells if cell.selection is not None}
    return {cell: Answer(figures[name].estimate, by) for cell, name in wanted.items()}


def _of_model(model: str, cell: PrintedCell) -> bool:
    return cell.model == model and cell.selection is not None and cell.selection.measure == SCORE


def _examples(cells: Cells, _: ReproductionInputs) -> Answers:
    """Say from which subcase, or in Tables 1 and 2 from which heuristic, each printed example comes."""
    answers = {}
    for cell in cells:
        premise, _bar, hypothesis = cell.printed.partition(" | ")
        readings = recognise(premise, hypothesis)
        found = {
            each.heuristic if cell.item in ("table-1", "table-2") else each.subcase
            for each in readings
            if each.label == cell.split
        }
        named = ", ".join(sorted(found)) or "no template with the words of HANS"
        by = fill("mccoy2019.recognised")
        answers[cell] = Answer(named, by, expected=cell.figure)
    return answers


def _templates(cells: Cells, _: ReproductionInputs) -> Answers:
    by = fill("mccoy2019.fits")
    return {cell: Answer(fit(cell.printed, cell.figure), by, "derived", FITS) for cell in cells}


def _sizes(cells: Cells, _: ReproductionInputs) -> Answers:
    made = generate(seed=_SEED).frame
    smallest = {
        group: int(made.group_by(group).len()["len"].min())  # type: ignore[arg-type]
        for group in ("subcase", "heuristic")
    }
    found: dict[str, float] = {**smallest, "subcases": made["subcase"].n_unique(), "all": made.height}
    found["share"] = 100 * made.height / known_split("mnli:train").rows[0]
    return {cell: _counted(found[cell.figure], cell.unit, made.height, _GENERATED) for cell in cells}


def _beside_each_other(cells: Cells, _: ReproductionInputs) -> Answers:
    """Count the models that are above or below one in Table 3, as printed."""
    printed = values(printed_paper(STEM).of("table-3"))
    by = fill("mccoy2019.table_3")
    answers = {}
    for cell in cells:
        way, model = cell.figure.split()
        own, *others = (
            printed["table-3", cell.column, each, cell.split]
            for each in (model, *(other for other in _MODELS if other != model))
        )
        found = sum(other < own if way == "below" else other > own for other in others)
        answers[cell] = derived(found, "count", len(others), by)
    return answers


def _layout(cells: Cells, _: ReproductionInputs) -> Answers:
    """Count what stands on the sheets of the human study (appendix E)."""
    key = study_key(_SEED)
    items = key.filter(pl.col("kind") == ITEM)
    ours = items.filter(pl.col("who") == PARTICIPANTS)
    pairs = ours.group_by("pair", "category").len()
    sheets = key.filter(pl.col("who") == PARTICIPANTS)["sheet"]
    controls = key.filter(pl.col("who") == PARTICIPANTS, pl.col("kind") != ITEM)
    found = {
        "categories": items["category"].n_unique(),
        "per_category": pairs.height / pairs["category"].n_unique(),
        "judgements": ours.height / pairs.height,
        "items": ours.height / sheets.n_unique(),
        "controls": controls.height / sheets.n_unique(),
        "sheet": len(sheets) / sheets.n_unique(),
        "expert_sheet": key.filter(pl.col("who") == EXPERTS).height,
    }
    by = fill("mccoy2019.sheets")
    return {cell: _counted(found[cell.figure], cell.unit, key.height, by) for cell in cells}


def _heuristics(
    definition: str, name: str, what: tuple[Basis, str], cells: Cells, materials: ReproductionInputs
) -> Answers:
    basis, by = what
    pairs = materials.pairs(name)
    figures = _overlap(pairs).figures
    return {cell: Answer(figures[f"{definition}.{cell.figure}"].estimate, by, basis) for cell in cells}


def _bracketed(definition: str, cells: Cells, materials: ReproductionInputs) -> Answers:
    """Count constituents in pairs without parses, by a bracketer learned from the parses of other data.

    The premise has every word of its constituents, so that only pairs where it does are parsed.
    """
    learned, pairs = materials.pairs(_PARSED), materials.pairs(_UNPARSED)
    parses = pl.concat([own_parses(learned, side) for side in _SENTENCES]).drop_nulls().unique().sort()
    bracketer = train_bracketer(transitions_of(parses))
    items = cast("pl.DataFrame", _overlap(pairs, "treebank").items)  # this measure always has them
    parsed = with_brackets(
        pairs.where(items["lexical_overlap"], "a word that the premise lacks"), bracketer, _BRACKETER
    )
    figures = _overlap(parsed).figures
    by = fill("mccoy2019.bracketed", data=_UNPARSED, trees=len(parses), learned=_PARSED)
    found = {cell: figures[f"{definition}.{cell.figure}"].value for cell in cells}
    return {
        cell: Answer(Estimate(value, "count", len(pairs), reason=_EXACT), by, "other data")
        for cell, value in found.items()
    }


def _overlap(pairs: PairTable, tokenisation: str = "whitespace") -> Finding:
    premises, hypotheses = (sentence_tokens(pairs, side, tokenisation) for side in _SENTENCES)
    return overlap_heuristics(pairs, premises, hypotheses)


def _counted(value: float, unit: str, n: int, by: str) -> Answer:
    return Answer(Estimate(value, unit, n, reason=_EXACT), by)


def _is_contradicting(row: str, cell: PrintedCell) -> bool:
    return cell.row == row and cell.column == "Contradicting cases"


def _heuristic_steps(definition: str) -> Iterator[Step]:
    """Count the heuristics of section 2, by the rules of the published scripts or by whole words, nested."""
    other = "" if definition == "hans-2019" else definition
    of_data: Mapping[str, tuple[Basis, str]] = {
        "Lexical overlap": ("same", _FILE),
        "Subsequence": ("other data", f"{_FILE}: not all of this heuristic's"),
    }
    whole = partial(_heuristics, definition, "mnli-train", ("same", "MNLI's training set"))
    yield Step(("section-2",), lambda cell: bool(cell.figure), whole, ("mnli-train",), definition=other)
    for row, what in of_data.items():
        counted = partial(_heuristics, definition, "mnli-contradicting", what)
        needs = ("mnli-contradicting",)
        yield Step(("section-2",), partial(_is_contradicting, row), counted, needs, definition=other)
    part = partial(_heuristics, definition, "mnli-matched", ("other data", "the matched dev set"))
    yield Step(
        ("section-2",),
        lambda cell: cell.row != "Constituent",
        part,
        ("mnli-matched",),
        small=True,
        definition=other,
    )
    yield Step(
        ("section-2",),
        lambda cell: cell.row == "Constituent",
        partial(_bracketed, definition),
        (_UNPARSED, _PARSED),
        small=True,
        definition=other,
    )


PAPER = Paper(
    STEM,
    (
        Step(_WITH_EXAMPLES, lambda cell: cell.unit == "example", _examples, evidence=_RECOGNISED),
        Step(_TEMPLATES, lambda cell: cell.unit == "template", _templates),
        *(
            Step(_SCORED, partial(_of_model, model), partial(_published, model), (file,), evidence=_RESCORED)
            for model, file in PREDICTIONS.items()
        ),
        Step(("section-3", "section-7"), lambda cell: cell.unit in _SIZES, _sizes, evidence=_BY_DESIGN),
        Step(("section-5",), lambda cell: cell.unit == "count", _beside_each_other),
        Step(("appendix-e",), lambda cell: bool(cell.figure), _layout, evidence=_BY_DESIGN),
        *(step for definition in ("hans-2019", "strict") for step in _heuristic_steps(definition)),
    ),
)
