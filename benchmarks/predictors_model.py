"""A BERT of random weights in the shape of a real one, whose tokenizer knows the words of given pairs."""

import re
from pathlib import Path

from rightreasons.pairs import PairTable

LABELS = ("contradiction", "entailment", "neutral")
LARGE = {
    "hidden_size": 1024,
    "num_hidden_layers": 24,
    "num_attention_heads": 16,
    "intermediate_size": 4096,
}
_SPREAD = 8.0  # of the head, so that labels differ from pair to pair as those of a trained model do


def save_model(folder: Path, pairs: PairTable, **shape: int) -> Path:
    """Save a model with the vocabulary size and length of BERT-base; `shape` changes the rest of it."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizer

    text = " ".join([*pairs.premises, *pairs.hypotheses]).lower()
    words = sorted(set(re.findall(r"\w+|[^\w\s]", text)))
    special = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
    torch.manual_seed(1)
    config = BertConfig(
        id2label=dict(enumerate(LABELS)),
        label2id={name: place for place, name in enumerate(LABELS)},
        **shape,  # type: ignore[arg-type]  # whole numbers all
    )
    model = BertForSequenceClassification(config)
    with torch.no_grad():
        model.classifier.weight.mul_(_SPREAD)
    model.save_pretrained(folder)
    BertTokenizer(vocab={word: place for place, word in enumerate((*special, *words))}).save_pretrained(
        folder
    )
    return folder
