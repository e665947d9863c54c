"""Games of Stackernoos whose moves and sights are told, not seen."""

from engine.games import find_game
from vision.tables.sight import Sight

RULES = find_game("stackernoos")
OPTIONS = RULES.options_type(players=2)


def states(*moves):
    """The states after each move, by whoever may move first."""
    told = [RULES.start(OPTIONS)]
    for text in moves:
        state, move = told[-1], RULES.parse(text)
        seat = next(seat for seat in RULES.actors(state) if RULES.judge(state, seat, move).legal)
        told.append(RULES.play(state, seat, move))
    return told


def sight(*tiles, trouble="", boneyard=37):
    """A sight of tiles, each `3-5 x y z dir`, or `3-5|3-6 x y z dir` where two readings are as likely."""
    told = []
    for tile in tiles:
        labels, x, y, z, way = tile.split()
        names = labels.split("|")
        named = {"tile": names[0]} if len(names) == 1 else {"labels": {name: 1 / len(names) for name in names}}
        told.append(named | {"at": [int(x), int(y), int(z)], "dir": way})
    return Sight({"tiles": told, "boneyard": boneyard}, (), (), {}, "", trouble)
