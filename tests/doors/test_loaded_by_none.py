"""What is loaded with `import rightreasons`: no door, and no tool that one leads to."""

import importlib
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from rightreasons.errors import MissingExtraError

DOORS = (
    "transformers", "sentence_transformers", "lm_eval", "inspect_ai", "pytest", "torch", "pandas", "datasets",
    "polars",
)  # fmt: skip


def test_importing_rightreasons_loads_no_door() -> None:
    code = (
        "import sys; import rightreasons; dir(rightreasons); "
        f"print([name for name in sys.modules if name in {DOORS!r} or name.startswith('rightreasons.doors')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_public_function_loads_none_of_the_tools() -> None:
    tools = [name for name in DOORS if name not in ("polars",)]
    code = (
        "import sys; from rightreasons import audit, probe, compare, gate, card, read_pairs; "
        f"print([name for name in sys.modules if name in {tools!r} or name.startswith('rightreasons.doors')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_inspect_finds_the_task_by_an_entry_point() -> None:
    root = Path(__file__).resolve().parents[2]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module = project["entry-points"]["inspect_ai"]["rightreasons"].replace(".", "/")
    assert "@task" in (root / "src" / f"{module}.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("door", "tool", "extra"),
    [
        ("trainer", "accelerate", "train"),
        ("cross_encoder", "sentence_transformers", "sentence-transformers"),
        ("inspect_tasks", "inspect_ai", "inspect"),
    ],
)
def test_a_door_whose_tool_is_not_there_names_the_extra_that_brings_it(
    monkeypatch: pytest.MonkeyPatch, door: str, tool: str, extra: str
) -> None:
    name = f"rightreasons.doors.{door}"
    monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, tool, None)  # as where it is not installed
    with pytest.raises(MissingExtraError) as raised:
        importlib.import_module(name)
    assert f"pip install 'rightreasons[{extra}]'" in str(raised.value)
