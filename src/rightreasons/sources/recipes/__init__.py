"""Recipes of reading: paths into nested data, and what is made of them, as polars expressions."""
