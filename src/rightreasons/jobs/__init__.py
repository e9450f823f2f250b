"""What each command does, as a plain function that anyone can call."""
