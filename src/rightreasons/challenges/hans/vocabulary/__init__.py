"""The words that HANS sets are made of: what they must be, those that ship, and what a corpus attests."""
