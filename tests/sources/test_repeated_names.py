"""A header in which a name stands several times: refused with its places; read once columns are stated."""

import re
import shlex
from pathlib import Path

import pytest
from tests.sources.shapes import C, E, N, pairs

from rightreasons.errors import ColumnError, InputError
from rightreasons.labels import parse_label_map
from rightreasons.sources.options import parse_columns
from rightreasons.sources.predictions.reading import read_predictions
from rightreasons.sources.read import read_pairs

OTHER = {E: "kept", N: "kept", C: "thrown away"}


def written(path: Path, header: str, rows: list[str]) -> Path:
    """A file of these lines."""
    path.write_text("\n".join([header, *rows]) + "\n")
    return path


def refusal(path: Path) -> str:
    """What a refusal says of a file."""
    with pytest.raises(InputError) as caught:
        read_pairs(path)
    return caught.value.lines


@pytest.fixture
def labelled_twice(tmp_path: Path) -> Path:
    """A file with two columns called label, of which the second holds labels."""
    rows = [f"{p}\t{OTHER[label]}\t{h}\t{label}" for p, h, label in pairs()]
    return written(tmp_path / "twice.tsv", "premise\tlabel\thypothesis\tlabel", rows)


def test_the_refusal_says_where_the_name_stands_and_what_each_is_called(labelled_twice: Path) -> None:
    message = refusal(labelled_twice)
    assert message.startswith("twice.tsv has the column 'label' 2 times (positions 1 and 3)")
    assert "'label (1)', 'label (2)'" in message


def test_the_line_that_is_proposed_reads_what_was_meant(labelled_twice: Path) -> None:
    line = next(line for line in refusal(labelled_twice).splitlines() if "--columns 'premise" in line)
    words = shlex.split(line)
    columns = words[words.index("--columns") + 1]
    assert columns == "premise=premise,hypothesis=hypothesis,label=label (2)"
    found = read_pairs(labelled_twice, columns=parse_columns(columns)).frame
    assert found.select("premise", "hypothesis", "label").rows() == pairs()
    assert found["label (1)"].to_list() == [OTHER[label] for _, _, label in pairs()]


def test_a_first_line_that_is_a_row_is_read_by_position(tmp_path: Path) -> None:
    number = {E: "3", N: "1", C: "2"}
    first, *rest = [f"{number[label]},{number[label]},{p.replace(',', '')},{h}" for p, h, label in pairs()]
    path = written(tmp_path / "no_header.csv", first, rest)
    lines = [shlex.split(line) for line in refusal(path).splitlines() if "--label-map" in line]
    maps = [line[line.index("--label-map") + 1] for line in lines]
    assert {line[line.index("--columns") + 1] for line in lines} == {"premise=2,hypothesis=3,label=0"}
    right = "1=neutral,2=contradiction,3=entailment"
    assert right in maps[:2]  # entailed hypotheses share most words; which of the others is neutral is open
    found = read_pairs(
        path, columns=parse_columns("premise=2,hypothesis=3,label=0"), label_map=parse_label_map(right)
    )
    assert found.frame["label"].to_list() == [label for _, _, label in pairs()]


def test_a_name_of_ours_or_a_number_in_use_is_no_way_around(tmp_path: Path) -> None:
    header = "premise\tlabel\tlabel (1)\thypothesis\tlabel"
    rows = [f"{p}\tx\ty\t{h}\t{label}" for p, h, label in pairs(4)]
    path = written(tmp_path / "numbered.tsv", header, rows)
    assert "'label' 2 times (positions 1 and 4)" in refusal(path)
    found = read_pairs(path, columns=parse_columns("premise=premise,hypothesis=hypothesis,label=label (2)"))
    assert found.frame["label (1)"].to_list() == ["y"] * len(rows)
    with pytest.raises(ColumnError, match="__row__"):
        read_pairs(
            written(tmp_path / "ours.tsv", "premise\thypothesis\tlabel\t__row__", ["a\tb\tneutral\t1"])
        )


def test_what_no_line_can_read_stays_a_coded_error(tmp_path: Path) -> None:
    path = written(tmp_path / "short.csv", "a,a", ["x,y", "y,x"])
    message = refusal(path)
    assert message.startswith("short.csv has the column 'a' 2 times (positions 0 and 1)")
    assert "paste" not in message


def test_a_folder_does_not_pass_over_such_a_file(tmp_path: Path, labelled_twice: Path) -> None:
    rows = [f"{p}\t{h}\t{label}" for p, h, label in pairs(4)]
    written(tmp_path / "whole.tsv", "premise\thypothesis\tlabel", rows)
    assert re.search("twice.tsv has the column 'label' 2 times", refusal(labelled_twice.parent))


def test_predictions_with_such_a_header_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "said.csv", "id,prediction,prediction", ["row-0,neutral,entailment"])
    with pytest.raises(ColumnError, match="'prediction' 2 times"):
        read_predictions(path)
