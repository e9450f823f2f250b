"""How data that cannot be read might be meant: lines to paste, from names and content; nothing is read."""
