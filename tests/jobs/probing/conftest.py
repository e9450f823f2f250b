"""A model that is right on ordinary pairs: a tiny classifier that has learned them by heart."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from rightreasons.challenges.ordinary_pairs import ordinary_pairs

ORDER = ("contradiction", "entailment", "neutral")
_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
Named = Callable[[Sequence[str]], Path]


@pytest.fixture(scope="session")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a BERT whose outputs are contradiction, entailment, neutral, and named so."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizer

    torch.set_num_threads(1)
    pairs = ordinary_pairs()
    text = " ".join([*pairs.premises, *pairs.hypotheses]).lower()
    words = (*_SPECIAL, *sorted(set(re.findall(r"\w+|[^\w\s]", text))))
    tokenizer = BertTokenizer(vocab={word: place for place, word in enumerate(words)})
    config = BertConfig(
        vocab_size=len(words),
        hidden_size=64,
        num_hidden_layers=1,
        num_attention_heads=4,
        intermediate_size=64,
        max_position_embeddings=64,
        initializer_range=0.2,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        id2label=dict(enumerate(ORDER)),
        label2id={name: place for place, name in enumerate(ORDER)},
    )
    with torch.random.fork_rng():
        torch.manual_seed(1)
        model = BertForSequenceClassification(config)
    batch = tokenizer(list(pairs.premises), list(pairs.hypotheses), padding=True, return_tensors="pt")
    gold = torch.tensor([ORDER.index(label) for label in pairs.gold])
    optimiser = torch.optim.Adam(model.parameters(), 3e-3)
    for _ in range(40):
        optimiser.zero_grad()
        model(**batch, labels=gold).loss.backward()
        optimiser.step()
    folder = tmp_path_factory.mktemp("learned") / "model"
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@pytest.fixture
def named(learned: Path, tmp_path: Path) -> Named:
    """Return a function that copies the learned model with other names of its outputs."""
    import json
    import shutil

    def copy(names: Sequence[str]) -> Path:
        folder = tmp_path / "-".join(names)
        shutil.copytree(learned, folder)
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        config["id2label"] = {str(place): name for place, name in enumerate(names)}
        config["label2id"] = {name: place for place, name in enumerate(names)}
        (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
        return folder

    return copy
