"""What a model does with swapped words: responses, insensitivity, polarity, unseen pairs."""
