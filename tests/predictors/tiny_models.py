"""Tiny sequence classifiers of random weights, one of each architecture, saved as a user's would be.

Every one knows the words of `rightreasons.sources.bundled`; the weights are large enough that its labels
differ from pair to pair.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rightreasons.sources.bundled import bundled_pairs

KINDS = ("bert", "roberta", "xlnet", "deberta", "modernbert")
NAMES = ("contradiction", "entailment", "neutral")
_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
_LENGTH = 64
_SIZE: dict[str, Any] = {
    "hidden_size": 16,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 32,
    "initializer_range": 0.5,
}


def tiny_model(
    folder: Path, kind: str = "bert", names: Sequence[str] = NAMES, seed: int = 1, **config: Any
) -> Path:
    """Save a model of random weights with its tokenizer.

    Parameters
    ----------
    folder
        Where to.
    kind
        One of `KINDS`.
    names
        Names of its outputs, in its own order.
    seed
        For the weights.
    config
        Further settings of the model.
    """
    import torch

    named = {
        "id2label": dict(enumerate(names)),
        "label2id": {name: place for place, name in enumerate(names)},
    }
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        tokenizer, model = globals()[f"_{kind}"](vocabulary(), named | config)
    tokenizer.save_pretrained(folder)
    model.save_pretrained(folder)
    return folder


def vocabulary() -> list[str]:
    """Return the words and marks that the tiny models know."""
    pairs = bundled_pairs(60, 1)
    text = " ".join([*pairs.premises, *pairs.hypotheses]).lower()
    return sorted(set(re.findall(r"\w+|[^\w\s]", text)))


def _bert(words: list[str], config: dict[str, Any]) -> tuple[Any, Any]:
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizer

    ids = {word: place for place, word in enumerate((*_SPECIAL, *words))}
    made = BertConfig(vocab_size=len(ids), **_SIZE, **{"max_position_embeddings": _LENGTH} | config)
    return BertTokenizer(vocab=ids), BertForSequenceClassification(made)


def _roberta(words: list[str], config: dict[str, Any]) -> tuple[Any, Any]:
    from transformers import RobertaConfig, RobertaForSequenceClassification, RobertaTokenizer

    letters = sorted(set("".join(words)) | {letter.upper() for letter in "".join(words)} | {"Ġ"})
    ids = {token: place for place, token in enumerate(("<s>", "<pad>", "</s>", "<unk>", "<mask>", *letters))}
    length: dict[str, Any] = {
        "max_position_embeddings": 5 * _LENGTH + 2
    }  # a token a letter, and two that stay unused
    made = RobertaConfig(vocab_size=len(ids), type_vocab_size=1, **_SIZE, **length | config)
    return RobertaTokenizer(vocab=ids, merges=[]), RobertaForSequenceClassification(made)


def _xlnet(words: list[str], config: dict[str, Any]) -> tuple[Any, Any]:
    from transformers import XLNetConfig, XLNetForSequenceClassification, XLNetTokenizer

    special = ("<unk>", "<s>", "</s>", "<cls>", "<sep>", "<pad>", "<mask>")
    size: dict[str, Any] = {"d_model": 16, "n_layer": 2, "n_head": 2, "d_inner": 32, "initializer_range": 0.5}
    tokenizer = XLNetTokenizer(vocab=_pieces(special, words), do_lower_case=True)
    made = XLNetConfig(vocab_size=len(tokenizer), pad_token_id=5, **size, **config)
    return tokenizer, XLNetForSequenceClassification(made)


def _deberta(words: list[str], config: dict[str, Any]) -> tuple[Any, Any]:
    from transformers import DebertaV2Config, DebertaV2ForSequenceClassification, DebertaV2Tokenizer

    pieces = _pieces(("[PAD]", "[CLS]", "[SEP]", "[UNK]", "[MASK]"), words)
    tokenizer = DebertaV2Tokenizer(vocab=pieces, do_lower_case=True, unk_id=3)
    relative: dict[str, Any] = {
        "relative_attention": True,
        "position_biased_input": False,
        "pos_att_type": ["p2c", "c2p"],
        "max_position_embeddings": _LENGTH,
    }
    made = DebertaV2Config(vocab_size=len(tokenizer), type_vocab_size=0, **_SIZE, **relative | config)
    return tokenizer, DebertaV2ForSequenceClassification(made)


def _modernbert(words: list[str], config: dict[str, Any]) -> tuple[Any, Any]:
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import ModernBertConfig, ModernBertForSequenceClassification, PreTrainedTokenizerFast

    ids = {word: place for place, word in enumerate((*_SPECIAL, *words))}
    raw = Tokenizer(models.WordLevel(ids, unk_token="[UNK]"))  # noqa: S106 - a token of text
    raw.normalizer, raw.pre_tokenizer = normalizers.Lowercase(), pre_tokenizers.Whitespace()
    raw.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    named: dict[str, Any] = {
        f"{name}_token": f"[{name.upper()}]" for name in ("pad", "unk", "cls", "sep", "mask")
    }
    fast: Any = PreTrainedTokenizerFast  # it has no types
    tokenizer = fast(tokenizer_object=raw, model_input_names=["input_ids", "attention_mask"], **named)
    special: dict[str, Any] = {f"{name}_token_id": ids[f"[{name.upper()}]"] for name in ("pad", "cls", "sep")}
    special |= {"bos_token_id": 2, "eos_token_id": 3}
    length: dict[str, Any] = {"max_position_embeddings": _LENGTH}
    made = ModernBertConfig(vocab_size=len(ids), **_SIZE, **special, **length | config)
    return tokenizer, ModernBertForSequenceClassification(made)


def _pieces(special: Sequence[str], words: Sequence[str]) -> list[tuple[str, float]]:
    """Return a unigram vocabulary of whole words, and of words that stand without a space before them."""
    return [
        *((token, 0.0) for token in special),
        *((f"▁{word}", -2.0) for word in words),
        *((word, -3.0) for word in words if f"▁{word}" not in words),
    ]
