"""Texts that rows name by a key: elsewhere in the document, in another file, in the same line of one."""

import sqlite3
import zipfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from tests.sources.shapes.documents import written as dump
from tests.sources.shapes.made import C, E, N, Pair, X, documents, drawn, lines, pairs, shape, table, two
from tests.sources.shapes.published import halves


def longer() -> list[Pair]:
    """Pairs whose premises have two sentences."""
    return [(f"{p} {q}", h, x) for (p, h, x), (q, _, _) in zip(pairs(), pairs(seed=2), strict=True)]


def ids_of(rows: Sequence[Pair]) -> Mapping[str, int]:
    """A number for each premise."""
    return {premise: 1000 + 7 * at for at, (premise, _) in enumerate(documents(rows))}


@shape("hypotheses_by_key.json")
def hypotheses_by_key(path: Path) -> Sequence[Pair]:
    """As of ContractNLI."""
    draw = drawn(3)
    words = {E: "Entailment", N: "NotMentioned", C: "Contradiction"}
    hypotheses = {
        f"nda-{at}": {"title": "Clause", "hypothesis": h} for at, (_, h, _) in enumerate(pairs(3, 9))
    }
    found, meant = [], []
    for at, (premise, _) in enumerate(documents(longer())):
        said = {key: draw.choice([E, N, C]) for key in hypotheses}
        marks = {key: {"choice": words[x], "spans": [0] if x != N else []} for key, x in said.items()}
        found.append({"id": at, "text": premise, "annotation_sets": [{"annotations": marks}]})
        meant += [(premise, hypotheses[key]["hypothesis"], x) for key, x in said.items()]
    dump(path, {"documents": found, "labels": hypotheses})
    return meant


@shape("claims_and_corpus")
def claims_and_corpus(path: Path) -> Sequence[Pair]:
    path.mkdir()
    rows = longer()
    ids, words = ids_of(rows), {E: "SUPPORT", N: "NEI", C: "CONTRADICT"}
    lines(
        path / "corpus.jsonl", [{"doc_id": at, "title": "A", "abstract": halves(p)} for p, at in ids.items()]
    )
    lines(
        path / "claims.jsonl",
        [{"id": at, "claim": h, "doc_id": ids[p], "label": words[x]} for at, (p, h, x) in enumerate(rows)],
    )
    return rows


@shape("sources_and_responses")
def sources_and_responses(path: Path) -> Sequence[Pair]:
    """As of RAGTruth: a response without marked spans is supported."""
    path.mkdir()
    rows = two(longer())
    ids = ids_of(rows)
    prompt = "Summarize the following news:\n{}\noutput:"
    sources = [{"source_id": at, "source_info": p, "prompt": prompt.format(p)} for p, at in ids.items()]
    lines(path / "source_info.jsonl", sources)
    span = {"start": 4, "end": 12, "text": "some", "label_type": "Evident Conflict"}
    lines(
        path / "response.jsonl",
        [
            {"id": at, "source_id": ids[p], "model": "m", "labels": [] if x == E else [span], "response": h}
            for at, (p, h, x) in enumerate(rows)
        ],
    )
    return rows


@shape("bodies_and_headlines")
def bodies_and_headlines(path: Path) -> Sequence[Pair]:
    """As of FNC-1; two labels are known words, the third is what is left."""
    path.mkdir()
    rows = longer()
    ids, words = ids_of(rows), {E: "agree", N: "discuss", C: "disagree"}
    table(path / "bodies.csv", ["Body ID", "articleBody"], [(at, p) for p, at in ids.items()])
    table(
        path / "stances.csv", ["Headline", "Body ID", "Stance"], [(h, ids[p], words[x]) for p, h, x in rows]
    )
    return rows


@shape("pairs_of_sentences")
def pairs_of_sentences(path: Path) -> Sequence[Pair]:
    path.mkdir()
    rows = pairs()
    ids = {text: at for at, text in enumerate(dict.fromkeys(text for row in rows for text in row[:2]))}
    table(path / "sentences.tsv", ["sent_id", "text"], [(at, text) for text, at in ids.items()], "\t")
    found = [(at, ids[p], ids[h], x) for at, (p, h, x) in enumerate(rows)]
    table(path / "pairs.tsv", ["pair", "sent1_id", "sent2_id", "judgment"], found, "\t")
    return rows


@shape("gold_apart")
def gold_apart(path: Path) -> Sequence[Pair]:
    path.mkdir()
    rows = pairs()
    lines(
        path / "items.jsonl",
        [{"id": f"q{at}", "premise": p, "hypothesis": h} for at, (p, h, _) in enumerate(rows)],
    )
    table(path / "gold.csv", ["id", "answer"], [(f"q{at}", x) for at, (*_, x) in enumerate(rows)])
    return rows


@shape("file_each_document")
def file_each_document(path: Path) -> Sequence[Pair]:
    """As of the annotations of XSum: documents in files that are called by their ids."""
    rows = two(longer())
    ids = ids_of(rows)
    (path / "documents").mkdir(parents=True)
    for premise, at in ids.items():
        (path / "documents" / f"{at}.txt").write_text(premise)
    found = [(ids[p], "PtGen", h, "yes" if x == E else "no") for p, h, x in rows]
    table(path / "annotations.csv", ["bbcid", "system", "summary", "is_factual"], found)
    return rows


@shape("numbered_files")
def numbered_files(path: Path) -> Sequence[Pair]:
    rows = pairs()
    for role, name in enumerate(("premise", "hypothesis")):
        (path / name).mkdir(parents=True)
        for at, row in enumerate(rows):
            (path / name / f"{at + 1:04}.txt").write_text(f"{row[role]}\n")
    (path / "labels.txt").write_text("".join(f"{x}\n" for *_, x in rows))
    return rows


@shape("lines_of_odd_names")
def lines_of_odd_names(path: Path) -> Sequence[Pair]:
    path.mkdir()
    rows = pairs()
    for role, name in enumerate(("source.en", "target.en", "gold.rel")):
        (path / name).write_text("".join(f"{row[role]}\n" for row in rows))
    return rows


@shape("labels_by_line")
def labels_by_line(path: Path) -> Sequence[Pair]:
    """As of alphaNLI: two hypotheses a line, and in another file the number of the right one."""
    path.mkdir()
    draw = drawn(8)
    found: list[dict[str, object]] = []
    right, meant = list[int](), list[Pair]()
    for premise, each in documents(longer()):
        texts = {label: hypothesis for hypothesis, label in each}
        both = [texts[E], texts[C]]
        draw.shuffle(both)
        one, other = halves(premise)
        found.append({"story": len(found), "obs1": one, "obs2": other, "hyp1": both[0], "hyp2": both[1]})
        right.append(both.index(texts[E]) + 1)
        meant += [(premise, hypothesis, E if hypothesis == texts[E] else X) for hypothesis in both]
    lines(path / "dev.jsonl", found)
    (path / "dev-labels.lst").write_text("".join(f"{number}\n" for number in right))
    return meant


@shape("labels_by_id.json")
def labels_by_id(path: Path) -> Sequence[Pair]:
    rows = pairs()
    items = [{"id": f"p{at}", "premise": p, "hypothesis": h} for at, (p, h, _) in enumerate(rows)]
    dump(path, {"items": items, "gold": {f"p{at}": x for at, (*_, x) in enumerate(rows)}})
    return rows


@shape("two_lists.json")
def two_lists(path: Path) -> Sequence[Pair]:
    rows = longer()
    ids, words = ids_of(rows), {E: "true", N: "unknown", C: "false"}
    passages = [{"pid": f"P{at}", "passage": p} for p, at in ids.items()]
    statements = [{"pid": f"P{ids[p]}", "statement": h, "truth": words[x]} for p, h, x in rows]
    dump(path, {"passages": passages, "statements": statements})
    return rows


@shape("aligned.zip")
def aligned_members(path: Path) -> Sequence[Pair]:
    with zipfile.ZipFile(path, "w") as opened:
        for role, name in enumerate(("test.premise", "test.hypothesis", "test.label")):
            opened.writestr(f"set/{name}", "".join(f"{row[role]}\n" for row in pairs()))
    return pairs()


@shape("two_tables.sqlite")
def two_tables(path: Path) -> Sequence[Pair]:
    rows = pairs()
    ids = {premise: at + 1 for at, (premise, _) in enumerate(documents(rows))}
    with closing(sqlite3.connect(path)) as opened:
        opened.execute("CREATE TABLE document(doc_id INTEGER PRIMARY KEY, body TEXT)")
        opened.execute(
            "CREATE TABLE statement(no INTEGER PRIMARY KEY, doc_id INTEGER, content TEXT, verdict TEXT)"
        )
        opened.executemany("INSERT INTO document VALUES (?, ?)", [(at, p) for p, at in ids.items()])
        found = [(ids[p], h, x) for p, h, x in rows]
        opened.executemany("INSERT INTO statement(doc_id, content, verdict) VALUES (?, ?, ?)", found)
        opened.commit()
    return rows
