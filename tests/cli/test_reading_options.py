"""How data are to be read, as a user types it: gold of several labels, encodings, standard input, members."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from rightreasons import read_pairs
from rightreasons.errors import OptionError

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
    of_evidence = {"fever_symmetric", "healthver", "covidfact", "climate_fever", "wice", "expertqa"}
    assert claims == of_evidence | {"faithbench", "summedits", "qags", "begin", "q2"}
    assert {"chaosnli", "ambient", "levy_holt", "nli_stress_tests"} <= set(lines) - claims


CODED = "a,b,c\n" + "".join(f"A man sleeps {at}.,A man is {at}.,{at % 3}\n" for at in range(30))
MEANING = "0=entailment,1=neutral,2=contradiction"
SHAPE = ("--columns", "premise=a,hypothesis=b,label=c", "--label-map", MEANING)


@pytest.fixture
def coded(tmp_path: Path) -> tuple[Path, Path]:
    for name in ("first.csv", "second.csv"):
        (tmp_path / name).write_text(CODED, encoding="utf-8")
    (tmp_path / "other.csv").write_text(CODED.replace("a,b,c", "p,q,r"), encoding="utf-8")
    return tmp_path / "first.csv", tmp_path / "second.csv"


def sets(out: str) -> list[dict[str, int]]:
    (audit,) = json.loads(out)["audits"]
    return [data["labels"] for data in audit["manifest"]["data"]]


def test_columns_and_label_map_reach_every_data_of_the_same_header(
    command: Any, coded: tuple[Path, Path]
) -> None:
    outcome = command("audit", coded[0], "--test", coded[1], *SHAPE, *QUICK)
    assert sets(outcome.out) == [{"entailment": 10, "neutral": 10, "contradiction": 10}] * 2


def test_one_data_is_addressed_by_its_role_or_its_file(command: Any, coded: tuple[Path, Path]) -> None:
    other = coded[0].with_name("other.csv")
    refused = command("audit", coded[0], "--test", other, *SHAPE, *QUICK)
    assert refused.code == 3
    assert "--columns test:" in refused.err
    for name in ("test", "other"):
        own = ("--columns", f"{name}:premise=p,hypothesis=q,label=r", "--limit", f"{name}:6")
        outcome = command("audit", coded[0], "--test", other, *SHAPE, *own, *QUICK)
        assert sets(outcome.out)[1] == {"entailment": 2, "neutral": 2, "contradiction": 2}


def test_in_a_probe_the_label_map_is_the_models_and_a_name_addresses_data(
    command: Any, coded: tuple[Path, Path]
) -> None:
    probe = ("probe", "rule:always-entailment", "--on", coded[0], "--json")
    assert command(*probe, *SHAPE[:2]).code == 3
    outcome = command(*probe, *SHAPE[:2], "--label-map", f"on:{MEANING}")
    (found,) = json.loads(outcome.out)["probes"]
    assert found["manifest"]["data"][0]["labels"]["entailment"] == 10


def test_label_names_and_numbers_mean_the_same(command: Any, coded: tuple[Path, Path]) -> None:
    named = MEANING.replace("0=", "LABEL_0=").replace("1=", "label_1=")
    outcome = command("audit", coded[0], *SHAPE[:2], "--label-map", named, *QUICK)
    assert labels(outcome.out) == {"entailment": 10, "neutral": 10, "contradiction": 10}
    numbered = coded[0].with_name("numbered.csv")
    rows = CODED.splitlines()
    text = [rows[0], *(f"{row[:-1]}LABEL_{row[-1]}" for row in rows[1:])]
    numbered.write_text("\n".join(text), encoding="utf-8")
    assert labels(command("audit", numbered, *SHAPE, *QUICK).out)["neutral"] == 10


@pytest.mark.parametrize(
    "twice",
    [
        ("--columns", "premise=a,premise=b"),
        ("--columns", "premise=a", "--columns", "premise=b"),
        ("--measures", "label_balance", "--measures", "lengths"),
        ("--seed", "1", "--seed", "2"),
        ("--label-map", "0=entailment,0=neutral"),
        ("--limit", "none"),
        ("--limit", "0"),
    ],
)
def test_what_is_given_twice_or_is_no_number_is_a_coded_error(
    command: Any, coded: tuple[Path, Path], twice: tuple[str, ...]
) -> None:
    outcome = command("audit", coded[0], *twice)
    assert (outcome.code, outcome.out) == (2, "")
    assert "[RR003]" in outcome.err
    assert twice[0] in outcome.err or "label map" in outcome.err


@pytest.mark.parametrize(
    "text", ["seed: 1\nseed: 2\n", "columns: {premise: a, premise: b}\n", "seed: [1, 2]\n"]
)
def test_a_config_file_that_says_something_twice_is_refused(
    command: Any, coded: tuple[Path, Path], text: str
) -> None:
    config = coded[0].with_name("options.yaml")
    config.write_text(text, encoding="utf-8")
    outcome = command("audit", coded[0], "--config", config)
    assert outcome.code == 2
    assert "[RR003]" in outcome.err


def test_a_config_file_addresses_data_as_the_command_line_does(
    command: Any, coded: tuple[Path, Path]
) -> None:
    config = coded[0].with_name("options.yaml")
    columns = "[{premise: a, hypothesis: b, label: c}, 'test:premise=p,hypothesis=q,label=r']"
    meaning = f"['{MEANING}', 'test:{MEANING}']"
    config.write_text(f"columns: {columns}\nlabel-map: {meaning}\nlimit: 9\n", encoding="utf-8")
    other = coded[0].with_name("other.csv")
    outcome = command("audit", coded[0], "--test", other, "--config", config, *QUICK)
    assert sets(outcome.out) == [{"entailment": 3, "neutral": 3, "contradiction": 3}] * 2


def test_an_unknown_keyword_of_reading_is_a_coded_error() -> None:
    wrong: Any = {"limits": 3}
    with pytest.raises(OptionError, match="'limits'"):
        read_pairs([], **wrong)
