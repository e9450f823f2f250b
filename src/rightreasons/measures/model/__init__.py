"""Measures of a model, one file each: what its predictions rest on."""
