"""Games for programs that learn: a PettingZoo environment of every game, and states that can be stepped.

Needs the extra `agents`, except `playing.Playing`. The names are imported where they are used, so that the rest of the
service starts without them.
"""

from service.agents.playing import PASS, SLOTS, Playing, TooManyMoves

__all__ = ["PASS", "SLOTS", "Playing", "TooManyMoves"]
