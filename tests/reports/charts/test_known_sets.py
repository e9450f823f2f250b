"""The strip of an audit: its gain with interval among those of known datasets."""

import json
import re
from importlib.resources import files

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.pairs import Nouns
from rightreasons.reports.charts import charts_of
from rightreasons.reports.charts.pictures import picture
from rightreasons.statistics.results import Estimate, Interval


def finding(value: float, n: int, subject: str = "mine") -> Finding:
    estimate = Estimate(value, "proportion", n, Interval(value - 0.02, value + 0.02, 0.95, "newcombe"))
    gain = Figure("gain", estimate, what="gain_own")
    return Finding("hypothesis_only", subject, "defined", "said", (gain,))


def test_every_known_set_has_a_licence_and_gains_within_their_intervals_and_no_text() -> None:
    stored = json.loads(
        (files("rightreasons.reports.charts") / "known_sets.json").read_text(encoding="utf-8")
    )
    assert {"SNLI dev", "MultiNLI dev matched", "HealthVer dev"} <= {each["name"] for each in stored["sets"]}
    for each in stored["sets"]:
        assert set(each) == {"name", "licence", "figures"}
        assert each["licence"]
        for value, low, high, n in each["figures"].values():
            assert low <= value <= high
            assert n > 500


def test_the_own_set_stands_in_its_place_among_the_others() -> None:
    (chart,) = charts_of(finding(0.2, 400, "mine"))
    names = [line[0] for line in chart.view.lines]
    gains = [float(line[2] or 0) for line in chart.view.lines]
    assert gains == sorted(gains, reverse=True)
    # Gururangan et al. 2018 and Poliak et al. 2018: SNLI is above 20 points, MultiNLI below
    assert names.index("SNLI dev") < names.index("mine") < names.index("MultiNLI dev matched")


def test_chart_and_its_table_are_called_what_the_data_call_their_texts() -> None:
    (chart,) = charts_of(finding(0.2, 400), nouns=Nouns("document", "documents", "claim", "claims"))
    assert chart.title == chart.view.title == "Gain from the claim alone, among known datasets"


def test_a_known_set_is_not_drawn_beside_itself() -> None:
    (other,) = charts_of(finding(0.2, 400))
    (itself,) = charts_of(finding(0.25584, 9842, "snli_1.0_dev.jsonl.gz"))
    assert len(itself.view.lines) == len(other.view.lines) - 1


def test_nothing_is_drawn_of_a_test_set_that_a_model_was_trained_for() -> None:
    assert charts_of(finding(0.2, 400, "train -> test")) == ()


def test_gains_in_figures_stand_at_the_right_of_the_plot_where_they_cover_nothing_the_own_one_bold() -> None:
    (chart,) = charts_of(finding(0.2, 400, "mine"))
    assert not [layer for layer in chart.spec["layer"] if layer["mark"]["type"] == "text"]
    found = re.findall(
        r'<text text-anchor="(start|end)" transform="translate\(\S+,(\S+)\)"([^>]*)>([^<]*)<',
        picture(chart, "svg").decode(),
    )
    gains = {line[0]: f"{100 * float(line[2] or 0):+.1f}" for line in chart.view.lines}
    names = {place: text for side, place, _, text in found if side == "end" and text in gains}
    written = {names.get(place): text for side, place, _, text in found if side == "start"}
    assert {name: written[name] for name in gains} == gains
    bold = {text for _, _, look, text in found if 'font-weight="bold"' in look}
    assert bold - {chart.title} == {"mine", "+20.0"}
