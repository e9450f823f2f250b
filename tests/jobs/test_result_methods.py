"""Of a run that is read can be asked what can be asked of the result that made it."""

from pathlib import Path

import pytest
from tests.verdicts.making import clean

from rightreasons import audit, read_run
from rightreasons.errors import MeasureInputError, UnknownNameError


def test_a_run_that_is_read_answers_as_the_result_of_its_job(tmp_path: Path) -> None:
    clean(60, 3).write_ndjson(tmp_path / "data.jsonl")
    made = audit(str(tmp_path / "data.jsonl"), measures=["label_balance", "lengths"], out=tmp_path / "run")
    read = read_run(tmp_path / "run")
    assert read.finding("lengths") == made.finding("lengths")
    assert read.figures().equals(made.figures())
    assert read.view("lengths").equals(made.view("lengths"))
    assert read.report(tmp_path / "page.html").read_bytes() == (tmp_path / "run/report.html").read_bytes()
    assert repr(read).endswith(f"(audit in '{tmp_path / 'run'}')>")
    assert made.verdict.title in read._repr_html_()
    with pytest.raises(MeasureInputError, match="did you mean 'lengths'"):
        read.finding("lenghts")
    with pytest.raises(UnknownNameError, match="did you mean"):
        read.view("lengths", next(iter(read.finding("lengths").views))[:-1])
