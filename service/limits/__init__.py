"""What a client may take of the server. Every number is a setting; `docs/limits.md` has them all.

connections.py  how many are open, of each client and in all
timeouts.py     how long a client may take to ask, and to hear the answer
bodies.py       how large a body is, how long it takes, and how many are under way
rates.py        requests a minute, of each address and each token
streams.py      event streams, of each client and in all
fair_queue.py   slow work: a few at a time, in a fair order
log_lines.py    lines of the log a minute
"""

from service.limits.bodies import BodyLimit

__all__ = ["BodyLimit"]
