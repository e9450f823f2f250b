"""Markdown of records, pages with front matter, lists below paragraphs: rows by hand."""
# ruff: noqa: E501 - files as they are written, a line each

from pathlib import Path

import pytest

from rightreasons.errors import InputError
from rightreasons.sources.formats.html_table import read_html
from rightreasons.sources.formats.markdown_records import read_markdown_records
from rightreasons.sources.formats.markdown_table import read_markdown
from rightreasons.sources.formats.outline import read_outline
from rightreasons.sources.opening.sniffing import format_of
from rightreasons.sources.raw import HIDDEN, Content
from rightreasons.sources.read import read_pairs


def content(text: str, name: str = "x.md") -> Content:
    return Content(name, text.encode())


def test_sections_are_records_with_quotations_and_keys() -> None:
    text = (
        "# Round 2\n\nRemarks.\n\n## Finding 1: SUPPORTED\n\n> A dog\n> runs.\n\n**Claim:** It moves.\n\n"
        "## Finding 2: REFUTED\n\n> A cat.\n\n**Claim**: It barks\nloudly.\n\n- one\n- two\n"
    )
    found = read_markdown_records(content(text)).frame.drop(HIDDEN).to_dicts()
    assert found == [
        {
            "heading 1": "Round 2", "heading": "Finding 1: SUPPORTED", "heading without number": "SUPPORTED",
            "quotation": "A dog runs.", "Claim": "It moves.", "items": None,
        },
        {
            "heading 1": "Round 2", "heading": "Finding 2: REFUTED", "heading without number": "REFUTED",
            "quotation": "A cat.", "Claim": "It barks loudly.", "items": "one\ntwo",
        },
    ]  # fmt: skip
    assert format_of(content(text)) == "markdown-records"


def test_headings_below_name_the_parts_of_a_record() -> None:
    text = "".join(f"## Item {n}\n### Premise\nA dog {n}.\n### Label\n`no`\n" for n in (1, 2))
    found = read_markdown_records(content(text)).frame
    assert found["Premise"].to_list() == ["A dog 1.", "A dog 2."]


def test_front_matter_is_a_row_with_the_text_below() -> None:
    text = '---\nid: 1\nclaim: "It: rains."\ntags: [a, b]\n---\n\nIt pours.\nAll day.\n'
    found = read_markdown_records(content(text)).frame.drop(HIDDEN).to_dicts()
    assert found == [{"id": 1, "claim": "It: rains.", "tags": ["a", "b"], "text": "It pours. All day."}]


def test_a_page_with_a_table_is_one() -> None:
    text = "# Pairs\n\n## Examples\n\n| p | h |\n|---|---|\n| A dog. | It runs. |\n| A cat. | It sits. |\n\n## Licence\n\nCC0\n"
    assert format_of(content(text)) == "markdown"
    parsed = read_markdown(content(text))
    assert parsed.frame.drop(HIDDEN).rows() == [("A dog.", "It runs."), ("A cat.", "It sits.")]
    assert parsed.notes == ("4 lines outside of the table were not read",)
    below = content(text[text.index("| p") :].replace("\n## Licence\n", ""))
    assert read_markdown(below).notes == ("1 line outside of the table was not read",)
    assert read_markdown(content(text[text.index("| p") : text.index("\n## Lic")])).notes == ()


def test_code_in_a_line_fences_nothing_and_a_fence_ends_with_its_own_mark() -> None:
    items = [f"## Item {n}\n\nA dog {n}.\n" for n in range(1, 8)]
    items[1] += "\n```x``` is code.\n"
    items[3] += "\n````\n~~~\n```\n## no heading\n```` python\n````\n"
    found = read_markdown_records(content("\n".join(items))).frame
    assert found["heading"].to_list() == [f"Item {n}" for n in range(1, 8)]
    assert found["text"][1] == "A dog 2.\n```x``` is code."


def test_front_matter_that_is_called_as_a_part_of_a_record_stands_beside_it() -> None:
    text = "---\nlabel: draft\nby: x\n---\n\n## a\n\n**label:** entailment\n\n## b\n\n**label:** neutral\n"
    found = read_markdown_records(content(text)).frame.select("front label", "by", "heading", "label").rows()
    assert found == [("draft", "x", "a", "entailment"), ("draft", "x", "b", "neutral")]


def test_a_page_of_prose_is_refused() -> None:
    with pytest.raises(InputError):
        read_markdown_records(content("# One\n\nText.\n"))


@pytest.mark.parametrize(
    "text",
    [
        "Exercise\nDecide.\n\n1. A dog runs.\nIt is big.\n   a) It moves. [T]\n   b) It sits. [F]\n2. A cat.\n   a) It barks. [F]\n",
        "A dog runs. It is big.\n  - It moves. (T)\n  - It sits. (F)\n\nA cat.\n  - It barks. (F)\n",
        "A dog runs. It is big.\n* [T] It moves.\n* [F] It\n  sits.\n\nA cat.\n* [F] It barks.\n",
        "A dog runs. It is big.\n- It moves. -> T\n- It sits. -> F\n\nA cat.\n- It barks. -> F\n",
    ],
)
def test_items_stand_with_the_paragraph_above_and_their_marks(text: str) -> None:
    found = read_outline(content(text, "x.txt")).frame.drop(HIDDEN)
    assert found.columns == ["above", "item", "mark"]
    assert found.rows() == [
        ("A dog runs. It is big.", "It moves.", "T"),
        ("A dog runs. It is big.", "It sits.", "F"),
        ("A cat.", "It barks.", "F"),
    ]


@pytest.mark.parametrize(
    "card",
    [
        '<div class="card"><p class="premise">A <b>dog</b>.</p><p class="claim">It&amp;s.</p><span class="verdict">no</span></div>',
        '<div class="card" data-verdict="no"><div><p class="premise">A dog.</p></div><div><p class="claim">It&amp;s.</p></div></div>',
        "<dl><dt>premise:</dt><dd>A dog.</dd><dt>claim</dt><dd>It&amp;s.</dd><dt>verdict</dt><dd>no</dd></dl>",
        '<li><span itemprop="premise">A dog.</span><em class="claim">It&amp;s.</em><i class="verdict">no</i></li>',
    ],
)
def test_repeated_elements_of_a_page_are_rows(card: str) -> None:
    page = f"<!doctype html><html><body><script>var x = '<p class=y>'</script><h1>T</h1><section>{card * 3}</section>"
    found = read_html(content(page, "x.html")).frame.select("premise", "claim", "verdict").rows()
    assert found == [("A dog.", "It&s.", "no")] * 3


def test_yaml_of_several_documents_is_a_list_of_them(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(
        "".join(f"---\npremise: A dog {n}.\nhypothesis: It {n}.\nlabel: neutral\n" for n in range(3))
    )
    assert read_pairs(path).frame["premise"].to_list() == ["A dog 0.", "A dog 1.", "A dog 2."]


def test_lines_in_no_record_are_counted_and_a_key_is_no_heading() -> None:
    text = "About.\n### Old\nx\n## One\nheading: 5\n## Two\nu\n# End\nfoot\n"
    parsed = read_markdown_records(content(text))
    assert parsed.frame.drop(HIDDEN).to_dicts() == [
        {"heading": "One", "heading (key)": "5", "text": None},
        {"heading": "Two", "heading (key)": None, "text": "u"},
    ]
    assert parsed.notes == ("4 lines that stand in no record: not read",)
