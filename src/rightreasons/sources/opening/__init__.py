"""From what DATA names to raw tables: files, archives, folders, triples, listings, made readable."""
