"""The tables on which moves are typed in tests, by what is to be seen there."""

from page_table import CARDS, STONES, TURNED, TWELVE

TOWER = ((0, "start 0-0"), (1, "extend 0-3 @2,0,0:e"), (0, "extend 3-4 @4,0,0:e"), (1, "extend 4-6 @6,0,0:e"))
"""Dominoes on which 9-4 may be stacked: the table on which `4-9` was told to be not allowed."""

RUN = ((0, "start 2-2"), (1, "extend 2-7 @2,0,0:e"), (0, "extend 7-7 @4,0,0:e"), (1, "extend 7-3 @6,0,0:e"))
"""Dominoes of which two may be stacked on, once the third lies there."""

SHOWN = ((-1, "marker 2"), *((-1, f"turn {tile}") for tile in ("SM/5", "L/2", "M/4", "S/3", "SML/1")))

TABLES = {
    "stackernoos": {},
    "stonerow": {"game": "stonerow", "plays": CARDS[:6]},
    "stones": {"game": "stones", "plays": STONES},
    "choosing": {"game": "stones", "plays": TURNED},
    "dealt": {"plays": (), "seed": 1},
    "placing": {"game": "stones", "plays": STONES[:2]},
    "tiles": {"game": "stones", "plays": ((-1, "marker 2"),)},
    "tower": {"plays": TOWER},
    "bare": {"plays": ()},
    "unmarked": {"game": "stones", "plays": ()},
    "middle": {"plays": (*TOWER[:2], (0, "extend 5-0 @-2,0,0:e"))},
    "first": {"plays": TOWER[:1]},
    "short": {"plays": RUN[:2]},
    "run": {"plays": RUN},
    "turned": {"game": "stonerow", "plays": CARDS[:1]},
    "shown": {"game": "stones", "plays": SHOWN},
    "rows": {"game": "stonerow", "plays": CARDS[:3]},
    "rivals": {"game": "stonerow", "plays": (*CARDS[:4], (1, "draw quarry"))},
    "owner": {"game": "stonerow", "plays": CARDS[:7]},
    "twelve": {"options": {"players": 2, "max_pip": 12}, "plays": TWELVE},
}
