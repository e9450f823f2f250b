"""Texts, scripts, XML, archives and folders: shapes whose form has to be told before their columns."""

import csv
import io
import json
import tarfile
from collections.abc import Sequence
from pathlib import Path

from tests.sources.shapes.made import C, E, N, Pair, documents, drawn, mixed, pairs, shape, table, two, votes
from tests.sources.shapes.published import halves

SHORT = {E: "e", N: "n", C: "c"}


@shape("challenge.xml")
def challenge_xml(path: Path) -> Sequence[Pair]:
    rows = mixed(two(pairs()))
    found = [
        f'<pair id="{at}" entailment="{"YES" if said == E else "NO"}" task="IE">\n<t>{p}</t><h>{h}</h></pair>'
        for at, (p, h, said) in enumerate(rows)
    ]
    body = "\n".join(found)
    path.write_text(
        f'<?xml version="1.0" encoding="UTF-8"?>\n<entailment-corpus>\n{body}\n</entailment-corpus>\n'
    )
    return rows


@shape("problems.xml")
def problems_xml(path: Path) -> Sequence[Pair]:
    rows = mixed(pairs())
    words = {E: "yes", N: "unknown", C: "no"}
    found = []
    for at, (p, h, said) in enumerate(rows):
        one, other = halves(p)
        premises = f'<p idx="1">{one}</p><p idx="2">{other}</p>'
        found.append(
            f'<problem id="{at}" answer="{words[said]}">{premises}<q>Is it so?</q><h>{h}</h></problem>'
        )
    path.write_text(f"<problems>{''.join(found)}</problems>")
    return rows


@shape("items.js")
def items_js(path: Path) -> Sequence[Pair]:
    rows = mixed(pairs())
    found = [{"premise": p, "hypothesis": h, "label": said} for p, h, said in rows]
    path.write_text(f"const items = {json.dumps(found, indent=1)};\n")
    return rows


@shape("headings.md")
def headings_md(path: Path) -> Sequence[Pair]:
    rows = mixed(pairs())
    each = "## {}\n\n**Premise:** {}\n\n**Hypothesis:** {}\n\n**Label:** {}\n\n"
    path.write_text("# Test pairs\n\n" + "".join(each.format(at, *row) for at, row in enumerate(rows, 1)))
    return rows


@shape("comments.conllu")
def comments_conllu(path: Path) -> Sequence[Pair]:
    rows = mixed(pairs())
    found = []
    for p, h, said in rows:
        tokens = "".join(f"{at}\t{token}\t_\n" for at, token in enumerate(h.split(), 1))
        found.append(f"# text_a = {p}\n# text_b = {h}\n# label = {said}\n{tokens}\n")
    path.write_text("".join(found))
    return rows


@shape("sections.ini")
def sections_ini(path: Path) -> Sequence[Pair]:
    rows = mixed(pairs())
    each = "[pair-{}]\npremise = {}\nhypothesis = {}\ngold = {}\n\n"
    path.write_text("".join(each.format(at, *row) for at, row in enumerate(rows)))
    return rows


@shape("label_first.txt")
def label_first_txt(path: Path) -> Sequence[Pair]:
    rows = mixed(pairs())
    path.write_text("".join(f"[{SHORT[said].upper()}]\n{p}\n{h}\n\n" for p, h, said in rows))
    return rows


@shape("passages.txt")
def passages_txt(path: Path) -> Sequence[Pair]:
    rows = mixed(pairs())
    words = {E: "SUPPORTED", N: "UNKNOWN", C: "REFUTED"}
    found = [
        f"PASSAGE: {p}\n" + "".join(f"CLAIM: {h} [{words[said]}]\n" for h, said in each) + "\n"
        for p, each in documents(rows)
    ]
    path.write_text("".join(found))
    return rows


@shape("fixed_width.txt")
def fixed_width_txt(path: Path) -> Sequence[Pair]:
    rows = mixed(pairs())
    one, other = (max(len(row[at]) for row in rows) + 2 for at in (0, 1))
    found = [("PREMISE", "HYPOTHESIS", "LABEL"), *rows]
    path.write_text("".join(f"{p:<{one}}{h:<{other}}{said}\n" for p, h, said in found))
    return rows


@shape("parts.tar.gz")
def parts_tar(path: Path) -> Sequence[Pair]:
    rows = mixed(pairs())
    with tarfile.open(path, "w:gz") as archive:
        for name, part in (("b/train.csv", rows[:90]), ("b/test.csv", rows[90:])):
            text = io.StringIO()
            csv.writer(text).writerows([("premise", "hypothesis", "label"), *part])
            info = tarfile.TarInfo(name)
            info.size = len(text.getvalue().encode())
            archive.addfile(info, io.BytesIO(text.getvalue().encode()))
    return rows


@shape("three_annotators")
def three_annotators(path: Path) -> Sequence[Pair]:
    rows = mixed(pairs())
    draw = drawn(52)
    given = [votes(said, draw, SHORT) for _, _, said in rows]
    path.mkdir()
    for at, name in enumerate(("anna", "ben", "cleo")):
        found = [(i, p, h, vote[at]) for i, ((p, h, _), vote) in enumerate(zip(rows, given, strict=True))]
        table(path / f"{name}.csv", ["id", "premise", "hypothesis", "label"], found)
    return rows


@shape("evidence_columns.csv")
def evidence_columns(path: Path) -> Sequence[Pair]:
    rows = mixed(pairs())
    words = {E: "True", N: "Unproven", C: "False"}
    found = [
        (h, *((*halves(p), "") if at % 3 else (p, "", "")), words[said])
        for at, (p, h, said) in enumerate(rows)
    ]
    table(path, ["claim", "evidence_1", "evidence_2", "evidence_3", "rating"], found)
    return rows


@shape("ticks.csv")
def ticks_csv(path: Path) -> Sequence[Pair]:
    rows = mixed(two(pairs()))
    found = [(p, h, "✓" if said == E else "✗") for p, h, said in rows]
    table(path, ["source text", "generated sentence", "correct"], found)
    return rows
