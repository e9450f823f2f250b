"""What a Parquet or Arrow file states that it holds, added up before a native reader makes room for it.

A few kilobytes may state gigabytes, in compressed pages and buffers, or in runs of one value. Readers allot
what is stated, and nothing here decodes more than the statements.
"""
