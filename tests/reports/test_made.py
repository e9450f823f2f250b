"""What `make split` says of its parts is read on a terminal of 80 columns."""

from io import StringIO

from rich.console import Console

from rightreasons.reports.made import print_notes

NOTE = (
    "The largest component (rows linked by evidence and claim) has 259 of 1,917 rows (13.5 %), more than " * 2
)
LINE = (
    "rightreasons make split some/folder/of/data/healthver_dev.csv.gz --by premise --shares 70,15,15 -o split"
)


def test_notes_and_lines_to_paste_are_no_wider_than_the_terminal() -> None:
    out = StringIO()
    print_notes([NOTE], {LINE: NOTE}, Console(file=out, width=80, force_terminal=True, color_system=None))
    lines = out.getvalue().splitlines()
    assert max(map(len, lines)) <= 80
    said = " ".join(out.getvalue().replace("\\\n", " ").split())
    assert said.count(" ".join(NOTE.split())) == 2
    assert LINE in said
