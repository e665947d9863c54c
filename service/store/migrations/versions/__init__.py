"""One file for each form of the store."""
