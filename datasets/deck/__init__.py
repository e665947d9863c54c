"""The StoneRow deck: our own design, and endless others like it."""
