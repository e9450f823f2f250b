"""A bracketer: binary trees of sentences, learned from parsed ones by features at the edges of spans."""
