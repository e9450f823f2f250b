"""How data are to be read, as a user types it: gold of several labels, encodings, standard input, members."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

VOTES = [
    {"evidence": f"Proof {at}.", "claim": f"Claim {at}.", "annotations": ["SUPPORTS", "REFUTES", label]}
    for at, label in enumerate(["SUPPORTS", "REFUTES"] * 20)
]
QUICK = ("--measures", "label_balance", "--json")


def jsonl(rows: list[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def labels(out: str) -> dict[str, int]:
    (audit,) = json.loads(out)["audits"]
    counts: dict[str, int] = audit["manifest"]["data"][0]["labels"]
    return counts


def test_the_option_that_an_error_proposes_is_one_that_works(command: Any, tmp_path: Path) -> None:
    path = tmp_path / "votes.jsonl"
    path.write_bytes(jsonl(VOTES))
    refused = command("audit", path, *QUICK)
    assert refused.code == 3
    assert "choose a rule: --gold majority" in refused.err
    outcome = command("audit", path, "--gold", "majority", *QUICK)
    assert labels(outcome.out) == {"entailment": 20, "contradiction": 20}
    assert "--gold majority" in " ".join(json.loads(outcome.out)["audits"][0]["manifest"]["data"][0]["notes"])


def test_standard_input_and_a_member_of_a_zip(
    command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(jsonl(VOTES))))
    assert labels(command("audit", "-", "--gold", "majority", *QUICK).out)["entailment"] == 20
    with zipfile.ZipFile(tmp_path / "data.zip", "w") as archive:
        archive.writestr("a/votes.jsonl", jsonl(VOTES))
        archive.writestr("b/votes.jsonl", jsonl(VOTES[:10]))
    found = command("audit", f"{tmp_path / 'data.zip'}!b/votes.jsonl", "--gold", "majority", *QUICK)
    assert labels(found.out)["entailment"] == 5


def test_encoding_quoting_and_joined_premises(command: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    rows = "".join(f'"Señor {at}"\th\t{("neutral", "entailment")[at % 2]}\n' for at in range(10))
    path.write_bytes(f"premise\thypothesis\tlabel\n{rows}".encode("cp1252"))
    assert command("audit", path, *QUICK).code == 3
    outcome = command("audit", path, "--encoding", "cp1252", "--quoting", "on", *QUICK)
    assert labels(outcome.out) == {"entailment": 5, "neutral": 5}
    joined = tmp_path / "b.jsonl"
    records = [{"text": "One."}, {"text": "Two."}]
    joined.write_bytes(
        jsonl(
            [
                {"claim": "c", "evidence": records, "label": label}
                for label in ("supported", "unsupported") * 5
            ]
        )
    )
    assert labels(command("audit", joined, "--premise-join", " ", *QUICK).out) == {
        "entailment": 5,
        "non-entailment": 5,
    }


@pytest.mark.parametrize("wrong", [("--quoting", "maybe"), ("--encoding", "klingon")])
def test_options_that_do_not_exist_are_refused(command: Any, tmp_path: Path, wrong: tuple[str, str]) -> None:
    path = tmp_path / "votes.jsonl"
    path.write_bytes(jsonl(VOTES))
    outcome = command("audit", path, *wrong)
    assert outcome.code == 2
    assert "[RR003]" in outcome.err


def test_the_list_of_datasets_says_which_are_claims(command: Any) -> None:
    lines = {line.split()[0]: line for line in command("ls", "datasets").out.splitlines()}
    claims = {name for name, line in lines.items() if ", claims," in line}
    assert claims == {"fever_symmetric", "healthver", "covidfact", "faithbench"}
    assert {"chaosnli", "ambient", "levy_holt", "nli_stress_tests"} <= set(lines) - claims
