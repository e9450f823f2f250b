"""The command `gate` as a user types it, and as CI runs it."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import polars as pl
import pytest
import yaml

from rightreasons import probe
from rightreasons.gates.requirements import parsed_requirement

ROWS = [
    ("A man sleeps.", "A man sleeps.", "entailment", "[red]a"),
    ("A man sleeps.", "Dogs sleep.", "neutral", "<b>|b"),
] * 20
PASSES, FAILS = "*.all.entailment >= 0.8", "*.all.neutral >= 0.5"


@pytest.fixture(autouse=True)
def no_summary(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep these gates out of the summary of the CI that runs them."""
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    columns = ["premise", "hypothesis", "label", "genre"]
    pl.DataFrame(ROWS, schema=columns, orient="row").write_csv(folder / "pairs.csv")
    probe("rule:always-entailment", str(folder / "pairs.csv"), out=folder / "run")
    return folder / "run"


def test_a_gate_that_passes_ends_in_0_and_shows_what_was_observed(command: Any, run: Path) -> None:
    shown = command("gate", run, "--require", PASSES)
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.startswith("Passed: 1 of 1 requirements met")
    assert "100.0 %" in shown.out


def test_a_gate_that_fails_ends_in_1_with_what_is_missing(command: Any, run: Path) -> None:
    shown = command("gate", run, "--require", PASSES, "--require", FAILS, "--require", "hans.accuracy >= 0")
    assert shown.code == 1
    assert shown.out.startswith("Failed: 2 of 3 requirements not met")
    assert "no such figure" in shown.out
    assert shown.err.startswith("Failed: 2 of 3 requirements not met: *.all.neutral >= 0.5")


def test_hostile_group_names_are_shown_as_they_are(command: Any, run: Path) -> None:
    """Names are written as in a requirement, so that they can be copied into one."""
    shown = command("gate", run, "--require", "*red*.entailment >= 0.8", "--require", "*|b.neutral <= 0.2")
    assert shown.code == 0
    assert r"pairs.csv.\[red\]a.entailment" in "".join(shown.out.split())
    assert r"pairs.csv.\<b\>|b.neutral" in "".join(shown.out.split())
    again = command("gate", run, "--require", r"pairs.csv.\[red\]a.entailment >= 0.8")
    assert again.code == 0


def test_wrong_use_and_unreadable_runs_have_their_own_codes(command: Any, run: Path, tmp_path: Path) -> None:
    assert command("gate", run).code == 2
    assert command("gate", "--require", PASSES).code == 2
    assert command("gate", run, "--require", "pairs.accuracy => 1").code == 2
    assert command("gate", run, "--require", "pairs.accuracy no-worse").code == 2
    assert command("gate", run, "--require", PASSES, "--baseline", run).code == 2
    assert command("gate", tmp_path, "--require", PASSES).code == 3
    assert command("gate", run, "--require", PASSES, "--junit", tmp_path).code == 2


def test_requirements_of_a_file_and_of_the_command_line_all_count(
    command: Any, run: Path, tmp_path: Path
) -> None:
    config = tmp_path / "gate.yaml"
    config.write_text(f"require:\n  - '{FAILS}'\n", encoding="utf-8")
    assert command("gate", run, "--config", config).code == 1
    both = command("gate", run, "--config", config, "--require", PASSES)
    assert (both.code, both.out.startswith("Failed: 1 of 2")) == (1, True)


@pytest.mark.parametrize(
    "text", ["require:\n", "require: []\n", "require: [{a.b: 0.5}]\n", "require: 1\n", "{}\n"]
)
def test_a_file_without_requirements_never_passes(command: Any, run: Path, tmp_path: Path, text: str) -> None:
    config = tmp_path / "gate.yaml"
    config.write_text(text, encoding="utf-8")
    assert command("gate", run, "--config", config).code == 2


def test_every_file_is_written_whether_the_gate_passes_or_fails(
    command: Any, run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "step.md"))
    for requirement, code in ((PASSES, 0), (FAILS, 1)):
        asked = (
            "--junit",
            tmp_path / "j.xml",
            "--sarif",
            tmp_path / "s.sarif",
            "-o",
            tmp_path / f"run{code}",
        )
        assert command("gate", run, "--require", requirement, *asked).code == code
        suite = ElementTree.parse(tmp_path / "j.xml").getroot()  # noqa: S314 - written by us just now
        assert suite.get("failures") == str(code)
        log = json.loads((tmp_path / "s.sarif").read_text(encoding="utf-8"))
        assert len(log["runs"][0]["results"]) == code
        assert (tmp_path / f"run{code}/report.html").is_file()
    summary = (tmp_path / "step.md").read_text(encoding="utf-8")
    assert summary.index("## Gate passed") < summary.index("## Gate failed")


def test_json_is_pure_whatever_the_verdict(command: Any, run: Path) -> None:
    shown = command("gate", run, "--require", FAILS, "--json")
    assert shown.code == 1
    assert json.loads(shown.out)["gate"]["passed"] is False


def test_the_examples_of_the_documentation_are_what_they_say() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs/gate.md").read_text(encoding="utf-8")
    (config,) = (yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL))
    assert set(config) == {"runs", "baseline", "require"}
    requirements = text.partition("## Requirements")[2].partition("\n#")[0]
    table = re.findall(r"^\| `([^`]*)` \| ", requirements, re.MULTILINE)
    assert len(table) == 7
    for requirement in [*config["require"], *table]:
        assert str(parsed_requirement(requirement).target) in requirement


def test_the_workflow_of_the_guide_gives_the_action_what_it_takes() -> None:
    root = Path(__file__).resolve().parents[2]
    blocks = re.findall(
        r"```yaml\n(.*?)```", (root / "docs/guides/ci.md").read_text(encoding="utf-8"), re.DOTALL
    )
    (workflow,) = (read for read in map(yaml.safe_load, blocks) if "jobs" in read)
    steps = {step.get("id"): step for step in workflow["jobs"]["gate"]["steps"]}
    inputs = yaml.safe_load((root / "action.yml").read_text(encoding="utf-8"))["inputs"]
    given = steps["gate"]["with"]
    assert given.keys() <= inputs.keys()
    for requirement in given["require"].split("\n"):
        assert not requirement or str(parsed_requirement(requirement).target) in requirement


def test_a_code_that_is_none_and_a_policy_that_cannot_be_read_are_wrong_use(
    command: Any, run: Path, tmp_path: Path
) -> None:
    assert command("gate", run, "--require", PASSES, "--allow", "V999").code == 2
    bad = tmp_path / "bad.yaml"
    for text in (
        "sizes: {nothing: {value: 1, reason: x}}",
        "sizes: {gain: {value: 1}}",
        "sizes: {gain: {value: .nan, reason: x}}",
        "severities: {V999: note}",
        "severities: {V102: note}",
        "- 1",
        "{",
    ):
        bad.write_text(text, encoding="utf-8")
        shown = command("gate", run, "--require", PASSES, "--policy", bad)
        assert (shown.code, "Traceback" in shown.err) == (2, False), text
    assert command("gate", run, "--require", PASSES, "--policy", tmp_path / "none.yaml").code == 3


def test_an_allowed_issue_that_did_not_occur_is_a_warning(command: Any, run: Path) -> None:
    shown = command("gate", run, "--require", PASSES, "--allow", "V101")
    assert shown.code == 0
    assert "warning --allow V101" in shown.out
