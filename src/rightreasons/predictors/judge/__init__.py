"""A chat model as a predictor: its address, what it is asked for, several prompts combined."""
