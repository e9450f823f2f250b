"""The command starts quickly and says what there is."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HEAVY = (
    "polars",
    "numpy",
    "scipy",
    "sklearn",
    "numba",
    "torch",
    "pandas",
    "datasets",
    "pydantic",
    "rich",
    "yaml",
)


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["audit", "--help"], ["probe", "--help"], ["make", "hans", "--help"], ["--version"]],
)
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    code = (
        "import sys, rightreasons.cli\n"
        f"sys.argv = ['rightreasons', *{arguments!r}]\n"
        "try:\n    rightreasons.cli.main()\nexcept SystemExit:\n    pass\n"
        f"sys.stderr.write(','.join(name for name in {HEAVY!r} if name in sys.modules))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        stdin=subprocess.DEVNULL,
        timeout=120,
    )
    assert done.stderr == ""
    assert done.stdout


WITHOUT_A_MODEL = "predictors, challenges, gates, models, training, papers, annotation, reports.viewer"


@pytest.mark.parametrize(
    ("command", "rooms"),
    [
        ("audit data.jsonl -o run", WITHOUT_A_MODEL),
        (
            "probe rule:lexical-overlap --on hans --per-group 20 -o run",
            "training, papers, annotation, reports.viewer",
        ),
    ],
)
def test_a_command_loads_no_room_that_it_does_not_need(command: str, rooms: str, tmp_path: Path) -> None:
    rows = [
        {"premise": f"a {n}", "hypothesis": f"b {n}", "label": ("entailment", "neutral")[n % 2]}
        for n in range(60)
    ]
    (tmp_path / "data.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    code = (
        "import sys, rightreasons.cli\n"
        f"sys.argv = ['rightreasons', *{command.split()!r}]\n"
        "try:\n    rightreasons.cli.main()\nexcept SystemExit as end:\n    assert not end.code\n"
        f"rooms = ['scipy.stats', *(f'rightreasons.{{room}}' for room in {rooms.split(', ')!r})]\n"
        "sys.stderr.write('loaded ' + ','.join(room for room in rooms if room in sys.modules))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        timeout=120,
        stdin=subprocess.DEVNULL,
    )
    assert done.stderr.splitlines()[-1] == "loaded "


def test_the_package_itself_loads_nothing_but_itself() -> None:
    code = f"import rightreasons, sys; print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        stdin=subprocess.DEVNULL,
        timeout=120,
    )
    assert done.stdout == "[]\n"


def test_the_public_names_are_there() -> None:
    import rightreasons

    assert all(getattr(rightreasons, name) for name in rightreasons.__all__)
    with pytest.raises(AttributeError):
        _ = rightreasons.no_such_name


@pytest.mark.parametrize("kind", ["datasets", "measures", "challenges", "tokenisations", "codes", "sizes"])
def test_ls_lists_what_is_registered_with_a_line_each(command: Any, kind: str) -> None:
    listed = json.loads(command("ls", kind, "--json").out)
    assert listed
    assert all(meaning and "\n" not in meaning for meaning in listed.values())


def test_ls_lists_measures_of_data_of_models_and_of_comparisons_with_what_they_need(command: Any) -> None:
    listed = json.loads(command("ls", "measures", "--json").out)
    assert listed["label_balance"].startswith("data: Label balance. Count labels")
    assert listed["hypothesis_only_encoder"].endswith("Needs --encoder FOLDER.")
    assert listed["guard"].startswith("model: ")
    assert listed["easy_hard_accuracy"].endswith("Needs sentences and --train DATA.")
    assert listed["controls"].endswith("Needs --on controls.")
    assert listed["compare_seeds"].startswith("comparison: ")
    assert listed["compare_seeds"].endswith("Needs runs of train.")


def test_ls_knows_the_ten_datasets_of_poliak_et_al(command: Any) -> None:
    listed = " ".join(json.loads(command("ls", "datasets", "--json").out)).lower()
    for name in ("dpr", "spr", "fn", "add", "scitail", "sick", "mpe", "joci", "snli", "m"):
        assert name in listed


def test_a_misspelled_kind_is_answered(command: Any) -> None:
    outcome = command("ls", "dataset")
    assert (outcome.code, "[RR002]" in outcome.err) == (2, True)
