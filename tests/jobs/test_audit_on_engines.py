"""An audit is the same on native Daft, and on Ray, as in this process, however the data are cut."""

import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from rightreasons import audit
from rightreasons.engine.engines import opened_engine
from rightreasons.engine.running import Inline
from rightreasons.jobs import block_sources
from rightreasons.sources.blocks.cutting import Size
from rightreasons.sources.blocks.opening import cut_data
from rightreasons.sources.bundled.corpus import bundled_pairs
from rightreasons.sources.options import ReadOptions

pytest.importorskip("daft", reason="the extra [scale] is not installed")
MEASURES = ("label_balance", "lengths", "duplicates", "premise_coverage", "give_away_words")
GOLDEN: dict[str, dict[str, Any]] = {
    "snli/snli_1.0_dev.jsonl.gz": {},
    "mpe/mpe_dev.txt": {"on_malformed": "drop"},
    "sick/SICK_train.txt": {},
}
ON_RAY = """
import json, sys
from functools import partial
from rightreasons import audit
from rightreasons.engine.engines import opened_engine
from rightreasons.engine.running import Inline
from rightreasons.jobs import block_sources
from rightreasons.sources.blocks.cutting import Size
from rightreasons.sources.blocks.opening import cut_data
from rightreasons.sources.options import ReadOptions
from pathlib import Path

def same_tables(folder, place):
    read = ReadOptions().resolved()
    cuts = cut_data(folder, read, Path(sys.argv[2]), size=Size(9_000, 40))
    here, there = (cuts.surveyed(each) for each in (Inline(), place))
    read = list(place.map(rows_of, there.blocks))
    same = all(found.equals(rows_of(block)) for found, block in zip(read, here.blocks, strict=True))
    return same and [block.cut for block in there.blocks] == [block.cut for block in here.blocks]

def rows_of(block):
    return block.read().frame

if __name__ == "__main__":
    block_sources.cut_data = partial(cut_data, size=Size(20_000, 150))
    measures = sys.argv[3].split(",")
    with opened_engine("ray") as place:
        cut = same_tables(sys.argv[1], place)
    here, there = (audit(sys.argv[1], measures=measures, engine=each) for each in ("local", "ray"))
    print(json.dumps({"audit": here.to_json() == there.to_json(), "cut": cut}))
"""


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(block_sources, "cut_data", partial(cut_data, size=Size(200_000, 500)))


@pytest.fixture
def shards(tmp_path: Path) -> Path:
    """Three files of bundled pairs."""
    folder = tmp_path / "data"
    folder.mkdir()
    for number in range(3):
        frame = bundled_pairs(200, seed=number).frame.select("premise", "hypothesis", "label")
        frame.cast(pl.String).write_ndjson(folder / f"part-{number}.jsonl")
    return folder


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("name", GOLDEN)
def test_audits_of_published_data_are_equal_on_native_daft(shared_data: Path, name: str) -> None:
    here, daft = (
        audit(shared_data / name, measures=MEASURES, engine=each, **GOLDEN[name])
        for each in ("local", "daft")
    )
    assert daft.to_json() == here.to_json()


@pytest.mark.parametrize("size", [700, 9_000, 10**6])
def test_any_cut_is_surveyed_and_read_alike_on_native_daft(shards: Path, tmp_path: Path, size: int) -> None:
    cuts = cut_data(shards, ReadOptions().resolved(), tmp_path, size=Size(size, 1))
    here = cuts.surveyed(Inline())
    with opened_engine("daft") as place:
        there = cuts.surveyed(place)
        read = list(place.map(_rows, there.blocks))
    assert [block.cut for block in there.blocks] == [block.cut for block in here.blocks]
    for found, block in zip(read, here.blocks, strict=True):
        assert_frame_equal(found, _rows(block))


def _rows(block: Any) -> pl.DataFrame:
    frame: pl.DataFrame = block.read().frame
    return frame


@pytest.mark.long
def test_an_audit_and_a_cut_are_the_same_on_ray(shards: Path, tmp_path: Path) -> None:
    """In a process of its own: what runs Daft can be told once in a process."""
    pytest.importorskip("ray", reason="the extra [scale] is not installed")
    script = tmp_path / "on_ray.py"
    script.write_text(ON_RAY)
    spill = tmp_path / "spill"
    spill.mkdir()
    done = subprocess.run(
        [sys.executable, str(script), str(shards), str(spill), ",".join(MEASURES)],
        capture_output=True,
        text=True,
        check=False,
        timeout=280,
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    assert json.loads(done.stdout.splitlines()[-1]) == {"audit": True, "cut": True}
