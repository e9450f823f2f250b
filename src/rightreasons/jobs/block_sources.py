"""The data of a job as blocks: cut, surveyed where an engine runs, and kept until the run is sealed."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from rightreasons.engine.engines import opened_engine
from rightreasons.engine.objects import is_object
from rightreasons.engine.progress import Progress
from rightreasons.engine.row_columns import row_file
from rightreasons.engine.running import Workplace
from rightreasons.errors import PlaceError
from rightreasons.jobs.datasets import versions
from rightreasons.jobs.options import EngineOptions
from rightreasons.printable import printable
from rightreasons.runs.kept_blocks import KeepingWorkplace, key_of
from rightreasons.runs.seal import STEPS
from rightreasons.runs.workspace import partial_path
from rightreasons.sources.blocks.opening import CutData, cut_data, spilling
from rightreasons.sources.blocks.source import PairSource
from rightreasons.sources.blocks.surveying import NotCuttableError
from rightreasons.sources.readings import DataReader


@contextmanager
def opened_source(
    data: Any,
    reader: DataReader,
    engine: EngineOptions,
    recorded: Mapping[str, Any],
    out: str | Path | None,
    progress: Progress,
) -> Iterator[tuple[PairSource, Workplace] | None]:
    """Open data as blocks, with the place where blocks are read and counted while it is open.

    Parameters
    ----------
    data
        A file, a folder, or what names some in a store.
    reader, engine
        How it is read, and where.
    recorded
        The options of the job, which what is kept of blocks depends on.
    out
        The folder of the run, beside which blocks are kept; None: none are.
    progress
        Told how many pairs are surveyed.

    Yields
    ------
    tuple of PairSource and Workplace, or None
        None where the data have to be read in one piece.

    Raises
    ------
    RightReasonsError
        For what is wrong with the data or the engine; objects of a store that cannot be cut are RR704.
    """
    if not isinstance(data, str | Path) or engine.engine is None:
        yield None
        return
    with ExitStack() as held:
        place = held.enter_context(opened_engine(engine.engine))
        spill = held.enter_context(spilling(None if engine.spill is None else Path(engine.spill)))
        held.enter_context(row_file(spill))
        try:
            cuts = cut_data(data, reader.options_for(data).resolved(), spill)
            if out is not None:
                place = _keeping(place, Path(out), cuts, recorded, engine)
            source = cuts.surveyed(place, progress)
        except NotCuttableError as why:
            if is_object(str(data)):
                raise _not_in_blocks(str(data), why) from None
            source = None
        whole = source is None or (len(source.blocks) == 1 and not is_object(str(data)))
        yield None if source is None or whole else (source, place)


def _not_in_blocks(url: str, why: NotCuttableError) -> PlaceError:
    return PlaceError(
        f"{printable(url, 200)} cannot be read in blocks: {printable(str(why), 200)}",
        "JSON lines, CSV, TSV or Parquet in a store",
        "copy it to this machine, and name the copy",
    )


def _keeping(
    place: Workplace, out: Path, cuts: CutData, recorded: Mapping[str, Any], engine: EngineOptions
) -> KeepingWorkplace:
    """Return a place that keeps what blocks come to where the run is made, until it is sealed."""
    files = [
        (each.file.name, each.file.sha256, each.file.format, [(cut.start, cut.end) for cut in each.cuts])
        for each in cuts.shards
    ]
    told = (files, repr(cuts.options), recorded, engine.sample, versions())
    return KeepingWorkplace(place, partial_path(out.absolute()) / STEPS / f"blocks-{key_of(told)}")
