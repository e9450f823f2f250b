"""Whatever stands in data is text in Markdown: no mark-up, no link, no HTML, and nothing of it is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from rightreasons.printable import printable
from rightreasons.reports.markdown import code_block, plain

HOSTILE = [
    *("<script>alert(1)</script>", "[x](http://evil)", "![x](http://evil)", "a | b", "# heading", "- item"),
    *("1. item", "1) item", "* item", "+ item", "---", "- - -", "===", "> quote", "```", "~~~", "    code"),
    *("a\n\n# b", "&lt;", "&#60;", "\\<b>", "**b**", "__b__", "~~b~~", "`c`", "$x$", "<!--", "http://evil"),
    *("www.evil.example", "a\u202eb", "end #", "\\", "[x]: http://evil", "<http://evil>", "| - |", "- "),
]
READER = MarkdownIt("commonmark").enable("table").enable("strikethrough")
texts = st.text(st.sampled_from("\\`*_{}[]()<>#+-.!|~$&=:/ \n1ab") | st.characters(), max_size=20)


def leaves(markdown: str) -> tuple[set[str], str]:
    """Return which kinds of things a reader of Markdown finds, and the text it shows."""
    inline = [child for token in READER.parse(markdown) for child in token.children or ()]
    blocks = {token.type for token in READER.parse(markdown)}
    kinds = {child.type for child in inline} - {"text", "text_special"}
    return blocks | kinds, "".join(child.content for child in inline)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_shown_as_it_is(text: str) -> None:
    kinds, shown = leaves(plain(text))
    assert kinds == {"paragraph_open", "inline", "paragraph_close"}
    assert shown == printable(text).strip()


@given(texts)
def test_any_text_is_a_paragraph_of_itself(text: str) -> None:
    kinds, shown = leaves(plain(text))
    assert kinds <= {"paragraph_open", "inline", "paragraph_close"}
    assert shown == printable(text, 2_000).strip()


@given(texts, texts)
def test_any_text_fills_one_cell_of_a_table(first: str, second: str) -> None:
    kinds, shown = leaves(f"| a | b |\n| --- | --- |\n| {plain(first)} | {plain(second)} |\n")
    assert not kinds & {
        "html_inline",
        "link_open",
        "image",
        "code_inline",
        "em_open",
        "strong_open",
        "s_open",
    }
    assert shown == "ab" + printable(first, 2_000).strip() + printable(second, 2_000).strip()


@given(texts)
def test_a_block_of_code_cannot_be_left(text: str) -> None:
    tokens = READER.parse(f"before\n\n{code_block('x' + text)}\n\nafter\n")
    assert [token.type for token in tokens if token.type in ("code_block", "fence", "html_block")] == [
        "code_block"
    ]


def test_addresses_do_not_become_links_where_readers_look_for_them() -> None:
    linking = MarkdownIt("commonmark")
    assert "://" not in plain("see https://evil.example")
    assert "www." not in plain("see www.evil.example")
    assert leaves(plain("see https://www.evil.example"))[1] == "see https://www.evil.example"
    assert linking.render(plain("https://evil.example")) == "<p>https://evil.example</p>\n"


def test_long_text_is_cut_and_says_so() -> None:
    assert plain("x" * 3_000).endswith("… (3,000 characters)")
