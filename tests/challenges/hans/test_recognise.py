"""The recogniser knows each published pair and each pair that is made, with one reading, and no other."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.challenges.hans.drawing import draw, rows_of
from rightreasons.challenges.hans.generate import generate
from rightreasons.challenges.hans.grammar import Choices, grammar_of, padded, repeats_a_word
from rightreasons.challenges.hans.recognition.recognise import TemplateReadings, recognise, recognise_all
from rightreasons.challenges.hans.rendering import rendered
from rightreasons.challenges.hans.vocabulary.files import named_vocabulary
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.statistics.contingency import chi_square
from rightreasons.statistics.multiplicity import holm

AsPairs = Callable[[Sequence[str], Sequence[str]], PairTable]
SENTENCES = ("sentence1", "sentence2")
GRAMMAR = grammar_of(named_vocabulary(), "official")
NAMES = [shape.template.id for shape in GRAMMAR.shapes]
SHARED = ["gold_label", "heuristic", "subcase", "template", "variant", "category"]


def _read(frame: pl.DataFrame, as_pairs: AsPairs) -> TemplateReadings:
    return recognise_all(as_pairs(frame["sentence1"].to_list(), frame["sentence2"].to_list()))


@pytest.fixture(scope="module")
def evaluation_readings(evaluation_set: pl.DataFrame, as_pairs: AsPairs) -> TemplateReadings:
    return _read(evaluation_set, as_pairs)


@pytest.fixture(scope="module")
def training_readings(training_set: pl.DataFrame, as_pairs: AsPairs) -> TemplateReadings:
    return _read(training_set, as_pairs)


def test_every_published_evaluation_pair_has_one_reading_with_its_subcase(
    evaluation_set: pl.DataFrame, evaluation_readings: TemplateReadings
) -> None:
    _one_reading_each(evaluation_set, evaluation_readings, doubled=100)


def test_every_published_training_pair_has_one_reading_with_its_subcase(
    training_set: pl.DataFrame, training_readings: TemplateReadings
) -> None:
    _one_reading_each(training_set, training_readings, doubled=85)


def _one_reading_each(published: pl.DataFrame, readings: TemplateReadings, doubled: int) -> None:
    table = readings.table()
    assert table["row"].to_list() == list(range(30_000))
    columns = ["gold_label", "heuristic", "subcase"]
    assert table.select(columns).equals(published.select(columns))
    assert table["has_doubled_determiner"].sum() == doubled
    # All of temp15 has it, and nothing else.
    assert table.filter("has_doubled_determiner").equals(table.filter(pl.col("template") == "temp15"))
    assert rendered(GRAMMAR, readings.choices, SENTENCES)["sentence1"].equals(published["sentence1"])
    assert rendered(GRAMMAR, readings.choices, SENTENCES)["sentence2"].equals(published["sentence2"])


def test_the_pairs_with_published_template_ids_get_these_ids(shared_data: Path, as_pairs: AsPairs) -> None:
    path = shared_data / "hans" / "hans_sample_nlpsolver.tsv"
    sample = pl.read_csv(path, separator="\t", quote_char=None)
    columns = ["gold_label", "heuristic", "subcase", "template"]
    assert _read(sample, as_pairs).table().select(columns).equals(sample.select(columns))


def test_published_templates_have_the_shares_of_generated_ones(
    evaluation_readings: TemplateReadings, training_readings: TemplateReadings
) -> None:
    # Within subcases that have more than one: each published set against 20 generated ones.
    number = {template: place for place, template in enumerate(dict.fromkeys(NAMES))}
    template_of = np.array([number[name] for name in NAMES])
    several = [
        subcase for subcase, shapes in GRAMMAR.subcase_shapes.items() if len(set(template_of[shapes])) > 1
    ]
    assert len(several) == 12
    made = np.concatenate([draw(GRAMMAR, name, 1000, seed).shape for seed in range(20) for name in several])
    for readings in (evaluation_readings, training_readings):
        counts = np.array([np.bincount(template_of[s], minlength=60) for s in (readings.choices.shape, made)])
        templates = [sorted(set(template_of[GRAMMAR.subcase_shapes[name]].tolist())) for name in several]
        p_values = [chi_square(counts[:, each], yates="never").p_value for each in templates]
        assert holm(np.array(p_values, dtype=float)).min() > 0.01


def test_the_published_training_set_was_kept_apart_from_the_evaluation_set(
    evaluation_readings: TemplateReadings, training_readings: TemplateReadings
) -> None:
    # Its verbs with few objects are rarer than in free draws, just as when evaluation pairs are excluded.
    subcase = "se_understood_object"
    shapes = GRAMMAR.subcase_shapes[subcase]
    evaluation = evaluation_readings.choices
    taken = frozenset(rows_of(evaluation[np.isin(evaluation.shape, shapes)]))
    published = _counts(training_readings.choices.shape, shapes)
    free = _counts(np.concatenate([draw(GRAMMAR, subcase, 1000, s).shape for s in range(20)]), shapes)
    apart = _counts(np.concatenate([draw(GRAMMAR, subcase, 1000, s, taken).shape for s in range(20)]), shapes)
    like_free, like_apart = (chi_square([published, each]).p_value for each in (free, apart))
    assert like_free is not None
    assert like_free < 1e-9
    assert like_apart is not None
    assert like_apart > 0.01


def _counts(drawn: np.ndarray, shapes: np.ndarray) -> list[int]:
    return [int((drawn == shape).sum()) for shape in shapes]


@pytest.mark.parametrize("vocabulary", ["hans", "harbour"])
@pytest.mark.parametrize("quirks", ["official", "fixed"])
def test_what_is_made_is_recognised_with_its_template_and_words(vocabulary: str, quirks: str) -> None:
    words = named_vocabulary(vocabulary)
    made = generate(50, seed=11, quirks=quirks, vocabulary=words)  # type: ignore[arg-type]
    readings = recognise_all(made.to_pairs(), words)
    assert readings.row.tolist() == list(range(len(made)))
    assert readings.table().select(SHARED).equals(made.frame.select(SHARED))
    written = rendered(grammar_of(words, made.quirks), readings.choices, SENTENCES)
    assert all(written[name].equals(made.frame[name]) for name in SENTENCES)


@given(
    st.lists(
        st.integers(0, len(GRAMMAR.shapes) - 1).flatmap(
            lambda shape: st.tuples(
                st.just(shape),
                *(
                    st.sampled_from(GRAMMAR.pools[pool].tolist())
                    for pool in GRAMMAR.shapes[shape].slots.values()
                ),
            )
        ),
        min_size=1,
        max_size=40,
    )
)
def test_a_pair_is_recognised_if_and_only_if_it_could_be_made(
    as_pairs: AsPairs, filled: list[tuple[int, ...]]
) -> None:
    words = np.zeros((len(filled), GRAMMAR.most_slots), dtype=np.int64)
    some = padded(row[1:] for row in filled)
    words[:, : some.shape[1]] = some
    choices = Choices(np.array([row[0] for row in filled]), words)
    texts = rendered(GRAMMAR, choices, SENTENCES)
    readings = recognise_all(as_pairs(*(texts[name].to_list() for name in SENTENCES)))
    makeable = ~repeats_a_word(GRAMMAR, choices)
    assert readings.row.tolist() == np.flatnonzero(makeable).tolist()
    assert rows_of(readings.choices) == rows_of(choices[makeable])


def test_a_reading_names_template_category_and_words() -> None:
    (reading,) = recognise("In case the judge saw the actor , the banker ran .", "The banker ran .")
    assert (reading.subcase, reading.template, reading.variant) == ("ce_after_since_clause", "temp60", "b")
    assert reading.category == "temp60:in case"
    assert reading.label is Label.ENTAILMENT
    assert reading.fillers == {
        "N1": "judge",
        "N2": "banker",
        "VP1.V": "saw",
        "VP1.O": "actor",
        "VP2.V": "ran",
    }


@pytest.mark.parametrize(
    ("premise", "hypothesis"),
    [
        ("The judge saw the actor .", "The judge saw the actor ."),  # a re-ordering that no template makes
        ("The judge saw the judges .", "The judges saw the judge ."),  # one lemma twice
        ("the judge saw the actor .", "the actor saw the judge ."),  # no capital letter
        ("The judge saw the actor.", "The actor saw the judge."),  # no token of its own
        ("The judge  saw the actor .", "The actor saw the judge ."),  # two spaces
        ("The judge saw the sailor .", "The sailor saw the judge ."),  # no word of HANS
        ("The judge were helped by the actor .", "The actor helped the judge ."),  # no agreement
        ("The judge was saw by the actor .", "The actor saw the judge ."),  # no passive verb
        ("While the judge fought the actor ran .", "The judge fought the actor ."),  # needs a plural subject
        ("The actor ate the race .", "The actor ate ."),  # no object of this verb
        ("The actor ate the ice\x1fcream .", "The actor ate ."),
        ("", ""),
        ("A man sleeps.", "A man is awake."),
    ],
)
def test_what_no_template_makes_has_no_reading(premise: str, hypothesis: str) -> None:
    assert recognise(premise, hypothesis) == ()


def test_words_of_another_vocabulary_are_recognised_with_that_vocabulary_only() -> None:
    pair = ("The sailor warned the fishermen .", "The fishermen warned the sailor .")
    assert recognise(*pair) == ()
    assert [reading.template for reading in recognise(*pair, named_vocabulary("harbour"))] == ["temp1"]


def test_an_empty_table_has_no_readings(as_pairs: AsPairs) -> None:
    readings = recognise_all(as_pairs([], []))
    assert len(readings) == 0
    assert readings.table().is_empty()
    assert readings.parses().is_empty()
