"""What a discovery of rules is made of: its result, and data in blocks."""
