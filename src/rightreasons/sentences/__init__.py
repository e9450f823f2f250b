"""Sentences as templates with typed fields: text that still knows its figures, its names and its nouns."""
