"""`python -m rightreasons` is the command `rightreasons`."""

from rightreasons.cli import main

main()
