"""Layers that several models share, from word vectors to trees of states."""
