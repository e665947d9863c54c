"""What all benchmarks share."""

from service.figures import Result, as_json, as_table, machine, median, share, wilson

__all__ = ["Result", "as_json", "as_table", "machine", "median", "share", "wilson"]
