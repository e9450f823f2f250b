"""Charts: what is drawn is what the finding says, in valid Vega-Lite, with the same figures as a table."""

import json
import math
import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any

import altair
import polars as pl
import pytest

from rightreasons import audit, probe
from rightreasons.challenges.challenge import Challenge
from rightreasons.charts import ACCENT, Chart, Line, number, placed
from rightreasons.figures import Figure
from rightreasons.findings import Finding, View, bounded
from rightreasons.issues import Issue, Verdict
from rightreasons.jobs.auditing.taking import Audit
from rightreasons.jobs.probe import Probe
from rightreasons.labels import TWO_WAY
from rightreasons.measures.model.guard import guard
from rightreasons.pairs import LABEL_TYPE, Nouns, Provenance
from rightreasons.predictions import Predictions
from rightreasons.references import Scope
from rightreasons.reports.charts import CHARTS, charts_of
from rightreasons.reports.charts.groups import printed_models
from rightreasons.reports.charts.pictures import picture
from rightreasons.reports.charts.words import _multiples
from rightreasons.reports.pages.opening import opening_of
from rightreasons.reports.views import shown_view
from rightreasons.statistics.results import Estimate, Interval

HOSTILE = "'] + alert(1) + ['</script>\u202e"
LINES_APART = {"entailment": 1.0, "neutral": 2.0, "contradiction": 3.0}
MEASURES = ("give_away_words", "artificial_patterns", "hypothesis_only", "easy_hard")


@pytest.fixture(scope="module")
def audited() -> Audit:
    return audit(limit=3_000, measures=MEASURES)


@pytest.fixture(scope="module")
def probed() -> Probe:
    return probe("rule:subsequence", per_group=4)


def charts(*findings: Finding) -> dict[str, Chart]:
    """Return the charts of findings, each checked against Vega-Lite's schema, which pages do not do."""
    found = {chart.name: chart for finding in findings for chart in charts_of(finding)}
    for chart in found.values():
        altair.Chart.from_dict({**chart.spec})
    return found


def drawn(spec: Any, *fields: str) -> list[Mapping[str, Any]]:
    """Return the rows of all layers of a spec that have these fields."""
    layers = spec.get("layer", [spec])
    named = dict(spec.get("datasets", {}))
    data = [layer.get("data") or spec["data"] for layer in layers]
    found = [row for each in data for row in (named[each["name"]] if "name" in each else each["values"])]
    return [row for row in found if set(fields) <= set(row)]


def finding(measure: str, views: Mapping[str, View], *figures: Figure) -> Finding:
    return Finding(measure, "a model", "defined", "said", figures, views)


def test_every_kind_of_chart_is_valid_vega_lite_with_words_and_a_table(audited: Audit, probed: Probe) -> None:
    found = charts(*audited.findings, *probed.findings)
    assert {"baseline", "words", "coverage", "patterns", "easy_hard", "subcases"} <= set(found)
    for chart in found.values():
        json.dumps(chart.spec, allow_nan=False)
        assert len(chart.description) > 40
        assert chart.view.lines


def test_the_curve_and_the_words_are_those_of_the_finding(audited: Audit) -> None:
    words = audited.finding("give_away_words")
    found = charts(words)
    curve = {(row["x"], row["label"]): row["hypotheses"] for row in drawn(found["coverage"].spec, "x")}
    lines = words.views["coverage"].records()
    assert curve == {(line["x"], label): line[label] for line in lines for label in line if label != "x"}
    points = {(row["label"], row["word"]) for row in drawn(found["words"].spec, "word", "log_odds_low")}
    assert points == {(row["label"], row["word"]) for row in words.views["words"].records()}


def test_the_strip_shows_all_subcases_over_seeds_and_printed_models(probed: Probe) -> None:
    chart = charts(probed.findings[0])["subcases"]
    spread = drawn(chart.spec, "bert_min", "bert_max")
    assert len(spread) == 2 * 30  # bars and means
    assert all(row["bert_min"] <= row["bert_mean"] <= row["bert_max"] for row in spread)
    printed = drawn(chart.spec, "model", "accuracy")
    assert len(printed) == 30 * 4
    points = {row["label"]: row["value"] for row in drawn(chart.spec, "label", "value")}
    view = probed.findings[0].views["by_subcase"]
    assert points == {line["subcase"]: line["accuracy"] for line in view.records()}


def test_subcases_of_a_set_that_is_not_hans_are_drawn_as_groups(tmp_path: Path) -> None:
    pairs = [
        {
            "premise": f"The judge {n} saw.",
            "hypothesis": "Seen.",
            "label": ("entailment", "neutral")[n % 2],
            "subcase": ("one", "other")[n % 3 == 0],
        }
        for n in range(40)
    ]
    path = tmp_path / "pairs.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in pairs), encoding="utf-8")
    scored = next(each for each in probe("rule:random", path).findings if each.role == "score")
    assert "by_subcase" in scored.views
    assert {"groups"} == {"groups", "subcases"} & set(charts(scored))


def test_the_printed_figures_are_those_of_the_published_predictions(shared_data: Path) -> None:
    by_subcase = probe(shared_data / "hans" / "bert_preds.txt").finding("hans-2019").views["by_subcase"]
    accuracy = {str(line["subcase"]): number(line["accuracy"]) or 0 for line in by_subcase.records()}
    off = {name for name, row in printed_models().items() if abs(row["BERT"] - accuracy[name]) > 0.0051}
    # Printed 1.00 against 0.931; Table 3 of the paper needs the 0.931.
    assert off == {"ce_embedded_under_since"}


def test_controls_are_drawn_as_paired_differences_and_left_out_where_nothing_was_asked() -> None:
    columns = ("control", "n", "difference", "difference_low", "difference_high")
    rows = (("hypothesis_alone", 100, -0.3, -0.4, -0.2), ("identity", 0, None, None, None))
    view = View("", columns, rows, bounds=bounded("difference"))
    chart = charts(finding("controls", {"by_control": view}))["controls"]
    (point,) = drawn(chart.spec, "value", "label")[:1]
    assert (point["label"], point["value"], point["low"], point["high"]) == (
        "hypothesis alone",
        -0.3,
        -0.4,
        -0.2,
    )
    assert {row["label"] for row in drawn(chart.spec, "value")} == {"hypothesis alone"}


def test_areas_of_a_mosaic_are_shares_of_all_instances() -> None:
    columns, by = ("word pair", "correct", "incorrect", "all"), ("word pair",)
    counted = dict.fromkeys(columns[1:], "count")
    table = View("", columns, (("seen", 30, 10, 40), ("unseen", 5, 15, 20)), by=by, roles=counted)
    empty = View("", columns, (("seen", 0, 0, 0),), by=by, roles=counted)
    chart = charts(finding("unseen_pairs", {"I_TA1": table, "E_TA": empty}))["mosaics"]
    tiles = drawn(chart.spec, "outcome")
    whole = sum((tile["y2"] - tile["y"]) * (tile["to"] - tile["from"]) for tile in tiles)
    for tile in tiles:
        area = (tile["y2"] - tile["y"]) * (tile["to"] - tile["from"])
        assert area / whole == pytest.approx(tile["instances"] / 60)
    assert sum(tile["instances"] for tile in tiles) == 60


def test_easy_and_hard_keep_their_intervals_and_missing_ones_are_no_zeros() -> None:
    found = Estimate(0.8, "proportion", 50, Interval(0.7, 0.9, 0.95, "wilson"))
    full, easy = (Figure("accuracy", found, what=name) for name in ("full", "easy"))
    hard = Figure("accuracy", Estimate(None, "proportion", 0, reason="no hard instance"), what="hard")
    chart = charts(finding("easy_hard_accuracy", {}, full, easy, hard))["easy_hard"]
    assert {(row["label"], row["value"]) for row in drawn(chart.spec, "value")} == {
        ("all (50)", 0.8),
        ("easy (50)", 0.8),
    }
    assert charts(finding("easy_hard_accuracy", {}, hard)) == {}


def test_prompts_and_seeds_are_points_one_each() -> None:
    table = View("", ("seed", "n", "accuracy"), ((1, 10, 0.4), (2, 10, 0.6), (3, 10, 0.9)), by=("seed",))
    chart = charts(finding("training", {"by_seed": table}))["by_seed"]
    assert sorted({row["value"] for row in drawn(chart.spec, "value", "of")}) == [0.4, 0.6, 0.9]


def trained(*seeds: int) -> tuple[Finding, Finding]:
    """Two epochs a seed: dev is better after the first, the loss lower after the second."""
    epochs = tuple(
        (seed, epoch, 1.5 - 0.5 * epoch, 0.8 - 0.1 * epoch, 0.1, 100.0, epoch == 1)
        for seed in seeds
        for epoch in (1, 2)
    )
    columns = ("seed", "epoch", "loss", "dev_accuracy", "rate", "pairs_per_second", "kept")
    accuracies = [
        Figure("accuracy", Estimate(0.5 + seed / 100, "proportion", 50), {"seed": str(seed)}, set="dev.v1")
        for seed in seeds
    ]
    interval = Interval(0.5, 0.54, 0.95, "t", "seeds")
    mean = Figure("accuracy", Estimate(0.52, "proportion", 50, interval), set="dev.v1", what="mean")
    majority = Figure("majority_accuracy", Estimate(0.4, "proportion", 50), set="dev.v1")
    how = finding("training", {"epochs": View("Every epoch of every seed", columns, epochs)})
    return finding("accuracy", {}, mean, *accuracies, majority), how


def test_a_training_has_a_curve_a_seed_with_the_kept_epoch_filled() -> None:
    found = charts(*trained(1, 2, 3))
    for name, first, second in (("dev_accuracy", 0.7, 0.6), ("loss", 1.0, 0.5)):
        lines, points = (
            drawn({**found[name].spec, "layer": [layer]}, name) for layer in found[name].spec["layer"][:2]
        )
        assert [row[name] for row in lines] == pytest.approx([first, second] * 3)
        assert lines == points
        assert found[name].spec["layer"][0]["encoding"]["detail"]["field"] == "seed"
        assert {row["epoch"] for row in points if row["kept"]} == {1}


def test_where_alphas_follow_a_gap_both_have_a_curve_and_no_other_training_has_one() -> None:
    columns = ("seed", "epoch", "loss", "dev_accuracy", "gap", "alpha1", "alpha2", "kept")
    epochs = tuple((1, epoch, 1.0, 0.5, 0.4 - epoch / 10, 6.0, 1.0 + epoch, epoch == 1) for epoch in (1, 2))
    view = View("", columns, epochs, roles={"alpha1": "number", "alpha2": "number"})
    found = charts(finding("training", {"epochs": view}))
    for name, first, second in (("gap", 0.3, 0.2), ("alpha2", 2.0, 3.0)):
        lines = drawn({**found[name].spec, "layer": [found[name].spec["layer"][0]]}, name)
        assert [row[name] for row in lines] == pytest.approx([first, second])
    assert not {"gap", "alpha2"} & set(charts(*trained(1)))


def test_few_seeds_of_a_training_have_a_line_each_beside_the_majority() -> None:
    chart = charts(*trained(1, 2, 3))["seeds"]
    lines = drawn(chart.spec, "label")[:3]
    assert [(row["label"], row["value"]) for row in lines] == [
        ("seed 1", 0.51), ("seed 2", 0.52), ("seed 3", 0.53)
    ]  # fmt: skip
    assert [row["at"] for row in drawn(chart.spec, "at")] == [0.4]


def test_many_seeds_of_a_training_are_points_with_their_mean_and_the_majority() -> None:
    chart = charts(*trained(1, 2, 3, 4, 5, 6))["seeds"]
    assert [row["value"] for row in drawn(chart.spec, "seed")] == [0.51, 0.52, 0.53, 0.54, 0.55, 0.56]
    (mean,) = [row for row in drawn(chart.spec, "low") if row["value"] is not None][:1]
    assert (mean["value"], mean["low"], mean["high"]) == (0.52, 0.5, 0.54)
    assert [row["at"] for row in drawn(chart.spec, "at")] == [0.4]
    assert "bar" not in json.dumps([layer["mark"] for layer in chart.spec["layer"]])
    assert drawn(charts(*trained(7))["seeds"].spec, "seed") == []
    assert "seeds" not in charts(finding("accuracy", {}))


def test_differences_of_trainings_are_a_point_a_seed_over_their_mean_set_by_set() -> None:
    columns = ("cell", "n", "difference", "difference_low", "difference_high")
    cells = View("", columns, (("full", 9, 0.2, -0.1, 0.5),), by=("cell",), bounds=bounded("difference"))
    lines = (("full", 1, 0.1), ("full", 2, 0.3))
    seeds = View("", ("cell", "seed", "difference"), lines, by=("cell", "seed"))
    tables = {"dev": cells, "dev by seed": seeds, "test": cells, "test by seed": seeds}
    chart = charts(finding("compare_seeds", tables))["compared_seeds"]
    points = drawn(chart.spec, "seed")
    assert [row["value"] for row in points] == [0.1, 0.3] * 2
    means = {row["heading"]: row for row in drawn(chart.spec, "heading", "value")}
    assert [means[name]["value"] for name in ("dev", "test")] == [0.2, 0.2]
    assert [row["y"] for row in points] == [means[name]["y"] for name in ("dev", "dev", "test", "test")]


def test_the_axis_of_words_names_multiples_and_not_logarithms() -> None:
    assert _multiples((-3.0, 5.0)) == pytest.approx([-math.log(10), 0.0, math.log(10), math.log(100)])
    assert _multiples((-0.1, 1.8)) == pytest.approx([0.0, math.log(2), math.log(5)])


def test_words_are_named_on_narrow_screens_and_more_of_them_on_wide_ones(audited: Audit) -> None:
    spec = charts(audited.finding("give_away_words"))["words"].spec
    texts = [layer for layer in spec["layer"] if layer["mark"]["type"] == "text"]
    narrow, wide = ({row["word"] for row in drawn({**spec, "layer": [each]}, "word", "dx")} for each in texts)
    assert 0 < len(narrow) < len(wide)
    assert [layer["transform"] for layer in texts] == [
        [{"filter": f"width {how} 460"}] for how in ("<", ">=")
    ]


def in_legend(spec: Any) -> list[str]:
    """Return the names of the marks in the legend of a chart."""
    names: list[str] = spec["layer"][-1]["encoding"]["shape"]["scale"]["domain"]
    return names


def test_words_that_are_not_flagged_are_hollow_and_the_legend_says_so(audited: Audit) -> None:
    found = audited.finding("give_away_words")
    table = found.views["words"]
    place = table.columns.index("flagged")
    for flags in ({True}, {False}, {True, False}):
        lines = [
            (*line[:place], is_flagged, *line[place + 1 :])
            for line, is_flagged in zip(table.lines, cycle(flags), strict=False)
        ]
        views = {**found.views, "words": replace(table, lines=tuple(lines))}
        spec = charts(replace(found, views=views))["words"].spec
        marks = [layer for layer in spec["layer"] if layer["mark"]["type"] == "point"][:-1]
        assert {layer["mark"].get("filled", False) for layer in marks} == flags
        for layer in marks:
            shown = {row["flagged"] for row in drawn({**spec, "layer": [layer]}, "flagged")}
            assert shown == {layer["mark"].get("filled", False)}
        assert ("hollow: not flagged" in in_legend(spec)) == (False in flags)


def test_no_two_marks_of_words_have_one_shape_and_all_words_are_as_faint_in_the_legend(
    audited: Audit,
) -> None:
    spec = charts(audited.finding("give_away_words"))["words"].spec
    legend = spec["layer"][-1]["encoding"]["shape"]
    looks = dict(zip(legend["scale"]["domain"], legend["scale"]["range"], strict=True))
    of_words = [looks[name] for name in ("entailment", "neutral", "contradiction")]
    assert len({*of_words, "square"}) == 4
    opacities = json.loads(legend["legend"]["symbolOpacity"]["expr"].removesuffix("[datum.index]"))
    (squares,) = (layer["mark"] for layer in spec["layer"] if layer["mark"]["type"] == "square")
    assert opacities == [*(1 for _ in opacities[:-1]), squares["opacity"]]


def test_boundaries_that_lie_on_each_other_are_one_line_and_others_one_a_label(audited: Audit) -> None:
    found = audited.finding("give_away_words")
    for apart, lines in ((0.001, 1), (1.0, 2)):
        rows = [
            (label, writings, odds)
            for label, odds in (("entailment", 2.0), ("neutral", 2.0 + apart))
            for writings in (10, 100)
        ]
        boundary = View("", ("label", "writings", "log_odds"), tuple(rows), by=("label", "writings"))
        spec = charts(replace(found, views={**found.views, "boundary": boundary}))["words"].spec
        assert len([layer for layer in spec["layer"] if layer["mark"]["type"] == "line"]) == lines
        assert ("flagged above this line" in in_legend(spec)) == (lines == 1)
        assert ("neutral: flagged above" in in_legend(spec)) == (lines == 2)


def test_without_a_boundary_nothing_is_said_of_one(audited: Audit) -> None:
    found = audited.finding("give_away_words")
    assert "above the line" in charts(found)["words"].description
    views = {name: view for name, view in found.views.items() if name != "boundary"}
    assert "above" not in charts(replace(found, views=views))["words"].description


def test_lines_of_a_label_are_dashed_alike_in_both_charts_of_words(audited: Audit) -> None:
    found = audited.finding("give_away_words")
    rows = [(label, n, odds) for label, odds in LINES_APART.items() for n in (10, 100)]
    boundary = View("", ("label", "writings", "log_odds"), tuple(rows), by=("label", "writings"))
    both = charts(replace(found, views={**found.views, "boundary": boundary}))
    lines = [layer for layer in both["words"].spec["layer"] if layer["mark"]["type"] == "line"]
    scale = both["coverage"].spec["encoding"]["strokeDash"]["scale"]
    assert scale["domain"] == list(LINES_APART)
    assert [layer["mark"]["strokeDash"] for layer in lines] == scale["range"]


def test_every_colour_and_every_dashed_line_is_named_in_a_legend(audited: Audit, probed: Probe) -> None:
    for chart in charts(*audited.findings, *probed.findings, *trained(1, 2, 3)).values():
        *layers, legend = chart.spec.get("layer", [chart.spec])
        named = [
            scale["range"]
            for layer in (*layers, legend)
            for channel in ("color", "stroke", "strokeDash")
            if (scale := layer["encoding"].get(channel, {}).get("scale")) is not None
        ]
        colours = {each for values in named for each in values if isinstance(each, str)}
        dashes = [each for values in named for each in values if isinstance(each, list)]
        assert named, chart.name
        for layer in layers:
            mark = layer["mark"]
            own_legend = {"shape", "color"} & set(layer["encoding"])
            if mark["type"] != "text" and "color" in mark and not own_legend:
                assert mark["color"] in colours, (chart.name, mark)
            if mark.get("strokeDash") not in (None, [1, 0]):
                assert mark["strokeDash"] in dashes, (chart.name, mark)


def test_names_from_data_are_text_in_axes_and_never_expressions() -> None:
    table = View(
        "",
        ("kind", "label", "n", "accuracy", "low", "high"),
        ((HOSTILE, "entailment", 9, 0.5, 0.2, 0.8),),
        by=("kind", "label"),
    )
    chart = charts(finding("some data", {"by_kind": table}))["groups"]
    spec = json.dumps(chart.spec)
    assert "\u202e" not in spec
    svg = picture(chart, "svg").decode()
    assert "&lt;/script&gt;" in svg or "</script>" not in svg
    assert "<script" not in svg


def test_figures_that_a_blocker_invalidates_are_not_drawn(audited: Audit) -> None:
    words = audited.finding("give_away_words")
    invalidated = Verdict(
        "Not proved.", (Issue("V101", "blocker", "Not proved.", invalidates=(Scope("give_away_words"),)),)
    )
    assert charts_of(words, invalidated) == ()
    assert len(charts_of(words, replace(invalidated, allowed=("V101",)))) == len(charts_of(words)) > 0


def test_a_comparison_is_drawn_as_paired_differences_set_by_set() -> None:
    columns = ("cell", "n", "difference", "difference_low", "difference_high")
    view = View("", columns, (("accuracy", 9, 0.2, -0.1, 0.5),), bounds=bounded("difference"))
    views = {"dev": view, "test": view}
    points = {
        row["heading"]: row
        for row in drawn(charts(finding("compare", views))["compared"].spec, "value", "heading")
    }
    assert {name: (row["value"], row["low"], row["high"]) for name, row in points.items()} == {
        "dev": (0.2, -0.1, 0.5),
        "test": (0.2, -0.1, 0.5),
    }


def test_a_finding_without_a_chart_has_none() -> None:
    assert charts_of(finding("lengths", {})) == ()
    assert len(list(CHARTS)) >= 10


def test_a_picture_stands_on_white_with_ink_of_its_own(audited: Audit) -> None:
    chart = charts(audited.finding("artificial_patterns"))["patterns"]
    svg = picture(chart, "svg").decode()
    assert svg.startswith("<svg")
    assert "currentColor" not in svg
    assert picture(chart, "png").startswith(b"\x89PNG")


def guarded() -> Finding:
    """A guard of 40 items with scores."""
    gold = ["entailment", "non-entailment"] * 40
    scores = [
        0.5 + (0.3 if label == "entailment" else -0.3) * ((place % 7) / 7) for place, label in enumerate(gold)
    ]
    ids = [f"i{place}" for place in range(80)]
    items = pl.DataFrame({"id": ids, "label": pl.Series(gold, dtype=LABEL_TYPE)})
    answers = pl.DataFrame(
        {
            "id": ids,
            "label": pl.Series(gold, dtype=LABEL_TYPE),
            "entailment": scores,
            "non-entailment": [1 - score for score in scores],
        }
    )
    return guard(
        Challenge("made", items), Predictions(answers, TWO_WAY, Provenance("model")), cost="miss=2,block=1"
    )


def test_a_guard_opens_with_its_curve_and_reliability_beside_it() -> None:
    found = guarded()
    assert {"roc", "operating_points", "reliability"} == set(charts(found))
    opening = opening_of((1, chart, shown_view(chart.view)) for chart in charts_of(found))
    assert opening is not None
    assert [chart.name for chart in opening.charts] == ["roc", "reliability"]


def test_points_of_what_is_blocked_lie_where_the_table_has_them() -> None:
    found = guarded()
    spec = charts(found)["operating_points"].spec
    points = {
        row["name"]: (row["grounded_blocked"], row["ungrounded_blocked"])
        for row in drawn(spec, "name", "threshold")
    }
    lines = found.views["blocked"].records()
    assert list(points) == ["80 %", "90 %", "95 %", "99 %", "cheapest"]
    (used,) = (layer for layer in spec["layer"] if layer["mark"].get("shape") == "diamond")
    (own,) = drawn({**spec, "layer": [used]})
    for name in ("grounded_blocked", "ungrounded_blocked"):
        assert own[name] == lines[0][name]
    assert points["80 %"] == (lines[1]["grounded_blocked"], lines[1]["ungrounded_blocked"])
    curve = drawn(spec, "grounded_passed", "grounded_blocked")
    assert all(row["grounded_blocked"] == pytest.approx(1 - row["grounded_passed"]) for row in curve)


def test_names_of_what_is_blocked_have_room_beyond_the_axes() -> None:
    found = guarded()
    blocked = found.views["blocked"]
    shares = ((0.93, 0.98), (0.67, 0.81), (0.78, 0.9), (0.88, 0.95), (0.96, 0.99), (0.5, 0.69))
    records = [
        {**row, "grounded_blocked": grounded, "ungrounded_blocked": ungrounded}
        for row, (grounded, ungrounded) in zip(blocked.records(), shares, strict=True)
    ]
    lines = tuple(tuple(row[name] for name in blocked.columns) for row in records)
    views = {**found.views, "blocked": replace(blocked, lines=lines)}
    spec = charts(replace(found, views=views))["operating_points"].spec
    (curve,) = (layer["encoding"] for layer in spec["layer"] if layer["mark"].get("color") == ACCENT)
    for axis in (curve["x"], curve["y"]):
        assert axis["scale"]["domain"][1] > 1.1
        assert max(axis["axis"]["values"]) == 1
    texts = [layer for layer in spec["layer"] if layer["mark"]["type"] == "text"]
    for each in texts:
        named = {row["name"] for row in drawn({**spec, "layer": [each]}, "name", "dx")}
        assert {"80 %", "90 %", "95 %", "99 %"} <= named


def test_parts_by_length_are_called_what_the_data_call_their_texts() -> None:
    shown = ("slice_by", "slice", "n", "auroc", "auroc_low", "auroc_high")
    lines = (("premise", "short", 50, 0.8, 0.7, 0.9), ("source", "news", 50, 0.8, 0.7, 0.9))
    roles = {"slice_by": "side", "slice": "group"}
    view = View("Parts", shown, lines, by=shown[:2], bounds=bounded("auroc"), roles=roles)
    finding = Finding("guard_slices", "mine", "defined", "said", views={"slices": view})
    (chart,) = charts_of(finding, nouns=Nouns("document", "documents", "claim", "claims"))
    headings = re.findall(r'"heading": "([^"]*)"', json.dumps(chart.spec))
    assert {"document", "source"} <= set(headings)
    assert "premise" not in headings


def test_the_line_of_no_difference_passes_no_heading() -> None:
    lines = placed(
        Line(name, 0.1, 0.0, 0.2, 9, heading) for heading in ("one set", "other set") for name in "ab"
    )
    headings = [row["y"] for row in lines.headings]
    parts = lines.between_headings()
    assert not [part for part in parts for place in headings if part["y"] <= place <= part["end"]]
    assert all(any(part["y"] < row["y"] < part["end"] for part in parts) for row in lines.rows)
    without = placed(Line(name, 0.1, 0.0, 0.2, 9) for name in "ab")
    assert without.between_headings() == [{"y": -0.5, "end": 1.5}]
