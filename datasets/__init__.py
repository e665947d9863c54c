"""Pictures, scenes and games with exact truth that the project itself makes."""

__house__ = "tableside"
"""The mark by which Tableside knows its own packages from others of the same name."""
