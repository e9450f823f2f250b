"""Findings are frozen, hold no NaN, and come back from JSON as they went."""

import json
import math
from dataclasses import replace
from importlib.resources import files

import jsonschema
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.figures import Figure, holding, where
from rightreasons.findings import Finding, View, finding_from_json, findings_payload, findings_schema
from rightreasons.labels import Label
from rightreasons.references import NotTested
from rightreasons.sentences.sentence import Sentence
from rightreasons.sentences.templates import Template
from rightreasons.statistics.results import Estimate, Interval, TestResult


def finding() -> Finding:
    return Finding(
        measure="made_up",
        subject="data",
        definition="A share (nobody, section 0).",
        headline="Half of it.",
        figures=[
            Figure(
                "share",
                Estimate(0.5, "proportion", 10, Interval(0.2, 0.8, 0.95, "wilson")),
                {"word": "no.way {or} not"},
                Label.NON_ENTAILMENT,
                rows=where(label=Label.NON_ENTAILMENT).also(holding("no # way")),
            )
        ],
        views={"rows": View("Rows", ("word", "p"), (("no", 0.5), ("<b>", None)))},
        tests={"test": TestResult("McNemar exact", None, 0.5, 10)},
        settings={"seed": 1, "tokenisation": "whitespace"},
        notes=("Small.",),
    )


def test_a_finding_comes_back_from_json_as_it_went() -> None:
    text = json.dumps(finding().to_json(), allow_nan=False)
    assert finding_from_json(json.loads(text)) == finding()


def test_sentences_of_a_finding_come_back_with_their_fields_and_plain_text_as_it_is() -> None:
    figure = Figure("accuracy", Estimate(0.5, "proportion", 4))
    said = Template("a.b", "{Hypotheses} in {right:percent}.").fill({"right": figure})
    made = replace(finding(), headline=said, notes=(said, "plain"), views={"v": View(said, ("label",), ())})
    back = finding_from_json(json.loads(json.dumps(made.to_json())))
    assert back == made
    for text in (back.headline, back.notes[0], back.views["v"].title):
        assert isinstance(text, Sentence)
        assert (text.template, text.figures) == (said.template, ("accuracy",))
    assert made.to_json()["notes"][1] == "plain"
    jsonschema.validate(findings_payload([made], []), findings_schema())


def test_the_shipped_schema_is_that_of_the_code_and_findings_meet_it() -> None:
    shipped = json.loads(files("rightreasons").joinpath("findings.schema.json").read_text(encoding="utf-8"))
    assert shipped == findings_schema()
    jsonschema.validate(findings_payload([finding()], (NotTested("other", None, "no parses"),)), shipped)


def test_the_schema_refuses_what_is_not_a_finding() -> None:
    payload = findings_payload([finding()], ())
    payload["findings"][0]["figures"][0]["estimate"]["value"] = "much"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(payload, findings_schema())


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_nan_never_becomes_a_figure(value: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        Estimate(value, "proportion", 1)
    with pytest.raises(ValueError, match="NaN"):
        View("t", ("p",), ((value,),))
    with pytest.raises(ValueError, match="finite"):
        TestResult("t", value, 0.5, 1)


def test_no_value_needs_a_reason() -> None:
    with pytest.raises(ValueError, match="reason"):
        Estimate(None, "proportion", 0)
    assert Estimate(None, "proportion", 0, reason="no rows").value is None


@given(st.lists(st.floats(allow_nan=True, allow_infinity=True), min_size=1))
def test_frames_become_tables_without_nan(values: list[float]) -> None:
    table = View.from_frame("t", pl.DataFrame({"p": values}))
    assert all(row[0] is None or math.isfinite(float(str(row[0]))) for row in table.lines)


def test_a_figure_whose_name_is_not_that_of_its_parts_is_refused() -> None:
    payload = finding().to_json()
    payload["figures"][0]["name"] = "another"
    with pytest.raises(ValueError, match="another"):
        finding_from_json(payload)


def test_two_figures_of_one_name_are_refused() -> None:
    figure = next(iter(finding().figures.values()))
    with pytest.raises(ValueError, match="two figures"):
        Finding("m", "s", "d", "h", [figure, figure])
