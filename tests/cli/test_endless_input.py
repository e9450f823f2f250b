"""The command on what never ends: pipes to which nobody writes, devices; and on pipes that end."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rightreasons.streams import files

ROWS = "".join(f'{{"premise": "a {n}", "hypothesis": "b {n}", "label": "{n % 2}"}}\n' for n in range(40))


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "SECONDS_FOR_A_WRITER", 0.2)


def test_process_substitution_and_descriptors_are_read_like_standard_input(tmp_path: Path) -> None:
    (tmp_path / "data.jsonl").write_text(ROWS, encoding="utf-8")
    options = "--measures label_balance --label-map 0=entailment,1=neutral --json"
    words = f"{sys.executable} -m rightreasons audit {{}} {options}"
    shown = []
    for data in (
        "<(cat data.jsonl)",
        "/dev/fd/3 3< <(cat data.jsonl)",
        "- < data.jsonl",
        "/dev/stdin < data.jsonl",
    ):
        done = subprocess.run(
            ["/bin/bash", "-c", words.format(data)],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
            stdin=subprocess.DEVNULL,
            timeout=120,
        )
        shown.append(re.findall(r'"value": ([0-9.]+)', done.stdout))
    assert shown[0]
    assert all(each == shown[0] for each in shown)


WORDS = {
    "data": "audit {}",
    "test": "audit data.jsonl --test {}",
    "listing": "audit {}.yaml",
    "config": "audit data.jsonl --config {}",
    "policy": "audit data.jsonl --measures lengths --policy {}",
    "predictions": "probe {} --on data.jsonl",
    "prompts": "probe llm:m@http://127.0.0.1:9 --prompt-file {} --on data.jsonl",
    "vocabulary": "make hans --vocabulary {} -o out.tsv",
    "pairs": "make swaps --train data.jsonl --relation hypernym --language en --pairs {} -o out",
    "question": "make sheet cells run --question {} -o out",
    "onnx": "probe onnx:{} --on data.jsonl",
    "recipe": "train {}.yaml --train data.jsonl --dev data.jsonl -o out",
    "vectors": "train esim-liu2020 --vectors {} --train data.jsonl --dev data.jsonl -o out",
    "marks": "compare first second --marks {}",
    "store": "make predictions {} -o out.parquet",
    "answers": "make sheet read {} --study run",
    "run": "card {}",
}


@pytest.mark.parametrize("name", WORDS)
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_what_never_ends_is_refused_with_a_code(
    name: str, kind: str, tmp_path: Path, command: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data.jsonl").write_text(ROWS.replace('"0"', '"entailment"').replace('"1"', '"neutral"'))
    for ending in ("", ".yaml"):
        if kind == "pipe":
            os.mkfifo(f"odd{ending}")
        else:
            Path(f"odd{ending}").symlink_to("/dev/zero")
    done = command(*WORDS[name].format("odd").split())
    assert done.code in (2, 3), done.err
    assert re.match(r".* \[RR\d+\]\n|Usage", done.err), done.err
    assert "RR900" not in done.err
