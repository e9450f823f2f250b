"""The task and scorer of inspect_ai, with a model that answers as told; skipped where it is not there."""

from pathlib import Path

import pytest

from rightreasons import probe
from rightreasons.sources.bundled import bundled_pairs

inspect_ai = pytest.importorskip("inspect_ai", reason="inspect_ai is in no extra")
pytestmark = pytest.mark.filterwarnings("ignore")  # its libraries warn of each other


def test_the_log_comes_back_with_the_answers_that_the_model_gave(tmp_path: Path) -> None:
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from rightreasons.doors.inspect_tasks import nli

    data = tmp_path / "data.jsonl"
    bundled_pairs(30, 1).frame.select("id", "premise", "hypothesis", "label").write_ndjson(data)
    said = ["entailment", "Answer: neutral", "What is the relation?"] * 10
    outputs = [ModelOutput.from_content("mockllm/model", each) for each in said]
    for each in outputs:
        each.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)  # none: looked for online
    model = get_model("mockllm/model", custom_outputs=outputs)
    (log,) = inspect_ai.eval(
        nli(on=str(data), per_group=None), model=model, log_dir=str(tmp_path / "logs"), display="none",
        max_connections=1, max_samples=1,
    )  # fmt: skip
    assert log.status == "success", log.error
    answers = [next(iter(sample.scores.values())) for sample in log.samples]
    assert [each.answer for each in answers[:2]] == ["entailment", "neutral"]
    assert (answers[2].answer, answers[2].explanation) == ("", "not parsed")
    right = sum(each.value == "C" for each in answers)
    (written,) = (tmp_path / "logs").glob("*.eval")
    found = probe(written, allow_partial=True)
    scored = next(each for each in found.findings if each.role == "score")
    assert scored.items is not None
    assert scored.items["correct"].sum() == right
