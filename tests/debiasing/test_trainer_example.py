"""The example of the docs in the Trainer of Hugging Face, run as it stands on a tiny random model."""

import re
import runpy
from pathlib import Path
from typing import Any

import pytest
import torch
from tests.predictors.tiny_models import tiny_model

from rightreasons.sources.bundled import bundled_pairs

DOCS = Path(__file__).resolve().parents[2] / "docs" / "debiasing.md"


def example() -> str:
    (found,) = [
        block
        for block in re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
        if "Trainer" in block
    ]
    return str(found)


# The libraries warn of each other, and of a machine without accelerator.
@pytest.mark.filterwarnings("ignore")
def test_the_example_of_the_docs_trains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny_model(tmp_path / "tiny", "bert")
    bundled_pairs(60, 1).frame.select("id", "premise", "hypothesis", "label").write_ndjson(
        tmp_path / "train.jsonl"
    )
    script = tmp_path / "example.py"
    script.write_text(example().replace("bert-base-uncased", str(tmp_path / "tiny")), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    before: dict[str, Any] = {}

    def begun(self: Any, *args: Any, **options: Any) -> Any:
        before.update({name: value.clone() for name, value in self.model.state_dict().items()})
        return train(self, *args, **options)

    from transformers import Trainer

    train = Trainer.train
    monkeypatch.setattr(Trainer, "train", begun)
    model = runpy.run_path(str(script))["model"]
    after = model.state_dict()
    assert any(not torch.equal(before[name], after[name].cpu()) for name in before)
    assert all(value.isfinite().all() for value in after.values() if value.is_floating_point())
