"""Options that several `make` commands have."""

from pathlib import Path
from typing import Annotated

from rightreasons.options import Option

Train = Annotated[str, Option("The labelled data that it is made from.", data=True)]
Parquet = Annotated[Path, Option("Write to this Parquet file.", name="out", short="-o")]
