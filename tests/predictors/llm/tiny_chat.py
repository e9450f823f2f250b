"""A chat model of random weights that knows few words, saved as a user's would be."""

from pathlib import Path
from typing import Any

LABELS = ("entailment", "neutral", "contradiction")
WORDS = ("a", "man", "woman", "dog", "sleeps", "runs", "eats", "somebody", "nobody", "rests")
_SPECIAL = ("[PAD]", "[UNK]", "[END]")
_TEMPLATE = "{% for message in messages %}{{ message['content'] }} {% endfor %}"
_SIZE = {
    "hidden_size": 32,
    "intermediate_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "max_position_embeddings": 512,
    "initializer_range": 1.0,
}


def tiny_chat_model(folder: Path, seed: int = 15) -> Path:
    """Save a model that stops after the first word that is a label.

    Parameters
    ----------
    folder
        Where to.
    seed
        Of its weights.
    """
    import torch
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    ids = {word: place for place, word in enumerate((*_SPECIAL, *LABELS, *WORDS))}
    raw = Tokenizer(models.WordLevel(ids, unk_token="[UNK]"))  # noqa: S106 - a token of text
    raw.pre_tokenizer = pre_tokenizers.Whitespace()
    named: dict[str, Any] = {"pad_token": "[PAD]", "unk_token": "[UNK]", "eos_token": "[END]"}
    fast: Any = PreTrainedTokenizerFast  # it has no types
    tokenizer = fast(tokenizer_object=raw, chat_template=_TEMPLATE, **named)
    size: dict[str, Any] = {**_SIZE, "vocab_size": len(ids), "pad_token_id": 0, "bos_token_id": None}
    config = LlamaConfig(**size, eos_token_id=[ids[word] for word in ("[END]", *LABELS)])
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        model = LlamaForCausalLM(config)
    with torch.no_grad():
        # Labels are likelier than other words, so that some answers are one label and some are not.
        model.lm_head.weight[[ids[word] for word in LABELS]] *= 3
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
