"""`rightreasons describe FILE`: what is in data, and how they may be meant."""

import json
import shlex
from pathlib import Path
from typing import Any

import yaml
from tests.sources.shapes.made import SHAPES, pairs

from rightreasons.sources.read import read_pairs


def made(folder: Path, name: str) -> Path:
    path = folder / name
    next(each for each in SHAPES if each.name == name).write(path)
    return path


def described(command: Any, path: Path, *options: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(command("describe", str(path), *options, "--json").out)
    return found


def test_columns_have_kind_coverage_counts_and_examples(command: Any, tmp_path: Path) -> None:
    (table,) = described(command, made(tmp_path, "raters.jsonl"))["tables"]
    assert (table["format"], table["rows"], table["malformed"]) == ("jsonl", 120, 0)
    columns = {each["path"]: each for each in table["columns"]}
    assert list(columns) == ["doc", "output", "ratings[].by", "ratings[].says"]
    assert columns["doc"]["kind"] == "text"
    assert (columns["doc"]["values"], columns["doc"]["distinct"]) == (120, len({p for p, _, _ in pairs()}))
    votes = columns["ratings[].says"]
    assert votes["kind"] == "category"
    assert sum(votes["counts"].values()) == votes["values"] == 360


def test_a_reading_is_proposed_as_a_command_and_as_a_recipe(command: Any, tmp_path: Path) -> None:
    path = made(tmp_path, "claims.jsonl")
    found = described(command, path)
    assert found["read"] == ""
    (way,) = found["ways"]
    recipe = yaml.safe_load(way["recipe"])
    assert recipe["rows"] == "points[]"
    (tmp_path / "recipe.yaml").write_text(way["recipe"])
    pasted = shlex.split(way["command"])
    assert pasted[:4] == ["rightreasons", "audit", str(path), "--recipe"]
    assert (
        read_pairs(path, recipe=tmp_path / "recipe.yaml").frame.rows()
        == read_pairs(path, recipe=pasted[4]).frame.rows()
    )


def test_data_that_are_read_as_they_are_say_how(command: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    rows = [{"premise": p, "hypothesis": h, "label": label} for p, h, label in pairs(10)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = described(command, path)
    assert found["labels"] == {"entailment": 10, "neutral": 10, "contradiction": 10}
    assert found["refused"] == ""
    assert found["ways"] == []


def test_lines_name_every_column_and_end_in_what_may_be_pasted(command: Any, tmp_path: Path) -> None:
    path = made(tmp_path, "mt.tsv")
    out = command("describe", str(path)).out
    assert all(name in out for name in ("seg", "src_doc", "sys_out", "is_faithful"))
    assert f"rightreasons audit {path} --columns premise=src_doc,hypothesis=sys_out,label=is_faithful" in out


def test_malformed_rows_are_counted_and_the_option_that_reads_them_is_there(
    command: Any, tmp_path: Path
) -> None:
    path = tmp_path / "a.tsv"
    lines = ["\t".join(row) for row in pairs(5)]
    path.write_text("\n".join(["premise\thypothesis\tlabel", *lines, '"a\tb"\tc d\tneutral']) + "\n")
    found = described(command, path)
    assert found["tables"][0]["malformed"] == 1
    assert [way["command"] for way in found["ways"]] == [f"rightreasons audit {path} --quoting on"]
    assert len(read_pairs(path, quoting="on")) == 16


def test_options_of_reading_hold(command: Any, tmp_path: Path) -> None:
    path = made(tmp_path, "mt.tsv")
    found = described(
        command,
        path,
        "--columns",
        "premise=src_doc,hypothesis=sys_out,label=is_faithful",
        "--label-map",
        "1=entailment,0=non-entailment",
    )
    assert found["labels"] == {"entailment": 40, "non-entailment": 80}


def test_text_of_data_cannot_write_to_the_terminal(command: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    rows = [{"premise\x1b[2J": p, "other": "\x1b]0;x\x07" + h} for p, h, _ in pairs(5)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert "\x1b" not in command("describe", str(path)).out


def test_of_a_large_table_it_says_of_how_many_rows_its_counts_are(command: Any, tmp_path: Path) -> None:
    path = tmp_path / "large.csv"
    rows = (f"premise {at} is here,a claim of {at},{'yes' if at % 2 else 'no'}\n" for at in range(12_000))
    path.write_text("premise,hypothesis,label\n" + "".join(rows))
    shown = command("describe", str(path)).out
    (table,) = described(command, path)["tables"]
    columns = {each["path"]: each for each in table["columns"]}
    assert table["looked_at"] == sum(columns["label"]["counts"].values()) < table["rows"] == 12_000
    assert f"columns as in {table['looked_at']:,} of these rows" in shown
    assert "of these rows" not in command("describe", str(made(tmp_path, "raters.jsonl"))).out
