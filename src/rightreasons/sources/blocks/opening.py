"""From a path to a source of blocks: a file, or a folder of files, as they are read in one piece."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from rightreasons.engine.objects import is_object, objects_under
from rightreasons.engine.progress import Progress, silent
from rightreasons.engine.running import Workplace
from rightreasons.printable import in_unicode, printable, quoted
from rightreasons.sources.blocks.cutting import Shard, Size, cut_file, cut_object
from rightreasons.sources.blocks.source import PairSource, surveyed_source
from rightreasons.sources.blocks.surveying import NotCuttableError, Sheet
from rightreasons.sources.opening.file_samples import samples_among
from rightreasons.sources.opening.folders import is_data
from rightreasons.sources.opening.listings import ENDINGS
from rightreasons.sources.opening.names import STANDARD_INPUT, parse_name
from rightreasons.sources.opening.paths import has_pair_columns
from rightreasons.sources.opening.standoff import standoff_among
from rightreasons.sources.opening.triples import triple_of, triples_among
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.splits import same_split, split_in

_WHOLE = Size()


@contextmanager
def spilling(folder: Path | None = None) -> Iterator[Path]:
    """Give a folder for what is too large for memory, and remove it afterwards.

    Parameters
    ----------
    folder
        Where it is made; None: where the system has temporary files.
    """
    with TemporaryDirectory(prefix="rightreasons-", dir=folder, ignore_cleanup_errors=True) as name:
        yield Path(name)


@dataclass(frozen=True)
class CutData:
    """Files and where they are cut, before anything is known of their rows.

    Parameters
    ----------
    name
        What the data are called.
    shards
        The files that hold pairs.
    options
        How they are read.
    notes
        What a reader should know of the whole.
    """

    name: str
    shards: tuple[Shard, ...]
    options: ReadOptions
    notes: tuple[str, ...] = ()

    def surveyed(self, place: Workplace, progress: Progress = silent) -> PairSource:
        """Return the data as a source of blocks: labels, columns, accounts and errors as in one piece.

        Parameters
        ----------
        place
            Where blocks are surveyed.
        progress
            Told how many pairs are surveyed.

        Raises
        ------
        NotCuttableError
            If they have to be read in one piece (`read_pairs`).
        InputError
            For what is wrong with the data.
        """
        return surveyed_source(self.name, self.shards, self.options, place, self.notes, progress)


def cut_data(data: str | Path, options: ReadOptions, spill: Path, *, size: Size = _WHOLE) -> CutData:
    """Return the files of some data, and where they are cut.

    Parameters
    ----------
    data
        A file of JSON lines, CSV, TSV or Parquet, also compressed, or a folder of such files, or ``s3://``
        with an object or a prefix of some; ``:split`` may follow.
    options
        How to read, `resolved`.
    spill
        A folder for what is decompressed.
    size
        How large a block may be.

    Raises
    ------
    NotCuttableError
        If it has to be read in one piece (`read_pairs`).
    InputError
        For what is wrong with the data.
    ExhaustedError
        If there is no room for what is decompressed.
    """
    if options.recipe is not None or options.limit is not None or options.on_duplicate == "drop":
        raise NotCuttableError("it is read by a recipe, to a limit, or without repeated pairs")
    if is_object(str(data)):
        return _cut_objects(str(data), options, spill, size)
    where, options = _place(data, options)
    files = _files(where)
    skipped = [name for name in files if where.is_dir() and not is_data(name)]
    names = [name for name in files if name not in skipped and _asked_for(name, options)]
    shards = [_cut(files[name], name, options, spill, size) for name in names]
    if not where.is_dir():
        return CutData(_named(options, where.name), tuple(shards), options)
    return _of_folder(where.resolve().name, shards, skipped, options)


def _of_folder(name: str, shards: Sequence[Shard], skipped: Sequence[str], options: ReadOptions) -> CutData:
    fitting = [shard for shard in shards if _has_pairs(shard, options)]
    left = [*skipped, *(shard.file.name for shard in shards if shard not in fitting)]
    if not fitting:
        raise NotCuttableError("no file has premise and hypothesis")
    notes = (f"skipped in {printable(name)}: {quoted(tuple(left))}",) if left else ()
    return CutData(_named(options, name), tuple(fitting), options, notes)


def _cut_objects(url: str, options: ReadOptions, spill: Path, size: Size) -> CutData:
    """Return the objects of a prefix, or one object, as the files of a folder, or one file."""
    where, split = split_of_url(url)
    options = replace(options, split=split or options.split)
    objects = objects_under(where)
    skipped = [name for name in objects if len(objects) > 1 and not is_data(name)]
    shards = []
    for name, each in objects.items():
        if name in skipped or not _asked_for(name, options):
            continue
        if (shard := cut_object(each, name, options, spill, size)) is None:
            raise NotCuttableError(f"{name} is of a format that is read whole")
        shards.append(shard)
    whole = where.rstrip("/").rpartition("/")[2]
    if len(objects) == 1:
        return CutData(_named(options, whole), tuple(shards), options)
    return _of_folder(whole, shards, skipped, options)


def split_of_url(url: str) -> tuple[str, str | None]:
    """Return where objects are, and the split that is asked for behind a colon."""
    where, colon, split = url.rpartition(":")
    return (where, split) if colon and "/" not in split else (url, None)


def _named(options: ReadOptions, name: str) -> str:
    return in_unicode(options.name or name)


def _place(data: str | Path, options: ReadOptions) -> tuple[Path, ReadOptions]:
    if str(data) == STANDARD_INPUT:
        raise NotCuttableError("standard input is read once")
    where, split = parse_name(str(data), None)
    if not isinstance(where, Path) or not where.exists() or where.suffix.lower() in ENDINGS:
        raise NotCuttableError("it is no file and no folder of data")
    if triple_of(where) is not None:
        raise NotCuttableError("its lines are aligned with those of other files")
    if split is not None and options.split is not None and not same_split(split, options.split):
        raise NotCuttableError("two splits are asked for")
    return where, replace(options, split=split or options.split)


def _files(where: Path) -> dict[str, Path]:
    if not where.is_dir():
        return {where.name: where}
    every = {path.relative_to(where).as_posix(): path for path in sorted(where.rglob("*")) if path.is_file()}
    if samples_among(list(every)) or standoff_among(list(every)):
        raise NotCuttableError("its files are parts of samples, or texts with their annotation")
    if triples_among(list(every)) or any(path.suffix.lower() == ".zip" for path in every.values()):
        raise NotCuttableError("the folder holds an archive, or files that are aligned line by line")
    return every


def _asked_for(name: str, options: ReadOptions) -> bool:
    by_name = split_in(name)
    return options.split is None or by_name is None or same_split(by_name, options.split)


def _cut(path: Path, name: str, options: ReadOptions, spill: Path, size: Size) -> Shard:
    try:
        shard = cut_file(path, name, options, spill, size)
    except OSError as error:
        raise NotCuttableError(str(error)) from None
    if shard is None:
        raise NotCuttableError(f"{name} is of a format that is read whole")
    return shard


def _has_pairs(shard: Shard, options: ReadOptions) -> bool:
    """Return whether a file has rows, and premise and hypothesis in them."""
    if not shard.cuts:
        return False
    raw = Sheet(shard.file, options).raw(shard.cuts[0].parsed(options))
    return (raw.read > 0 or len(shard.cuts) > 1) and has_pair_columns(raw, options)
