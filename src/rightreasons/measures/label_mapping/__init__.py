"""Are the labels of a model what it calls them? How right it is under every other order, as a proof."""
