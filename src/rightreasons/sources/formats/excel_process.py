"""The process that reads: a workbook on standard input; on standard output JSON, and each sheet as Arrow."""

import json
import sys
from io import BytesIO
from pathlib import Path


def serve(most: int) -> None:
    """Read the workbook on standard input with at most so many bytes of memory more, and write its sheets."""
    data = sys.stdin.buffer.read()
    try:
        written = _read_within(most, data)
        answer: dict[str, object] = {"sheets": [(name, len(sheet), error) for name, sheet, error in written]}
    except (MemoryError, KeyboardInterrupt):
        sys.exit(1)
    except BaseException as error:  # a panic of the reader is no Exception
        written, answer = [], {"error": str(error)[:1_000]}
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n" + b"".join(sheet for _, sheet, _ in written))


def _read_within(most: int, data: bytes) -> list[tuple[str, bytes, str]]:
    """Return each sheet, or why it cannot be read, with no more memory than is taken and so many bytes."""
    import fastexcel
    import polars  # noqa: F401 - what `to_polars` needs, loaded before memory is limited

    _limit(most)
    workbook = fastexcel.read_excel(data)
    written = []
    for name in workbook.sheet_names:
        sheet = BytesIO()
        try:
            workbook.load_sheet(name, header_row=None, dtypes="string").to_polars().write_ipc(sheet)
        except fastexcel.FastExcelError as error:
            written.append((name, b"", str(error)[:1_000]))
        else:
            written.append((name, sheet.getvalue(), ""))
    return written


def _limit(most: int) -> None:
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (ImportError, OSError):  # systems that cannot limit a process so
        return
    taken = pages * resource.getpagesize()
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    most = taken + most if hard == resource.RLIM_INFINITY else min(taken + most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


if __name__ == "__main__":
    serve(int(sys.argv[1]))
