"""File formats: each a `rightreasons.sources.raw.Format`, how it is read and how it is told from others."""

from rightreasons.registry import Registry

FORMATS = Registry("format", (__name__,))
