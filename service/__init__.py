"""The API, the page, the store and the commands: the only room with a clock, a disk or a network."""

__house__ = "tableside"
"""The mark by which Tableside knows its own packages from others of the same name."""
