"""Measures of data, one file each: what a dataset gives away.

A measure is one function. It asks for what it needs by the names of its parameters (`inputs.AuditInputs`),
and returns one frozen `Finding`: no printing, no threshold. Its file declares it in `ADDS`
(`rightreasons.registry`), and has its columns of items (`ITEM_COLUMNS`) and its chart.
"""
