"""The sheets are those of appendix E, and answers of known people give known figures."""

import polars as pl
import pytest
from statsmodels.stats.proportion import proportion_confint

from rightreasons.annotation.hans_answers import human_study, judgements
from rightreasons.annotation.hans_study import study_key, study_plan
from rightreasons.challenges.hans.categories import categories
from rightreasons.challenges.hans.grammar import grammar_of
from rightreasons.challenges.hans.vocabulary.files import named_vocabulary
from rightreasons.errors import AnswersError

BASE = {"saw": "see", "called": "call", "believed": "believe", "stopped": "stop", "advised": "advise"}
FLIPPED = {"entailment": "non-entailment", "non-entailment": "entailment"}


@pytest.fixture(scope="module")
def key() -> pl.DataFrame:
    return study_key(3)


@pytest.fixture(scope="module")
def participants(key: pl.DataFrame) -> pl.DataFrame:
    return key.filter(who="participants")


def test_every_item_stands_on_five_of_200_sheets(participants: pl.DataFrame) -> None:
    items = participants.filter(kind="item")
    assert participants["sheet"].n_unique() == 200
    assert items.group_by("pair").len()["len"].unique().to_list() == [5]
    assert items.unique(["pair", "sheet"]).height == items.height == 11_400
    by_category = items.unique("pair").group_by("category").len()
    assert set(by_category["category"]) == set(categories(grammar_of(named_vocabulary(), "official")))
    assert by_category["len"].unique().to_list() == [20]


def test_a_sheet_holds_57_items_of_57_categories_and_five_controls_of_each_kind(
    participants: pl.DataFrame,
) -> None:
    kinds = participants.group_by("sheet", "kind").len().pivot("kind", index="sheet", values="len")
    assert kinds.select("item", "identity", "negation").unique().rows() == [(57, 5, 5)]
    categories_of = participants.filter(kind="item").group_by("sheet").agg(pl.col("category").n_unique())
    assert categories_of["category"].unique().to_list() == [57]


def test_experts_get_one_item_of_every_category_and_ten_controls(key: pl.DataFrame) -> None:
    experts = key.filter(who="experts")
    assert experts.height == 124
    assert experts.filter(kind="item")["category"].n_unique() == 114
    assert experts["kind"].value_counts().filter(kind="item")["count"].item() == 114


def test_controls_repeat_the_premise_or_negate_it(key: pl.DataFrame) -> None:
    same, negated = key.filter(kind="identity"), key.filter(kind="negation")
    assert (same["premise"] == same["hypothesis"]).all()
    assert same["gold"].unique().to_list() == ["entailment"]
    assert negated["gold"].unique().to_list() == ["non-entailment"]
    for premise, hypothesis in negated.select("premise", "hypothesis").iter_rows():
        article, subject, verb, *rest = premise.split()
        base = BASE.get(verb, verb.removesuffix("ed"))
        words = hypothesis.split()
        assert [*words[:4], *words[5:]] == [article, subject, "did", "not", *rest]
        assert words[4] in {base, f"{base}e"}


def test_neither_id_nor_place_gives_the_answer_away(key: pl.DataFrame) -> None:
    assert key["id"].n_unique() == key.height
    assert key["id"].str.contains(r"^(sheet-\d{3}|experts)-\d{3}$").all()
    people = key.filter(who="participants").with_columns(place=pl.col("id").str.tail(3))
    assert people.filter(kind="negation")["place"].n_unique() == 67
    entailed = people.group_by("place").agg(pl.col("gold").eq("entailment").mean())["gold"]
    assert entailed.is_between(0.25, 0.75).all()


def test_sentences_are_written_as_people_write_them(key: pl.DataFrame) -> None:
    for column in ("premise", "hypothesis"):
        assert not key[column].str.contains(r" [,.]").any()
        assert key[column].str.ends_with(".").all()


def test_the_same_seed_gives_the_same_study_and_another_seed_another(key: pl.DataFrame) -> None:
    assert key.equals(study_key(3))
    assert not key["premise"].equals(study_key(4)["premise"])


def answered(key: pl.DataFrame, person: str, sheet: str, seconds: float) -> pl.DataFrame:
    """A person who is right everywhere."""
    return key.filter(sheet=sheet).select(
        "sheet", "id", "kind", participant=pl.lit(person), answer="gold", seconds=pl.lit(seconds)
    )


def wrong(answers: pl.DataFrame, where: pl.Expr) -> pl.DataFrame:
    flipped = pl.col("answer").replace_strict(FLIPPED)
    return answers.with_columns(answer=pl.when(where).then(flipped).otherwise("answer"))


@pytest.fixture(scope="module")
def judged(key: pl.DataFrame) -> pl.DataFrame:
    first_control = (pl.col("kind") != "item") & (pl.col("kind") != "item").cum_sum().eq(1)
    right = answered(key, "a", "sheet-001", 10.0)
    contrary = wrong(answered(key, "b", "sheet-002", 8.0), pl.col("kind") == "item")
    careless = wrong(answered(key, "c", "sheet-003", 4.0), first_control)
    left_out = answered(key, "d", "sheet-004", 2.0).filter(~first_control)
    expert = answered(key, "e", "experts", 6.0)
    people = pl.concat([right, contrary, careless, left_out, expert]).drop("kind")
    return judgements(key, people.sample(fraction=1, shuffle=True, seed=1))


def test_whoever_fails_or_leaves_out_a_control_is_dropped(judged: pl.DataFrame) -> None:
    kept = dict(judged.select("participant", "kept").unique().iter_rows())
    assert kept == {"a": True, "b": True, "c": False, "d": False, "e": True}


def test_known_people_give_known_figures_beside_the_printed_ones(judged: pl.DataFrame) -> None:
    finding = human_study(judged, "study")
    figures = finding.figures
    assert (figures["participants.kept"].value, figures["participants.dropped"].value) == (2, 2)
    assert (figures["participants.accuracy"].value, figures["participants.accuracy"].n) == (0.5, 114)
    assert figures["experts.accuracy"].value == 1.0
    assert figures["participants.kept_seconds"].value == pytest.approx(9.0)
    assert figures["participants.dropped_seconds"].value == pytest.approx((67 * 4 + 66 * 2) / 133)
    entailed = {
        person: judged.filter(participant=person, kind="item", gold="entailment").height for person in "ab"
    }
    expected = entailed["a"] / (entailed["a"] + entailed["b"])
    assert figures["participants.entailment"].value == pytest.approx(expected)
    printed = {row[:2]: row[-1] for row in finding.views["accuracy"].lines}
    assert printed["participants", "all"] == 0.76
    assert printed["participants", "entailment"] == 0.75
    assert printed["participants", "non-entailment"] == 0.77
    assert printed["experts", "all"] == 0.97
    assert "the paper prints 76 %" in finding.headline


def test_two_people_are_too_few_for_an_interval_over_people(judged: pl.DataFrame) -> None:
    found = human_study(judged, "study").figures["participants.accuracy"]
    assert found.interval is None
    assert found.reason is not None
    assert "fewer than 6 clusters" in found.reason


def test_an_interval_over_people_is_that_of_people_where_each_is_always_or_never_right(
    key: pl.DataFrame,
) -> None:
    """Eight people of whom four are always right tell as much as eight judgements, not 456."""
    answers = [answered(key, f"p{number}", "sheet-001", 1.0) for number in range(8)]
    contrary = [wrong(each, pl.col("kind") == "item") for each in answers[4:]]
    people = pl.concat([*answers[:4], *contrary]).drop("kind")
    interval = human_study(judgements(key, people), "study").figures["participants.accuracy"].interval
    assert interval is not None
    low, high = proportion_confint(4, 8, method="wilson")
    assert interval.low < low
    assert interval.high > high


def test_people_with_the_same_sheet_agree_or_contradict_each_other(key: pl.DataFrame) -> None:
    first, second = (answered(key, person, "sheet-001", 1.0) for person in "ab")
    same = judgements(key, pl.concat([first, second]).drop("kind"))
    assert human_study(same, "study").figures["participants.fleiss_kappa"].value == pytest.approx(1.0)
    opposed = pl.concat([first, wrong(second, pl.col("kind") == "item")]).drop("kind")
    figures = human_study(judgements(key, opposed), "study").figures
    assert figures["participants.fleiss_kappa"].value == pytest.approx(-1.0)
    assert figures["participants.krippendorff_alpha"].n == 57


def test_nobody_left_is_said_and_not_divided_by(key: pl.DataFrame) -> None:
    answers = wrong(answered(key, "a", "sheet-001", 1.0), pl.col("kind") != "item").drop("kind")
    finding = human_study(judgements(key, answers), "study")
    assert finding.figures["participants.accuracy"].value is None
    assert "0 of 1 participants" in finding.headline
    assert finding.figures["participants.fleiss_kappa"].value is None


def test_answers_to_other_sheets_are_refused(key: pl.DataFrame) -> None:
    answers = answered(key, "a", "sheet-001", 1.0).drop("kind").with_columns(sheet=pl.lit("sheet-002"))
    with pytest.raises(AnswersError, match="unknown items"):
        judgements(key, answers)


def test_the_wording_has_an_answer_for_each_label() -> None:
    assert set(study_plan().sheet.choices) == {"entailment", "non-entailment"}
