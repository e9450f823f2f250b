"""The pictures of README and docs are those of this version, and show what its charts show."""

import hashlib
import json
import re
import runpy
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "pictures"))
KEPT: Mapping[str, Mapping[str, str]] = json.loads((IMAGES / "pictures.json").read_text(encoding="utf-8"))


def test_every_picture_that_is_shown_is_one_that_the_script_drew_and_none_is_left_over() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    shown = {
        Path(link).name
        for page in pages
        for link in re.findall(r"!\[[^]]*\]\(([^)]+\.png)\)", page.read_text(encoding="utf-8"))
    }
    assert shown == set(KEPT) == set(SCRIPT["SHOWN"]) == {path.name for path in IMAGES.glob("*.png")}


@pytest.mark.parametrize("name", sorted(KEPT))
def test_a_picture_is_the_file_that_was_drawn(name: str) -> None:
    assert hashlib.sha256((IMAGES / name).read_bytes()).hexdigest() == KEPT[name]["file"]


@pytest.mark.parametrize("name", sorted(KEPT))
def test_the_gallery_has_the_command_of_a_picture_under_it(name: str) -> None:
    gallery = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")
    command = SCRIPT["SHOWN"][name].command
    shown = f"](images/{name})\n\n```\n{command}\n```\n"
    assert not command or shown in gallery


SLOW = [name for name in KEPT if "example/" in SCRIPT["SHOWN"][name].command]  # models are asked


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long if name in SLOW else ()) for name in sorted(KEPT)]
)
def test_a_picture_shows_the_chart_that_real_data_have_today(name: str, shared_data: Path) -> None:
    drawn: Any = SCRIPT["chart_of"](name, shared_data)
    assert SCRIPT["digest"](drawn) == KEPT[name]["chart"]
