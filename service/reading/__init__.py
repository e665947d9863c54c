"""Photos are read in processes of their own, which end when a photo takes too long or too much.

pool.py     the processes, what each may take, and when one is replaced
work.py     what they do

TooCostly(ValueError)    the photo was given up; the message is one line
"""

from __future__ import annotations


class TooCostly(ValueError):  # noqa: N818 - reads as the sentence it is
    """Reading the photo took more time or memory than it may, or ended its process."""
