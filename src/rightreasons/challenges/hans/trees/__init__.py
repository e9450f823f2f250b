"""The templates of HANS as trees: their notation, the shapes they come out as, and how these are written."""
