"""What the proposer does with any file: views, files behind other files, votes, what a line would read."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.sources.shapes.made import C, E, N, Pair, documents, pairs
from tests.sources.test_proposals import LINE, is_right, pasted

from rightreasons.errors import InputError
from rightreasons.sources.read import read_pairs

WORDS = {E: "entailment", N: "neutral", C: "contradiction"}


def first_line(data: Path) -> list[Pair]:
    """What the first line of the refusal reads."""
    with pytest.raises(InputError) as caught:
        read_pairs(data)
    return list(pasted(LINE.findall(f"{caught.value.lines}\n")[0]))


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def csv_of(rows: list[dict[str, Any]]) -> str:
    lines = [",".join(rows[0]), *(",".join(json.dumps(str(value)) for value in row.values()) for row in rows)]
    return "\n".join(lines) + "\n"


def test_each_item_of_a_list_is_a_row_of_an_entry_of_its_own() -> None:
    rows = [
        {"t": "A dog runs.", "yes": ["A dog moves.", "It runs."], "no": []},
        {"t": "B", "yes": [], "no": ["C"]},
    ]
    entries = [
        {"rows": f"{name}[]", "columns": {"hypothesis": f"{name}[]", "label": {"constant": label}}}
        for name, label in (("yes", E), ("no", C))
    ]
    found = read_pairs(rows, recipe={"columns": {"premise": "t"}, "each": entries})
    assert found.frame.select("premise", "hypothesis", "label").rows() == [
        ("A dog runs.", "A dog moves.", E),
        ("A dog runs.", "It runs.", E),
        ("B", "C", C),
    ]


def test_a_judgement_leads_to_its_summary_and_that_to_its_document(tmp_path: Path) -> None:
    said = [(p, h, x) for p, h, x in pairs() if x != N]
    texts = list(dict.fromkeys(p for p, _, _ in said))
    judged = [
        {"summary_id": f"s{at}", "annotator": who, "consistent": "yes" if x == E else "no"}
        for at, (_, _, x) in enumerate(said)
        for who in ("a", "b", "c")
    ]
    summaries = [
        {"summary_id": f"s{at}", "doc_id": f"d{texts.index(p)}", "summary": h}
        for at, (p, h, _) in enumerate(said)
    ]
    documents_ = [{"doc_id": f"d{at}", "text": text} for at, text in enumerate(texts)]
    files = {
        "judgments.csv": csv_of(judged),
        "summaries.csv": csv_of(summaries),
        "docs.csv": csv_of(documents_),
    }
    assert is_right(first_line(written(tmp_path / "set", files)), said)


def test_folders_of_labels_hold_a_pair_a_file(tmp_path: Path) -> None:
    some = pairs()[:24]
    files = {f"{WORDS[x]}/{at:03}.txt": f"{p}\n{h}\n" for at, (p, h, x) in enumerate(some)}
    assert is_right(first_line(written(tmp_path / "set", files)), some)


def test_lines_are_read_as_lines_where_a_table_would_lose_some(tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    path.write_text("".join(f"{WORDS[x].upper()}: {p} [SEP] {h}\n" for p, h, x in pairs()))
    assert is_right(first_line(path), pairs())


def test_keys_of_an_object_may_be_the_premises(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    path.write_text(json.dumps({p: [[h, WORDS[x]] for h, x in each] for p, each in documents(pairs())}))
    assert is_right(first_line(path), pairs())


def test_names_of_labels_stand_in_another_file(tmp_path: Path) -> None:
    names = [C, E, N]
    rows = [{"premise": p, "hypothesis": h, "label": names.index(x)} for p, h, x in pairs()]
    files = {
        "data.jsonl": "".join(json.dumps(row) + "\n" for row in rows),
        "config.json": json.dumps({"model": "x", "id2label": dict(enumerate(names))}),
    }
    assert is_right(first_line(written(tmp_path / "set", files)), pairs())


def test_votes_in_rows_are_not_read_as_pairs_without_being_asked(tmp_path: Path) -> None:
    path = tmp_path / "batch.csv"
    rows = [
        {"HITId": at, "WorkerId": who, "premise": p, "hypothesis": h, "label": WORDS[x]}
        for at, (p, h, x) in enumerate(pairs())
        for who in ("a", "b", "c")
    ]
    path.write_text(csv_of(rows))
    assert is_right(first_line(path), pairs())
    stated = read_pairs(path, columns={"premise": "premise", "hypothesis": "hypothesis", "label": "label"})
    assert len(stated) == 3 * len(pairs())


def test_lists_of_titles_and_sentences_are_no_premise(tmp_path: Path) -> None:
    path = tmp_path / "context.jsonl"
    rows = [
        {"context": [["A title", [p]], ["Another", ["Too."]]], "claim": h, "label": WORDS[x]}
        for p, h, x in pairs()
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(InputError, match="lists or records as 'context'"):
        read_pairs(path)


def test_of_two_numbers_one_is_entailment_unless_shared_words_say_another(tmp_path: Path) -> None:
    path = tmp_path / "scored.jsonl"
    rows = [{"document": p, "summary": p[:40], "label": at % 2} for at, (p, _, _) in enumerate(pairs())]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert {label for at, (_, _, label) in enumerate(first_line(path)) if at % 2} == {E}


def test_a_second_word_for_a_known_label_is_not_guessed(tmp_path: Path) -> None:
    path = tmp_path / "maybe.jsonl"
    rows = [{"premise": p, "hypothesis": h, "label": WORDS[x]} for p, h, x in pairs()]
    rows += [{"premise": p, "hypothesis": f"{h} Or so.", "label": "maybe"} for p, h, _ in pairs()[:9]]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(InputError, match="RR102") as caught:
        read_pairs(path)
    assert "maybe=neutral" not in caught.value.lines
    assert "maybe=-" in caught.value.lines
    assert "'maybe' left out" in caught.value.lines
