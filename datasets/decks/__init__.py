"""Endless other decks, so that reading does not hang on one: each is a function of its seed."""
