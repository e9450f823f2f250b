"""The papers behind this project: what they print, and how each figure is made again."""

from rightreasons.registry import Registry

PAPERS = Registry(
    "paper",
    {
        "poliak-2018": "rightreasons.papers.poliak2018:PAPER",
        "sanchez-2018": "rightreasons.papers.sanchez2018:PAPER",
        "mccoy-2019": "rightreasons.papers.mccoy2019:PAPER",
        "liu-2020": "rightreasons.papers.liu2020:PAPER",
    },
)
