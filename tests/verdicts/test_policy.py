"""A policy says which sizes matter, each with a reason; what it cannot say is refused with a code."""

from pathlib import Path

import pytest

from rightreasons.errors import FileMissingError, OptionError, UnknownNameError
from rightreasons.verdicts import VerdictSettings, read_policy
from rightreasons.verdicts.policy import codes, default_policy

PREFIXES = {"blocker": "V1", "severe": "V2", "warning": "V3", "note": "V4"}


def written(folder: Path, text: str) -> Path:
    path = folder / "policy.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_sizes_that_a_file_names_replace_ours_and_the_others_stay(tmp_path: Path) -> None:
    usual = default_policy()
    policy = read_policy(written(tmp_path, "sizes: {gain: {value: 0.02, reason: ours}}"))
    assert (policy.size("gain"), policy.sizes["gain"].reason) == (0.02, "ours")
    assert policy.size("kappa") == usual.size("kappa")
    assert policy.name == "policy"


def test_the_identity_of_a_policy_changes_with_whatever_it_says(tmp_path: Path) -> None:
    texts = [
        "sizes: {gain: {value: 0.02, reason: a}}",
        "sizes: {gain: {value: 0.03, reason: a}}",
        "sizes: {gain: {value: 0.02, reason: b}}",
        "severities: {V201: blocker}",
        "{}",
    ]
    found = [read_policy(written(tmp_path, text)).identity["sha256"] for text in texts]
    assert len({*found, default_policy().identity["sha256"]}) == len(texts) + 1


@pytest.mark.parametrize(
    "text",
    [
        "sizes: {nothing: {value: 1, reason: x}}",
        "sizes: {gain: {value: 1}}",
        "sizes: {gain: {value: 1, reason: ''}}",
        "sizes: {gain: {value: .nan, reason: x}}",
        "sizes: {gain: {value: .inf, reason: x}}",
        "sizes: {gain: 0.05}",
        "size: {gain: {value: 1, reason: x}}",
        "severities: {V201: deadly}",
        "severities: {V102: note}",
        "- 1",
        "7",
        "sizes: {",
        "\x00",
        "[" * 100_000,
    ],
)
def test_what_is_no_policy_is_refused_with_a_code(tmp_path: Path, text: str) -> None:
    with pytest.raises(OptionError, match=r"\[RR003\]"):
        read_policy(written(tmp_path, text))


def test_a_policy_that_is_not_there_or_names_an_unknown_code_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileMissingError):
        read_policy(tmp_path / "none.yaml")
    with pytest.raises(FileMissingError):
        read_policy(tmp_path)
    with pytest.raises(UnknownNameError, match="V999"):
        read_policy(written(tmp_path, "severities: {V999: note}"))


def test_only_codes_of_issues_can_be_waived() -> None:
    assert VerdictSettings.of(None, ("V102", "V102")).allow == ("V102",)
    for wrong in ("V999", "v102", "", "label order"):
        with pytest.raises(UnknownNameError, match="`rightreasons ls codes`"):
            VerdictSettings.of(None, (wrong,))


def test_a_code_begins_as_its_severity_says_and_tells_what_to_do() -> None:
    for code in codes().values():
        assert code.code.startswith(PREFIXES[code.severity])
        assert code.meaning.endswith(".")
        assert code.remedy
        assert code.name


def test_every_size_has_a_reason_in_words() -> None:
    assert all(len(size.reason.split()) >= 4 for size in default_policy().sizes.values())
