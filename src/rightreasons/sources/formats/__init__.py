"""File formats, one file each: bytes in, columns as they are and the rows that could not be read out."""

from rightreasons.registry import Registry

FORMATS = Registry(
    "format",
    {
        "jsonl": "rightreasons.sources.formats.json_text:read_jsonl",
        "json": "rightreasons.sources.formats.json_text:read_json",
        "csv": "rightreasons.sources.formats.delimited_text:read_csv",
        "tsv": "rightreasons.sources.formats.delimited_text:read_tsv",
        "parquet": "rightreasons.sources.formats.columnar:read_parquet",
        "excel": "rightreasons.sources.formats.excel:read_excel",
        "blocks": "rightreasons.sources.formats.blocks:read_blocks",
        "arrow": "rightreasons.sources.formats.columnar:read_arrow",
    },
)
