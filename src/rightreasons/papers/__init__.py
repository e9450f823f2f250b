"""The papers behind this project: what they print, how each figure is made again, and both side by side."""

from rightreasons.registry import Registry

PAPERS = Registry("paper", (__name__,), first=("poliak-2018", "sanchez-2018", "mccoy-2019", "liu-2020"))
