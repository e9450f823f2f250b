"""What answers for the trained models of a paper: runs that are named, findings that are kept."""
