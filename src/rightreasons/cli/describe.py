"""The command `rightreasons describe FILE`."""

from typing import Annotated

from rightreasons.cli.generated import Argument
from rightreasons.cli.output import AsJson, write_result
from rightreasons.sources.readings import DataReader

Data = Annotated[str, Argument("FILE", "A file, a folder or a hub name.", data=True)]


def describe(reader: DataReader, shown: AsJson, data: Data) -> None:
    """Show columns, labels and possible readings of data."""
    from rightreasons.jobs.describe import describe_data

    found = describe_data(data, reader.options_for(data))
    write_result({"schema_version": 1, **found.to_json()}, *found.lines(), as_json=shown.as_json)
