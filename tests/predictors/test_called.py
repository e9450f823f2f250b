"""A user's function as a model: what it may return, what is refused, and what is known of its labels."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rightreasons.challenges.ordinary_pairs import ordinary_pairs
from rightreasons.errors import (
    AmbiguousLabelError,
    LabelOrderError,
    ModelError,
    OptionError,
    PredictionError,
    RightReasonsError,
    UnknownLabelError,
    UnknownNameError,
    UnnamedOutputsError,
)
from rightreasons.labels import THREE_WAY, TWO_WAY, Label
from rightreasons.measures.label_mapping.every_order import label_order
from rightreasons.measures.label_mapping.finding import check_order
from rightreasons.measures.label_mapping.orders import Demand
from rightreasons.predictors.called.called import Called
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.predictor import Identified, Streaming, predictor_named

PAIRS = ordinary_pairs()
GOLD = dict(zip(zip(PAIRS.premises, PAIRS.hypotheses, strict=True), PAIRS.gold, strict=True))
Write = Callable[..., str]
HEAD = """
from rightreasons.challenges.ordinary_pairs import ordinary_pairs
PAIRS = ordinary_pairs()
GOLD = dict(zip(zip(PAIRS.premises, PAIRS.hypotheses), PAIRS.gold.to_list()))
def gold(premises, hypotheses):
    return [GOLD.get(pair, "neutral") for pair in zip(premises, hypotheses)]
"""


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write a module with a function `f(p, h)` into the working directory, and return its name as MODEL."""
    monkeypatch.chdir(tmp_path)
    count = iter(range(100))

    def write(body: str, more: str = "") -> str:
        name = f"{tmp_path.name.replace('-', '_')}_{next(count)}"
        source = f"{HEAD}\ndef f(p, h):\n    {body}\n{more}\n"
        (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
        return f"py:{name}:f"

    return write


def loaded(model: str, **options: Any) -> Called:
    found = predictor_named(model, ModelOptions(**options))
    assert isinstance(found, Called)
    return found


def test_names_of_labels_are_taken_as_they_are(written: Write) -> None:
    model = loaded(written("return gold(p, h)"))
    predicted = model.predict(PAIRS)
    assert predicted.frame["label"].to_list() == PAIRS.gold.to_list()
    assert predicted.frame["id"].to_list() == PAIRS.frame["id"].to_list()
    assert (model.labels, predicted.has_probabilities) == (THREE_WAY, False)


def test_probabilities_by_label_give_label_and_columns(written: Write) -> None:
    body = 'return [{"CONTRADICTION": .1, "Entailment": .7, "neutral": .2} for _ in p]'
    predicted = loaded(written(body)).predict(PAIRS)
    assert predicted.frame.drop("id").row(0) == ("entailment", 0.7, 0.2, 0.1)
    assert predicted.labels == THREE_WAY


@pytest.mark.parametrize(
    ("options", "entailed"),
    [
        ({}, [False, True, True]),
        ({"threshold": 0.6}, [False, False, True]),
        ({"score_of": Label.NON_ENTAILMENT}, [True, True, False]),
        ({"label_map": {"score": Label.NON_ENTAILMENT}}, [True, True, False]),
    ],
)
def test_a_score_has_a_threshold_and_a_direction(
    written: Write, options: dict[str, Any], entailed: list[bool]
) -> None:
    model = loaded(written("return [float(x) for x in [.2, .5, .9] * 4][:len(p)]"), **options)
    predicted = model.predict(PAIRS.head(3))
    assert (predicted.frame["label"] == "entailment").to_list() == entailed
    towards = 1 if "threshold" in options or not options else -1
    assert np.argsort(predicted.frame["entailment"]).tolist() == [0, 1, 2][::towards]
    assert model.labels == TWO_WAY


@pytest.mark.parametrize(
    "body", ["return np.array([.5] * len(p), dtype=np.float32)", "return tuple([.5] * len(p))"]
)
def test_arrays_and_tuples_are_lists_too(written: Write, body: str) -> None:
    model = loaded(written(f"import numpy as np; {body}"))
    assert model.predict(PAIRS).frame["entailment"].to_list() == [0.5] * 120


def test_the_function_gets_two_lists_of_strings(written: Write) -> None:
    types = "type(p) is type(h) is list and all(type(x) is str for x in p + h)"
    body = f"assert {types}; return ['neutral'] * len(p)"
    assert loaded(written(body)).predict(PAIRS).frame["label"].unique().to_list() == ["neutral"]


BAD = {
    "return ['neutral']": "returned 1 answers for 120 pairs",
    "return 'neutral'": "returned a str for 120 pairs",
    "return None": "returned a NoneType",
    "return ({} for _ in p)": "returned a generator, which has no length",
    "return [1] * len(p)": r"returned '1' \(int\) for pair 0",
    "return [True] * len(p)": r"returned 'True' \(bool\)",
    "return [None] * len(p)": r"returned 'None' \(NoneType\)",
    "return ['neutral'] * (len(p) - 1) + [0.5]": r"returned '0.5' \(float\) for pair 119",
    "return [float('nan')] * len(p)": r"the number 'nan' \(float\) for pair 0",
    "return [1.5] * len(p)": "the number '1.5'",
    "return [-3.0] * len(p)": "return probabilities, no logits",
    "return [{'entailment': 'high', 'neutral': .5, 'contradiction': .5}] * len(p)": "the number 'high'",
    "return [{'entailment': True, 'neutral': .5, 'contradiction': .5}] * len(p)": "the number 'True'",
    "return [{0: .5, 1: .5}] * len(p)": r"probabilities of '0' \(int\)",
    "return [{'entailment': .5, 'neutral': .5}] * len(p)": "probabilities of 'entailment', 'neutral'",
    "return [{}] * len(p)": "probabilities of nothing",
    "return [{'entails': .3, 'entailment': .3, 'neutral': .4}] * len(p)": "one of entailment, neutral",
    "return ['non-entailment'] * len(p)": "returned the label 'non-entailment'",
    "return ['-'] * len(p)": "returned the label '-'",
}


@pytest.mark.parametrize("body", BAD)
def test_whatever_else_is_returned_is_a_coded_error(written: Write, body: str) -> None:
    model = loaded(written(body, "labels = ['entailment', 'neutral', 'contradiction']"))
    with pytest.raises(PredictionError, match=BAD[body]):
        model.predict(PAIRS)


@pytest.mark.parametrize(
    ("answer", "error"),
    [("perhaps", UnknownLabelError), ("n", AmbiguousLabelError)],
    ids=["unknown", "letter"],
)
def test_a_label_that_nobody_knows_is_a_coded_error(
    written: Write, answer: str, error: type[RightReasonsError]
) -> None:
    model = loaded(written(f"return ['{answer}'] * len(p)", "labels = ('entailment', 'not_entailment')"))
    with pytest.raises(error, match="label_map="):
        model.predict(PAIRS)


def test_what_the_function_raises_passes_through_with_its_traceback(written: Write) -> None:
    model = loaded(written("raise ZeroDivisionError('mine')", "f.labels = ['entailment', 'not_entailment']"))
    with pytest.raises(ZeroDivisionError, match="mine") as caught:
        model.predict(PAIRS)
    assert caught.traceback[-1].name == "f"


def test_labels_are_those_of_the_function_before_those_of_its_module(written: Write) -> None:
    both = "labels = ['entailment', 'neutral', 'contradiction']\nf.labels = ['not_entailment', 'entailment']"
    model = loaded(written("return 1 / 0", both))
    assert model.labels == TWO_WAY
    assert model.identity.label_map == {"not_entailment": "non-entailment", "entailment": "entailment"}


def test_a_function_without_labels_is_asked_a_few_ordinary_pairs_once(written: Write) -> None:
    answer = "return ['entailed' if 'not' in x else 'not_entailed' for x in h]"
    more = f"calls = []\ndef g(p, h):\n    calls.append(len(p))\n    {answer}"
    model = loaded(written("pass", more).removesuffix("f") + "g")
    assert model.labels == TWO_WAY
    assert model.identity.labels == ("entailment", "non-entailment")
    assert model.identity.label_map == {"entailed": "entailment", "not_entailed": "non-entailment"}
    assert loaded(model.name).labels == TWO_WAY  # the module is not imported again
    assert vars(__import__(model.target.partition(":")[0]))["calls"] == [12, 12]


def test_one_answer_to_all_ordinary_pairs_does_not_tell_the_labels(written: Write) -> None:
    constant = "return ['entailment'] * len(p)"
    with pytest.raises(ModelError, match=r"(?s)two labels or three.*attribute `labels`"):
        loaded(written(constant))
    assert (
        loaded(
            written(constant), label_map={"entailment": Label.ENTAILMENT, "no": Label.NON_ENTAILMENT}
        ).labels
        == TWO_WAY
    )
    assert (
        loaded(written(constant, "labels = ['entailment', 'neutral', 'contradiction']")).labels == THREE_WAY
    )


def test_names_without_meaning_are_refused_with_the_names(written: Write) -> None:
    for body in (
        "return [{'LABEL_0': .1, 'LABEL_1': .2, 'LABEL_2': .7}] * len(p)",
        "return ['LABEL_2'] * len(p)",
    ):
        with pytest.raises(UnnamedOutputsError) as caught:
            loaded(written(body))
        assert caught.value.outputs in (("LABEL_0", "LABEL_1", "LABEL_2"), ("LABEL_2",))
    with pytest.raises(UnnamedOutputsError):
        loaded(written("return 1 / 0", "labels = ['LABEL_0', 'LABEL_1']"))


def test_a_label_map_explains_names_and_must_not_speak_of_others(written: Write) -> None:
    label_map = {"LABEL_0": Label.CONTRADICTION, "LABEL_1": Label.ENTAILMENT, "LABEL_2": Label.NEUTRAL}
    body = "return [{'LABEL_0': .1, 'LABEL_1': .2, 'LABEL_2': .7}] * len(p)"
    predicted = loaded(written(body), label_map=label_map).predict(PAIRS.head(1))
    assert predicted.frame.drop("id").row(0) == ("neutral", 0.2, 0.7, 0.1)
    with pytest.raises(OptionError, match="LABEL_3"):
        loaded(written(body), label_map={**label_map, "LABEL_3": Label.NEUTRAL})


def test_a_function_with_swapped_labels_is_caught_and_its_own_names_are_pasted(written: Write) -> None:
    swap = "{'entailment': 'c', 'neutral': 'n', 'contradiction': 'e'}"
    model = loaded(written(f"return [{swap}[x] for x in gold(p, h)]"))
    found = label_order(PAIRS, model.predict(PAIRS), Demand(0.001, 0.6, 0.75), names=model.identity.label_map)
    with pytest.raises(LabelOrderError) as caught:
        check_order(found)
    pasted = caught.value.remedy.split()[2].rstrip(",").split(",")
    assert sorted(pasted) == ["c=entailment", "e=contradiction", "n=neutral"]


def test_nothing_but_a_stated_version_makes_a_function_repeatable(written: Write) -> None:
    name = written("return gold(p, h)")
    plain, stated = loaded(name), loaded(name, model_version="v1")
    assert isinstance(plain, Identified)
    assert (plain.identity.is_repeatable, stated.identity.is_repeatable) == (False, True)
    assert plain.identity.checksum is None
    assert stated.identity.fingerprint("a") == stated.identity.fingerprint("b")
    assert plain.identity.fingerprint("a") != plain.identity.fingerprint("b")
    other = loaded(name, model_version="v1", threshold=0.7)
    assert other.identity.fingerprint() != stated.identity.fingerprint()
    assert plain.identity.fingerprint("a") == loaded(name).identity.fingerprint("a")


def test_batches_of_a_set_say_the_same_as_the_whole(written: Write) -> None:
    model = loaded(written("return gold(p, h)"))
    parts = [model.predict(PAIRS.where(PAIRS.gold == label, "others")) for label in THREE_WAY]
    assert all(part.labels == THREE_WAY for part in parts)
    assert len(model.predict(PAIRS.head(0))) == 0


@pytest.mark.parametrize(
    ("model", "match"),
    [
        ("py:no_such_module_here:f", "no module 'no_such_module_here'"),
        ("py:json:no_such_function", "no 'no_such_function' in the module 'json'"),
        ("py:json:__doc__", "is a str"),
        ("py:json", "a module and a function"),
        ("py::f", "a module and a function"),
    ],
)
def test_a_name_that_is_not_there_is_wrong_use(model: str, match: str) -> None:
    with pytest.raises(UnknownNameError, match=match) as caught:
        predictor_named(model)
    assert caught.value.exit_code == 2


def test_a_module_that_cannot_be_imported_and_a_function_that_fails_say_why(written: Write) -> None:
    with pytest.raises(ModelError, match="ModuleNotFoundError: No module named 'not_there'") as caught:
        loaded(written("pass", "import not_there"))
    assert isinstance(caught.value.__cause__, ModuleNotFoundError)
    with pytest.raises(ModelError, match=r"fails on 12 ordinary pairs.*ZeroDivisionError"):
        loaded(written("return 1 / 0"))


def test_a_function_may_import_its_neighbours_when_it_is_called(written: Write, tmp_path: Path) -> None:
    neighbour = written("return gold(p, h)").split(":")[1]
    model = loaded(written(f"import {neighbour}; return {neighbour}.f(p, h)"))
    assert model.predict(PAIRS).frame["label"].to_list() == PAIRS.gold.to_list()


def test_rounding_beyond_one_is_no_fault_and_more_is(written: Write) -> None:
    model = loaded(written("return [1.0000001] * len(p)"))
    assert model.predict(PAIRS.head(1)).frame["entailment"].to_list() == [1.0]
    with pytest.raises(PredictionError):
        loaded(written("return [1.0001] * len(p)"))


ONE_BY_ONE = """
asked = []
def one_by_one(p, h):
    for pair in zip(p, h):
        asked.append(pair)
        yield {answer}
one_by_one.labels = ['entailment', 'neutral', 'contradiction']
"""


@pytest.fixture
def yielding(written: Write) -> Callable[[str], str]:
    """Write a module with a generator function that yields an expression of `pair`."""

    def write(answer: str) -> str:
        return written("pass", ONE_BY_ONE.replace("{answer}", answer)).removesuffix("f") + "one_by_one"

    return write


def test_a_generator_function_answers_one_pair_at_a_time(yielding: Callable[[str], str]) -> None:
    model = loaded(yielding("GOLD[pair]"))
    asked = vars(__import__(model.target.partition(":")[0]))["asked"]
    assert isinstance(model, Streaming)
    answers = model.batches(PAIRS)
    first, second = next(answers), next(answers)
    assert [*first, *second] == PAIRS.frame["id"].head(2).to_list()
    assert len(asked) == 2
    labels = [each.label for batch in (first, second, *answers) for each in batch.values()]
    assert labels == PAIRS.gold.to_list()
    assert model.predict(PAIRS).frame["label"].to_list() == PAIRS.gold.to_list()


def test_a_generator_function_tells_its_labels_on_ordinary_pairs(yielding: Callable[[str], str]) -> None:
    model = loaded(yielding("GOLD[pair]"))
    del model.function.labels  # type: ignore[attr-defined]
    assert loaded(model.name).labels == THREE_WAY


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("'neutral'; return", "yielded 1 answers for 120 pairs"),
        ("'neutral'; yield 'neutral'", "yielded more answers than 120 pairs"),
        ("1", r"returned '1' \(int\)"),
        ("'neutral' if len(asked) < 3 else .5", "returned score after label"),
        ("'perhaps'", "'perhaps'"),
    ],
)
def test_a_generator_function_keeps_to_the_contract_too(
    answer: str, found: str, yielding: Callable[[str], str]
) -> None:
    model = loaded(yielding(answer))
    assert isinstance(model, Streaming)
    with pytest.raises(RightReasonsError, match=found):
        list(model.batches(PAIRS))
