"""Which column plays which role, by its name, by a part of it, or inside records and lists."""
