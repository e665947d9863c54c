"""Frames from cameras, recordings and phones: a process of its own looks, the table goes on without it."""
