"""Options: checked when they are made, read from texts, and written for manifests, commands and docs."""

import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest

from rightreasons.errors import OptionError
from rightreasons.options import Option, OptionSet, divided, stated_words

ROOT = Path(__file__).resolve().parent.parent


def _pairs(text: str) -> dict[str, str]:
    return dict(each.split("=") for each in text.split(","))


@dataclass(frozen=True)
class Several(OptionSet):
    """One option of every kind."""

    rows: Annotated[int, Option("How many rows.", least=1, most=9)] = 3
    share: Annotated[float | None, Option("A share.", least=0, most=1)] = None
    mode: Annotated[Literal["fast", "slow"], Option("How.")] = "fast"
    group_by: Annotated[tuple[str, ...], Option("Columns.", listed=True)] = ()
    allow: Annotated[tuple[str, ...], Option("Again.")] = ()
    check: Annotated[bool, Option("Leave the check out.", name="no-check")] = True
    small: Annotated[bool, Option("Small.")] = False
    place: Annotated[Path | None, Option("Where.")] = None
    columns: Annotated[Mapping[str, str], Option("Which.", parse=_pairs)] = field(default_factory=dict)
    hidden: object = None


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"rows": 0}, "'0' for --rows [RR003]\n  expected: at least 1 and at most 9"),
        ({"rows": 10}, "'10' for --rows"),
        ({"rows": 2.5}, "'2.5' for --rows [RR003]\n  expected: a whole number"),
        ({"rows": True}, "'True' for --rows"),
        ({"rows": None}, "'None' for --rows"),
        ({"rows": "3"}, "'3' for --rows"),
        ({"share": float("nan")}, "'nan' for --share [RR003]\n  expected: a number"),
        ({"share": 1.5}, "'1.5' for --share"),
        ({"mode": "medium"}, "'medium' for --mode [RR003]\n  expected: one of fast, slow"),
        ({"mode": ["fast"]}, "for --mode"),
        ({"group_by": "genre"}, "'genre' for --group-by [RR003]\n  expected: a list of texts"),
        ({"allow": [1]}, "for --allow"),
        ({"check": "yes"}, "'yes' for --no-check [RR003]\n  expected: true or false"),
        ({"place": 3}, "'3' for --place [RR003]\n  expected: a path"),
    ],
)
def test_a_value_that_cannot_be_used_is_refused_by_the_name_that_users_type(
    wrong: dict[str, Any], named: str
) -> None:
    with pytest.raises(OptionError) as caught:
        Several(**wrong)
    assert named in caught.value.lines


def test_values_within_bounds_are_taken_and_lists_become_tuples() -> None:
    made = Several(rows=9, share=0, group_by=["a", "b"], place="x")  # type: ignore[arg-type]  # what people give
    assert (made.rows, made.share, made.group_by) == (9, 0, ("a", "b"))
    assert hash(made.group_by)


def test_texts_state_options_and_leave_the_others_as_they_were() -> None:
    texts = {"rows": "4", "group_by": "a, b", "allow": ("V1", "V2"), "check": True, "place": "out"}
    made = Several(mode="slow").stating({**texts, "columns": "premise=p,label=l", "small": False})
    assert made == Several(
        rows=4,
        mode="slow",
        group_by=("a", "b"),
        allow=("V1", "V2"),
        check=False,
        place=Path("out"),
        columns={"premise": "p", "label": "l"},
    )
    for wrong in ({"rows": "four"}, {"share": "half"}, {"mode": "quick"}):
        with pytest.raises(OptionError):
            Several().stating(wrong)


def test_recorded_options_are_plain_and_make_the_words_of_the_same_options() -> None:
    made = Several(rows=4, group_by=("a", "b"), allow=("V1", "V2"), check=False, place=Path("out"))
    recorded = made.recorded()
    assert recorded["no-check"] is True
    assert recorded["group-by"] == ["a", "b"]
    assert "hidden" not in recorded
    assert list(stated_words(recorded, Several)) == [
        "--rows", "4", "--group-by", "a,b", "--allow", "V1", "--allow", "V2", "--no-check", "--place", "out",
    ]  # fmt: skip
    assert list(stated_words(Several().recorded(), Several)) == []


def test_keywords_are_divided_among_sets_and_what_none_has_is_refused() -> None:
    @dataclass(frozen=True)
    class Other(OptionSet):
        rows: Annotated[int, Option("Rows.")] = 1
        seed: Annotated[int, Option("Seed.")] = 2

    first, second = divided({"rows": 5, "mode": "slow", "seed": 7}, Several, Other)
    assert (first, second) == (Several(rows=5, mode="slow"), Other(5, 7))
    with pytest.raises(OptionError, match="'sede'"):
        divided({"sede": 7}, Several, Other)


def test_keywords_are_those_of_the_options() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "options", "check"],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
