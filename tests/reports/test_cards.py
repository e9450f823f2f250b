"""Cards are what the Hugging Face hub reads, hold every figure with its n, and take no orders from data."""

from dataclasses import replace
from typing import Any

import pytest
import yaml
from huggingface_hub import DatasetCard, ModelCard
from huggingface_hub.repocard_data import DatasetCardData, EvalResult, ModelCardData
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token
from tests.reports.results import Made, blocker, manifest, verdict

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.issues import Issue
from rightreasons.labels import Label
from rightreasons.printable import printable
from rightreasons.references import SCORE, FigureRef, NotTested, Scope
from rightreasons.reports.cards.card import bias_card, shortcut_card
from rightreasons.reports.cards.metadata import front_matter
from rightreasons.statistics.results import Estimate, Interval

HOSTILE = '---\n# <script>alert(1)</script> | `x` [y](http://evil) "q": \u202e\x00 {{ 7*7 }} {% x %} & *z*'
SURE = Estimate(0.5, "proportion", 30_000, Interval(0.49, 0.51, 0.95, "wilson"))
NONE = Estimate(None, "proportion", 0, reason="there are no probabilities")
READER = MarkdownIt("commonmark").enable("table").enable("strikethrough")


def data(name: str = "snli_dev.jsonl") -> dict[str, Any]:
    return {
        "name": name,
        "rows": 9_842,
        "content_sha256": "c" * 64,
        "labels": {"entailment": 3_329, "neutral": 3_235, "contradiction": 3_278},
        "account": {
            "read": 10_000,
            "kept": 9_842,
            "dropped": [{"reason": "no gold label", "rows": 158, "where": [f"{name} line 7"]}],
            "cleaned": [],
        },
        "files": [{"name": name, "sha256": "f" * 64, "format": "jsonl"}],
        "columns": {"premise": "sentence1"},
        "label_map": {"-": None, name: "entailment"},
        "dataset": None,
        "notes": [f"a note on {name}"],
    }


def scored(on: str = "hans", subject: str = "hf:bert") -> Finding:
    other: Any = {"label": Label.NON_ENTAILMENT, "what": ""}
    return Finding(
        measure=SCORE,
        subject=subject,
        definition="Accuracy: share of items.",
        headline=f"Accuracy on {on}.",
        figures=[
            Figure("accuracy", SURE),
            Figure("accuracy", SURE, {"heuristic": "lexical_overlap"}, **other),
            Figure("accuracy", SURE, {"subcase": "ln_passive"}, **other),
            Figure("accuracy", SURE, label=Label.NON_ENTAILMENT, what="all"),
            Figure("share", NONE, what="one_label_above_half"),
        ],
        settings={"collapse": "argmax", "items": 30_000},
        notes=("one training run: the interval covers item sampling only",),
        on=on,
        role="score",
    )


def probed(
    name: str = "hf:bert", measure: str = "hans", finding: Finding | None = None, *issues: Issue
) -> Made:
    identity = {
        "kind": "hf",
        "name": name,
        "revision": "abc",
        "checksum": None,
        "label_map": {"LABEL_0": "entailment", name: None},
    }
    model = {"name": name, "labels": ["entailment", "neutral"], "identities": [identity]}
    known = manifest(
        "probe",
        data(measure),
        model=model,
        train=data("train.jsonl"),
        options={"seed": 2019, "by": [name]},
        versions={"rightreasons": "0.1.0", "polars": "2.1.0"},
    )
    missing = (NotTested("guard", "hans", f"no reason {name}"),)
    judged = verdict(*issues) if issues else verdict(Issue("V401", "note", "One training run."))
    judged = replace(judged, not_tested=missing)
    return Made(known, (finding or scored(measure, name),), missing, judged)


def audited(name: str = "snli_dev.jsonl") -> Made:
    known = manifest(
        "audit", data(name), data("test.jsonl"), options={"seed": 2018}, versions={"rightreasons": "0.1.0"}
    )
    balance = Finding(
        "label_balance", name, "Shares.", f"Neutral in {name}.", [Figure("majority_accuracy", SURE)]
    )
    return Made(known, (balance,))


def as_read(metadata: Any) -> dict[str, Any]:
    """Return the metadata of a card as the library of the hub has them; it is not typed."""
    found: dict[str, Any] = metadata.to_dict()
    return found


def model_results(text: str) -> list[EvalResult]:
    """Return the results of a model card as the library of the hub reads them."""
    metadata = ModelCard(text).data
    assert isinstance(metadata, ModelCardData)
    assert metadata.model_name == "hf:bert"
    assert metadata.eval_results is not None
    return metadata.eval_results


def tokens(text: str) -> list[Token]:
    return READER.parse(text)


def shown(text: str) -> str:
    return "\n".join(
        "".join(child.content for child in token.children)
        for token in tokens(text)
        if token.children is not None
    )


def test_a_shortcut_card_is_a_model_card_with_a_model_index() -> None:
    results = model_results(shortcut_card(probed(), "rightreasons probe hf:bert").text())
    assert [result.metric_name for result in results] == [
        *("hans.accuracy", "hans.all.non-entailment"),
    ]
    assert {(result.task_type, result.dataset_type, result.dataset_name) for result in results} == {
        ("text-classification", "hans", "hans")
    }
    assert results[0].metric_args == {"n": 30_000, "low": 0.49, "high": 0.51, "level": 0.95}


def test_the_model_index_is_what_the_library_of_the_hub_makes_of_the_same_results() -> None:
    names = ("hans.accuracy", "hans.all.non-entailment")
    results = [
        EvalResult(
            task_type="text-classification",
            task_name="Natural Language Inference",
            dataset_type="hans",
            dataset_name="hans",
            metric_type="accuracy",
            metric_name=name,
            metric_value=0.5,
            metric_args={"n": 30_000, "low": 0.49, "high": 0.51, "level": 0.95},
        )
        for name in names
    ]
    tags = ["natural-language-inference", "rightreasons"]
    theirs = ModelCardData(model_name="hf:bert", eval_results=results, tags=tags, metrics=["accuracy"])
    assert shortcut_card(probed(), "").metadata == as_read(theirs)


def test_a_bias_card_is_a_dataset_card() -> None:
    card = DatasetCard(bias_card(audited(), "rightreasons audit").text())
    theirs = DatasetCardData(
        pretty_name="snli_dev.jsonl",
        task_categories=["text-classification"],
        task_ids=["natural-language-inference"],
        size_categories=["10K<n<100K"],
        tags=["natural-language-inference", "rightreasons"],
    )
    assert as_read(card.data) == as_read(theirs)


def test_figures_without_value_are_in_no_model_index() -> None:
    empty = Finding("hans", "m", "d", "h", [Figure("accuracy", NONE)], settings={"collapse": None})
    assert "model-index" not in shortcut_card(probed(finding=empty), "").metadata


def test_two_sets_of_one_spelling_stay_two_results() -> None:
    both = Made(probed().manifest, (scored("a b"), scored("a/b")))
    types = [result.dataset_type for result in model_results(shortcut_card(both, "").text())]
    assert types == ["a-b"] * 2 + ["a-b-2"] * 2


def test_a_card_says_what_a_reader_needs() -> None:
    text = shown(shortcut_card(probed(), "rightreasons probe hf:bert --seed 3").markdown)
    for part in (
        *(
            "One training run.",
            "hans.accuracy",
            "50.0 % (49.0 to 51.0)",
            "30000",
        ),
        *("95 % interval over items (wilson)", "Definition: Accuracy: share of items."),
        *(
            "Not defined (there are no probabilities): one_label_above_half.",
            "false positive and false negative rates on HANS (no reason",
        ),
        *("10,000 rows read, 9,842 kept; 158 no gold label", "Dropped: 158 rows, no gold label"),
        *("its label LABEL_0 is read as entailment", "its label hf:bert is read as no label"),
        *("- is no gold label; hans is entailment", "f" * 64, "revision abc"),
        *(
            "one training run: the interval covers item sampling only",
            "With rightreasons 0.1.0, polars 2.1.0",
        ),
        *("seed = 2019", "Artifacts of: train.jsonl"),
    ):
        assert part in text, part
    blocks = [token.content for token in tokens(shortcut_card(probed(), "the command").markdown)]
    assert "the command\n" in blocks


@pytest.mark.parametrize("kind", ["bias", "shortcut"])
def test_hostile_names_change_nothing_but_their_own_text(kind: str) -> None:
    if kind == "bias":
        plain, hostile = bias_card(audited(), "x"), bias_card(audited(HOSTILE), HOSTILE)
    else:
        plain, hostile = shortcut_card(probed(), "x"), shortcut_card(probed(HOSTILE, HOSTILE), HOSTILE)
    kinds = [[token.type for token in tokens(card.markdown)] for card in (plain, hostile)]
    assert kinds[0] == kinds[1]
    inline = {child.type for token in tokens(hostile.markdown) for child in token.children or ()}
    assert inline <= {"text", "text_special", "softbreak", "strong_open", "strong_close"}
    assert printable(HOSTILE, 2_000) in shown(hostile.markdown)
    assert yaml.safe_load(hostile.text().split("---\n")[1]) == hostile.metadata
    assert "\u202e" not in hostile.text()


@given(st.text(max_size=30))
def test_any_name_is_read_from_the_yaml_as_it_was(name: str) -> None:
    text = front_matter({"pretty_name": printable(name), "n": 3, "share": 0.5})
    lines = text.splitlines()
    assert (lines[0], lines[-1], lines[1:-1].count("---")) == ("---", "---", 0)
    assert yaml.safe_load(text.split("---\n")[1]) == {"pretty_name": printable(name), "n": 3, "share": 0.5}


@pytest.mark.parametrize(
    "name", ["yes", "1e3", "null", "~", "0o7", "1:30", "<<", "=", "2001-01-01", ".inf", ""]
)
def test_names_that_some_yaml_takes_for_something_else_are_quoted(name: str) -> None:
    text = front_matter({"pretty_name": name})
    assert f'"{name}"' in text or f"'{name}'" in text


def test_figures_are_there_for_programs() -> None:
    figures = shortcut_card(probed(), "").to_json()["figures"]
    assert figures[0] == {
        "name": "hans.accuracy",
        "subject": "hf:bert",
        "value": 0.5,
        "unit": "proportion",
        "n": 30_000,
        "interval": {"low": 0.49, "high": 0.51, "level": 0.95, "method": "wilson", "covers": "items"},
        "reason": None,
    }
    assert figures[-1]["reason"] == "there are no probabilities"


def test_the_verdict_comes_first_with_every_issue_and_its_remedy() -> None:
    leak = Issue(
        "V202",
        "severe",
        "All test pairs are in train.",
        (FigureRef(SCORE, "hans", "accuracy"),),
        remedy="Take them out.",
    )
    text = shown(shortcut_card(probed("hf:bert", "hans", None, blocker(Scope("guard")), leak), "").markdown)
    parts = (
        "1 blocker, 1 severe.",
        "Give --calibrate DATA.",
        "All test pairs are in train.",
    )
    places = [
        text.index(part) for part in (*parts, "hans.accuracy: 50.0 % (49.0 to 51.0), n = 30,000", "hf:bert")
    ]
    assert places[:4] == sorted(places[:4])


def test_what_a_blocker_invalidates_is_left_out_with_the_reason() -> None:
    card = shortcut_card(probed("hf:bert", "hans", None, blocker(Scope(on="hans"))), "")
    text = shown(card.markdown)
    assert "50.0 %" not in card.markdown
    assert "Accuracy on hans." not in text
    assert (
        "hans (hf:bert) has no figure that can be used: V101: The order of the labels is not proved." in text
    )
    assert "model-index" not in card.metadata
    assert card.to_json()["figures"] == []
    assert card.to_json()["verdict"]["issues"][0]["code"] == "V101"


def test_a_file_of_predictions_has_a_card_without_labels_or_identities() -> None:
    made = probed()
    saved = manifest(
        "probe",
        data("hans"),
        model={"name": "bert_preds.txt", "files": [{"name": "bert_preds.txt"}]},
        versions={"rightreasons": "0.1.0"},
    )
    text = shown(shortcut_card(Made(saved, made.findings), "").markdown)
    assert "File bert_preds.txt, SHA-256 not known" in text
    assert "Labels:" not in text
