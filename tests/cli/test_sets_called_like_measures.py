"""A data set may be called anything: like a measure, like a published challenge, like a training step."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rightreasons import probe, read_run
from rightreasons.errors import AmbiguousNameError

Command = Callable[..., Any]
FLOOR = "{name}.accuracy >= 0.1"


@pytest.fixture
def pairs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Return a function that writes sixty pairs with three labels under a name."""
    monkeypatch.chdir(tmp_path)

    def written(name: str) -> Path:
        rows = [
            {"premise": f"A dog {n} runs.", "hypothesis": f"A dog {n} {verb}.", "label": label}
            for n in range(20)
            for verb, label in (("runs", "entailment"), ("barks", "neutral"), ("dog", "contradiction"))
        ]
        path = tmp_path / name
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return path

    return written


@pytest.mark.parametrize(
    "name", ["t.jsonl", "guard", "easy_hard_accuracy", "label_order", "accuracy", "training", "score", "hans"]
)
def test_a_floor_on_a_set_holds_whatever_the_set_is_called(
    name: str, pairs: Callable[[str], Path], command: Command
) -> None:
    pairs(name)
    done = command("probe", "rule:lexical-overlap", "--on", f"./{name}", "-o", "run")
    assert done.code == 0, done.err
    held = command("gate", "run", "--require", FLOOR.format(name=name))
    assert held.code == 0, held.out + held.err
    missed = command("gate", "run", "--require", f"{name}.accuracy >= 0.9")
    assert (missed.code, "[RR604]" in missed.err) == (1, True)


def test_figures_of_the_measure_stay_apart_from_those_of_a_set_called_like_it(
    pairs: Callable[[str], Path], command: Command
) -> None:
    pairs("guard")
    command("probe", "rule:lexical-overlap", "--on", "./guard", "-o", "run")
    scored, measured = (each for each in read_run("run").findings if each.name == "guard")
    assert [(each.role, each.measure, each.on) for each in (scored, measured)] == [
        ("score", "score", "guard"),
        ("measure", "guard", "guard"),
    ]
    both = ("--require", "guard.accuracy >= 0.1", "--require", "guard.f1 >= 0")
    assert command("gate", "run", *both).code == 0


def test_a_finding_is_asked_for_by_its_role_where_a_set_is_called_like_it(
    pairs: Callable[[str], Path],
) -> None:
    done = probe("rule:lexical-overlap", str(pairs("guard")))
    with pytest.raises(AmbiguousNameError, match="role"):
        done.finding("guard")
    assert done.finding("guard", role="score").measure == "score"
    assert done.finding("guard", role="measure").measure == "guard"


def test_a_plain_file_called_hans_has_the_plain_headline(
    pairs: Callable[[str], Path], command: Command
) -> None:
    pairs("hans")
    done = command("probe", "rule:lexical-overlap", "--on", "./hans", "-o", "run")
    assert "heuristics of HANS" not in done.out
    scored = next(each for each in read_run("run").findings if each.role == "score")
    assert scored.headline.startswith("Accuracy on hans: ")
    assert "design" not in scored.settings


def test_a_set_with_the_design_of_hans_has_its_headline_whatever_it_is_called(tmp_path: Path) -> None:
    rows = [
        {
            "premise": f"The judge {n} saw the king.",
            "hypothesis": f"The {first} saw the {second}.",
            "label": label,
            "heuristic": "lexical_overlap",
            "subcase": subcase,
        }
        for n in range(10)
        for first, second, label, subcase in (
            (f"judge {n}", "king", "entailment", "le_same"),
            ("king", f"judge {n}", "non-entailment", "ln_swapped"),
        )
    ]
    path = tmp_path / "of-ours.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    done = probe("rule:lexical-overlap", str(path))
    scored = next(each for each in done.findings if each.role == "score")
    assert scored.settings["design"] == "hans"
    assert "Where the heuristics of HANS fail" in scored.headline
