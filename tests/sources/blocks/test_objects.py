"""Data in an object store are what they are on this machine; the store is a server that speaks S3."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from rightreasons import audit
from rightreasons.engine.objects import object_opened, objects_under
from rightreasons.errors import MalformedRowError, PlaceError
from rightreasons.sources.bundled.corpus import bundled_pairs

pytest.importorskip("daft", reason="the extra [scale] is not installed")
moto = pytest.importorskip("moto.server", reason="moto is not installed")
MEASURES = ["label_balance", "lengths", "duplicates"]


@pytest.fixture(scope="module")
def store() -> Iterator[Any]:
    """A client of a store with an empty bucket, which the environment names."""
    import boto3  # type: ignore[import-untyped]  # it ships without types

    server = moto.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    keys = {"AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_REGION": "us-east-1"}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {**keys, "AWS_ENDPOINT_URL": f"http://{host}:{port}"}.items():
            patch.setenv(name, value)
        client = boto3.client("s3", endpoint_url=f"http://{host}:{port}", region_name="us-east-1")
        client.create_bucket(Bucket="nli")
        yield client
    server.stop()


@pytest.fixture
def shards(tmp_path: Path, store: Any) -> Path:
    """A folder of shards of several formats, which the store has too."""
    folder = tmp_path / "data"
    folder.mkdir()
    for number in range(3):
        frame = bundled_pairs(200, seed=number).frame.select("premise", "hypothesis", "label")
        frame = frame.cast(pl.String)
        if number:
            frame.write_parquet(folder / f"part-{number}.parquet", row_group_size=60)
        else:
            frame.write_ndjson(folder / f"part-{number}.jsonl")
    (folder / "README.md").write_text("read me")
    for path in folder.iterdir():
        store.upload_file(str(path), "nli", f"data/{path.name}")
    return folder


def test_objects_of_a_prefix_are_listed_and_read_as_files(store: Any) -> None:
    store.put_object(Bucket="nli", Key="listed/a.txt", Body=b"0123456789")
    store.put_object(Bucket="nli", Key="listed/in/b [1].txt", Body=b"x")
    found = objects_under("s3://nli/listed")
    assert found == {"a.txt": "s3://nli/listed/a.txt", "in/b [1].txt": "s3://nli/listed/in/b [1].txt"}
    assert objects_under(found["in/b [1].txt"]) == {"b [1].txt": found["in/b [1].txt"]}
    with object_opened(found["a.txt"]) as file:
        file.seek(4)
        assert file.read(3) == b"456"


@pytest.mark.parametrize("engine", ["local", "daft"])
def test_an_audit_of_objects_is_that_of_files(shards: Path, tmp_path: Path, engine: str) -> None:
    here = audit(shards, measures=MEASURES, engine="local", out=tmp_path / "here")
    there = audit("s3://nli/data", measures=MEASURES, engine=engine, out=tmp_path / "there")
    assert [each.to_json() for each in there.findings] == [each.to_json() for each in here.findings]
    assert there.manifest.data == here.manifest.data
    assert here.run is not None
    assert there.run is not None
    assert_frame_equal(there.run.items(), here.run.items())


def test_one_object_is_one_file(shards: Path) -> None:
    found = audit("s3://nli/data/part-1.parquet", measures=["label_balance"], engine="local")
    assert found.manifest.data[0].name == "part-1.parquet"
    assert found.manifest.data[0].rows == 200


def test_a_malformed_line_of_an_object_is_named(shards: Path, store: Any) -> None:
    lines = (shards / "part-0.jsonl").read_text().splitlines(keepends=True)
    lines[77] = '{"premise": "cut\n'
    store.put_object(Bucket="nli", Key="bad/a.jsonl", Body="".join(lines).encode())
    with pytest.raises(MalformedRowError, match=r"a\.jsonl line 78 "):
        audit("s3://nli/bad/a.jsonl", engine="local")


def test_what_is_not_there_and_what_is_read_whole_are_refused(store: Any) -> None:
    with pytest.raises(PlaceError, match="no object at"):
        audit("s3://nli/nothing", engine="local")
    store.put_object(Bucket="nli", Key="whole/a.json", Body=b'[{"premise": "a", "hypothesis": "b"}]')
    with pytest.raises(PlaceError, match="cannot be read in blocks"):
        audit("s3://nli/whole/a.json", engine="local")


def test_objects_without_an_engine_are_refused_with_the_line_to_paste() -> None:
    with pytest.raises(PlaceError) as caught:
        audit("s3://nli/data")
    assert caught.value.remedy == "rightreasons audit s3://nli/data --engine local"
