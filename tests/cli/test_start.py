"""The command starts quickly and says what there is."""

import json
import subprocess
import sys
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
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout


def test_the_package_itself_loads_nothing_but_itself() -> None:
    code = f"import rightreasons, sys; print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_public_names_are_there() -> None:
    import rightreasons

    assert all(getattr(rightreasons, name) for name in rightreasons.__all__)
    with pytest.raises(AttributeError):
        _ = rightreasons.no_such_name


@pytest.mark.parametrize("kind", ["datasets", "measures", "challenges", "tokenisations"])
def test_ls_lists_what_is_registered_with_a_line_each(command: Any, kind: str) -> None:
    listed = json.loads(command("ls", kind, "--json").out)
    assert listed
    assert all(meaning and "\n" not in meaning for meaning in listed.values())


def test_ls_lists_measures_of_data_of_models_and_of_comparisons_with_what_they_need(command: Any) -> None:
    listed = json.loads(command("ls", "measures", "--json").out)
    assert listed["label_balance"].startswith("data: Count labels")
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
