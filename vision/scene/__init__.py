"""The table in the picture: when to look, what hides it, and whose hands come in."""
