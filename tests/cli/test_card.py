"""The command `card` as a user types it."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from rightreasons import audit, probe


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "run"
    audit(measures=["label_balance"], limit=300, out=folder)
    return folder


def test_a_card_is_yaml_and_markdown_and_nothing_else(command: Any, run: Path) -> None:
    shown = command("card", run)
    assert (shown.code, shown.err) == (0, "")
    start, metadata, text = shown.out.split("---\n", 2)
    assert start == ""
    assert yaml.safe_load(metadata)["size_categories"] == ["n<1K"]
    assert text.startswith("\n# Bias card: bundled\n")
    assert len([line for line in text.splitlines() if line]) <= 20
    assert "Definition" not in text


def test_the_whole_card_has_what_the_short_one_has_and_every_figure(command: Any, run: Path) -> None:
    short, full = (command("card", run, *more).out for more in ((), ("--full",)))
    assert len(full.splitlines()) > 2 * len(short.splitlines())
    assert "Definition" in full
    assert full.endswith(".\n")


def test_a_card_is_written_to_a_file_and_never_over_another(command: Any, run: Path, tmp_path: Path) -> None:
    made = tmp_path / "CARD.md"
    assert command("card", run, "-o", made).out == ""
    assert made.read_text(encoding="utf-8") == command("card", run).out
    made.write_text("mine", encoding="utf-8")
    assert command("card", run, "-o", made).code != 0
    assert made.read_text(encoding="utf-8") == "mine"


def test_json_has_both_parts_apart(command: Any, run: Path) -> None:
    payload = json.loads(command("card", run, "--format", "json").out)
    assert payload["kind"] == "bias"
    assert payload["markdown"].startswith("# Bias card")
    assert payload["metadata"]["task_ids"] == ["natural-language-inference"]
    assert {figure["name"] for figure in payload["figures"]} >= {"label_balance.majority"}


def test_wrong_use_and_no_run_have_their_codes(command: Any, run: Path, tmp_path: Path) -> None:
    assert command("card", run, "--format", "html").code == 2
    assert command("card", tmp_path).code == 3
    assert command("card", tmp_path / "nowhere").code == 3


@pytest.mark.parametrize("place", [".", "", "/"])
def test_a_place_that_is_a_folder_is_there_whatever_it_is_called(
    place: str, command: Any, run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = command("card", run, "-o", place)
    assert done.code == 2
    assert "is there [RR601]" in done.err
    assert list(tmp_path.iterdir()) == []


def test_a_place_with_a_null_byte_is_refused(command: Any, run: Path, tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text('out: "a\\0b.md"\n', encoding="utf-8")
    done = command("card", run, "--config", tmp_path / "config.yaml")
    assert done.code == 2
    assert "null byte [RR003]" in done.err


def test_the_model_index_alone_is_read_by_the_library_of_the_hub(command: Any, tmp_path: Path) -> None:
    from huggingface_hub import ModelCard, ModelCardData

    probe("rule:lexical-overlap", "hans", out=tmp_path / "probed", per_group=5)
    shown = command("card", tmp_path / "probed", "--model-index", "--allow", "V102")
    assert (shown.code, shown.err) == (0, "")
    assert list(yaml.safe_load(shown.out.split("---\n")[1])) == ["model-index"]
    data = ModelCard(shown.out).data
    assert isinstance(data, ModelCardData)
    assert data.eval_results
    values = {each.metric_name: each.metric_value for each in data.eval_results}
    assert values["hans.accuracy"] == pytest.approx(0.5)


def test_a_dataset_has_no_model_index(command: Any, run: Path) -> None:
    shown = command("card", run, "--model-index")
    assert shown.code == 2
    assert "--model-index" in shown.err
