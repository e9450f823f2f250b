"""Each rule is right where its heuristic is right and wrong where it is wrong; saved predictions go by id."""

from pathlib import Path

import polars as pl
import pytest

from rightreasons.challenges.hans.challenges import hans
from rightreasons.challenges.hans.recognition.recognise import recognise_all
from rightreasons.errors import FileMissingError, MeasureInputError, UnknownNameError
from rightreasons.labels import TWO_WAY
from rightreasons.measures.model.score import score
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.predictors.predictor import predictor_named
from rightreasons.predictors.rules.rules import RULES

OWN = {
    "lexical-overlap": "lexical_overlap",
    "subsequence": "subsequence",
    "constituent": "constituent",
}
TABLE_1 = [
    ("The doctor was paid by the actor.", "The doctor paid the actor."),
    ("The doctor near the actor danced.", "The actor danced."),
    ("If the artist slept, the actor ran.", "The artist slept."),
    ("The artist slept.", "The tourist ran."),
]


def _pairs(rows: list[tuple[str, str]], **columns: list[str]) -> PairTable:
    frame = pl.DataFrame(rows, schema={"premise": pl.String, "hypothesis": pl.String}, orient="row")
    ids = pl.Series("id", [f"i{row}" for row in range(len(rows))])
    gold = pl.Series("label", ["non-entailment"] * len(rows), dtype=LABEL_TYPE)
    frame = frame.with_columns(ids, gold, *(pl.Series(name, values) for name, values in columns.items()))
    return PairTable(frame, Provenance("pairs"), Account(len(rows), len(rows)))


@pytest.fixture(scope="module")
def evaluation_set(shared_data: Path) -> PairTable:
    """The text of the published evaluation set, with the parses that the recogniser builds for it."""
    frame = pl.read_csv(
        shared_data / "hans/hans_evaluation_set.tsv.gz", separator="\t", quote_char=None
    ).rename({"gold_label": "label", "sentence1": "premise", "sentence2": "hypothesis"})
    frame = frame.with_columns(
        pl.col("label").cast(LABEL_TYPE), id=pl.format("row-{}", pl.int_range(pl.len()))
    )
    pairs = PairTable(frame, Provenance("HANS"), Account(frame.height, frame.height))
    parses = recognise_all(pairs).parses().unique("row", keep="first", maintain_order=True).sort("row")
    assert parses.height == 30_000
    named = {
        f"sentence{number}_parse": f"{side}_parse" for number, side in ((1, "premise"), (2, "hypothesis"))
    }
    return PairTable(frame.hstack(parses.select(*named).rename(named)), pairs.provenance, pairs.account)


@pytest.mark.parametrize("rule", RULES)
def test_on_the_published_set_a_rule_is_right_and_wrong_with_its_heuristic(
    evaluation_set: PairTable, rule: str
) -> None:
    challenge = hans(evaluation_set)
    figures = score(challenge, predictor_named(f"rule:{rule}").predict(evaluation_set)).figures
    for heuristic in [OWN[rule]] if rule in OWN else OWN.values():
        for label, accuracy in (("entailment", 1.0), ("non-entailment", 0.0)):
            figure = figures[f"{heuristic}.{label}"]
            assert (figure.value, figure.n) == (accuracy, 5000)


def test_narrower_heuristics_do_not_apply_to_the_wider_ones_examples(evaluation_set: PairTable) -> None:
    # Section 3: an example is no instance of a more narrowly defined heuristic. The reduced relatives of
    # sn_past_participle are the exception: there the hypothesis is a noun phrase of the premise.
    challenge = hans(evaluation_set)
    subsequence = score(challenge, predictor_named("rule:subsequence").predict(evaluation_set)).figures
    assert subsequence["lexical_overlap.non-entailment"].value == 1
    constituent = score(challenge, predictor_named("rule:constituent").predict(evaluation_set)).figures
    assert constituent["lexical_overlap.non-entailment"].value == 1
    assert constituent["subsequence.non-entailment"].value == 0.8
    assert constituent["sn_past_participle.non-entailment"].value == 0


def test_each_rule_entails_its_example_in_table_1() -> None:
    pairs = _pairs(TABLE_1)
    answers = {
        rule: predictor_named(f"rule:{rule}").predict(pairs).frame["label"].to_list()
        for rule in ("always-entailment", "lexical-overlap", "subsequence")
    }
    yes, no = (label.value for label in TWO_WAY)
    assert answers == {
        "always-entailment": [yes, yes, yes, yes],
        "lexical-overlap": [yes, yes, yes, no],
        "subsequence": [no, yes, yes, no],
    }


def test_the_constituent_rule_reads_the_parse() -> None:
    premise = (
        "(S (SBAR (IN If) (S (NP (DT the) (NN artist)) (VP (VBD slept)))) (, ,) (NP (DT the)) (VP (VBD ran)))"
    )
    hypotheses = ["(S (NP (DT the) (NN artist)) (VP (VBD slept)))", "(S (NN artist) (VBD slept))"]
    pairs = _pairs([("p", "h"), ("p", "h")], premise_parse=[premise] * 2, hypothesis_parse=hypotheses)
    predicted = predictor_named("rule:constituent").predict(pairs)
    assert predicted.frame["label"].to_list() == ["entailment", "non-entailment"]
    assert predicted.labels == TWO_WAY
    assert predicted.name == "rule:constituent"


def test_the_constituent_rule_needs_parses() -> None:
    with pytest.raises(MeasureInputError, match="no column premise_parse"):
        predictor_named("rule:constituent").predict(_pairs(TABLE_1))


def test_an_unknown_rule_names_those_there_are() -> None:
    with pytest.raises(
        UnknownNameError, match="always-entailment, lexical-overlap, subsequence, constituent"
    ):
        predictor_named("rule:overlap")


def test_a_name_that_is_neither_a_kind_nor_a_file_is_refused() -> None:
    with pytest.raises(FileMissingError, match=r"no file 'nowhere\.csv'"):
        predictor_named("nowhere.csv")
