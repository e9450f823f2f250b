"""The table of every published file is what `audit` reads, and docs/reading.md shows rows of it."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from tests.long_running import LONG

from rightreasons.errors import RightReasonsError
from rightreasons.jobs.audit import run_audit
from rightreasons.jobs.datasets import gather
from rightreasons.jobs.options import AuditOptions
from rightreasons.labels import Label, parse_label_map
from rightreasons.sources.options import ReadOptions, parse_columns
from rightreasons.sources.readings import DataReader

TABLE = Path(__file__).with_name("published_files.md")
DOCS = Path(__file__).resolve().parents[2] / "docs" / "reading.md"
LINE = re.compile(
    r"\| `(?P<file>[^`]+)` \|(?P<options>[^|]*)\|(?P<rows>[^|]*)\|(?P<labels>[^|]*)\|(?P<rest>.*)\|"
)
LARGE = re.compile("wanli_part/.*spans|esnli/preproc1|fp_rodartha/|chaosnli/predictions/")
"""Files that take seconds to read, some of them many of one kind."""


def lines() -> list[re.Match[str]]:
    found = [LINE.fullmatch(line.strip()) for line in TABLE.read_text(encoding="utf-8").splitlines()]
    return [line for line in found if line]


def stated(options: str) -> dict[str, Any]:
    words = shlex.split(options.strip().strip("`"))
    readers: dict[str, Any] = {"--columns": parse_columns, "--label-map": parse_label_map}
    return {
        name.removeprefix("--").replace("-", "_"): readers.get(name, str)(value)
        for name, value in zip(words[::2], words[1::2], strict=True)
    }


def test_the_rows_of_the_docs_are_rows_of_the_table() -> None:
    every = set(TABLE.read_text(encoding="utf-8").splitlines())
    shown = [line for line in DOCS.read_text(encoding="utf-8").splitlines() if LINE.fullmatch(line)]
    assert len(shown) > 5
    assert [line for line in shown if line not in every] == []


def number(text: str) -> int:
    return int(text.replace(",", ""))


def test_every_published_file_of_pairs_is_in_the_table(shared_data: Path) -> None:
    listed = {line["file"] for line in lines()}
    for path in shared_data.rglob("*"):
        parts = path.relative_to(shared_data).parts
        other = (
            len(parts) < 2 or parts[0] in {"vectors", "lexical"} or path.name.startswith(("s2.", "labels."))
        )
        assert other or not path.is_file() or "/".join(parts) in listed, parts


@pytest.mark.parametrize(
    "line",
    [pytest.param(line, marks=LONG if LARGE.match(line["file"]) else ()) for line in lines()],
    ids=[line["file"] for line in lines()],
)
def test_a_line_of_the_table_is_what_is_read(shared_data: Path, line: re.Match[str]) -> None:
    if not line["rows"].strip():
        with pytest.raises(RightReasonsError) as caught:
            run_audit(
                gather(shared_data / line["file"], (), DataReader(ReadOptions(**stated(line["options"])))),
                AuditOptions(measures=("label_balance",)),
            )
        assert line["rest"].strip().startswith(caught.value.code)
        return
    pairs = gather(shared_data / line["file"], (), DataReader(ReadOptions(**stated(line["options"])))).train
    counts = pairs.counts()
    assert pairs.account.read == number(line["rows"])
    assert [counts.get(label, 0) for label in Label] == [number(text) for text in line["labels"].split("/")]
    dropped = [f"{count.rows:,} {count.reason}" for count in pairs.account.dropped]
    assert [text for text in line["rest"].strip().split("; ") if text] == dropped
