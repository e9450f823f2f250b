"""What `reproduce` is made of: what is wanted, what answers, what is trained anew, claims of a paper."""
