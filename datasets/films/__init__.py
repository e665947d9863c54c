"""Whole games on film: planned as data by the engine and chance, played by hands, filmed, with exact truth."""
