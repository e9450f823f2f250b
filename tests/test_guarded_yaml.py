"""YAML of other people is read within bounds, or refused with a reason."""

import time

import pytest

from rightreasons.guarded_yaml import guarded_yaml


def test_plain_values_are_read() -> None:
    assert guarded_yaml(b"\xef\xbb\xbfa: [1, two, 3.0]\nb: {c: true}\n") == {
        "a": [1, "two", 3.0],
        "b": {"c": True},
    }


@pytest.mark.parametrize(
    "text",
    [
        "a: &a [x, x]\n" + "".join(f"{n}: &n{n} [*a, *a]\n" for n in range(50)),
        "[" * 20_000,
        "{" * 20_000,
        "- " * 20_000 + "x",
        "a: &a {b: *a}",
        "<<: *base",
        "!!python/object/apply:os.system [ls]",
        "a: [",
        "x" * 300_000,
        "9" * 10_000,
        "2020-99-99",
        b"\xff\xfe\x00",
        "\x00",
    ],
    ids=lambda text: str(text[:12]),
)
def test_what_could_cost_much_or_do_harm_is_refused_with_a_printable_reason(text: str | bytes) -> None:
    with pytest.raises(ValueError, match=r"\w") as caught:
        guarded_yaml(text)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "text", ["a: 1\na: 2", '{1: a, "1": b}', '{true: a, "true": b}', "{~: a, null: b}", "{1: a, 1.0: b}"]
)
def test_a_key_that_stands_twice_is_refused_in_whatever_way_it_is_written(text: str) -> None:
    with pytest.raises(ValueError, match="twice"):
        guarded_yaml(text)


def test_many_keys_take_no_longer() -> None:
    text = "{" + ",".join(f"{n:x}x" for n in range(20_000)) + "}"
    begun = time.process_time()
    assert len(guarded_yaml(text)) == 20_000
    assert time.process_time() - begun < 3
