"""A small bracketer: binary trees for sentences without parses, learned from sentences that have them."""
