"""Games whose moves and table readings are told, not seen, and a belief that looks at them."""

from dataclasses import replace

from seen_tables import table_reading

from engine.core import TABLE
from engine.games import find_game
from engine.games.stackernoos.tiles import read_halves
from vision.games.stackernoos.grid import Spot
from vision.games.stackernoos.model.tiles import SeenTile
from vision.observation import Observation
from vision.scene.hands import HandEntry
from vision.scene.memory.readings import unturned
from vision.tracking import Tracker
from vision.tracking.belief import Belief, Segment
from vision.tracking.evidence import Evidence
from vision.tracking.seating import Seating
from vision.tracking.step import step

RULES = find_game("stackernoos")
OPTIONS = RULES.options_type(players=2)
LAG = 4


def nothing(photo, _known=None, /):
    """Reads no piece in any picture."""
    return Observation(photo.width, photo.height, photo.sha256, ())


def model(rules=RULES, options=OPTIONS, **policy):
    """The model of a game as it is tracked, with other numbers of the policy."""
    plain = Tracker(rules, options, nothing).model
    return replace(plain, policy=replace(plain.policy, **policy))


def plays(*moves, rules=RULES, options=OPTIONS):
    """The plays of these moves from the start of a game, by the table or whoever may make them."""
    state, told = rules.start(options), []
    for text in moves:
        move = rules.parse(text)
        seat = next(seat for seat in (*rules.actors(state), TABLE) if rules.judge(state, seat, move).legal)
        told.append((seat, move))
        state = rules.play(state, seat, move)
    return tuple(told)


def states(*moves, rules=RULES, options=OPTIONS):
    """The states before the first and after each of the moves."""
    told = [rules.start(options)]
    for play in plays(*moves, rules=rules, options=options):
        told.append(rules.play(told[-1], *play))
    return told


def reading(*tiles, trouble="", boneyard=37):
    """A table reading of tiles, each `3-5 x y z dir`, or `3-5|3-6 x y z dir` where two labels are as likely."""
    told = []
    for tile in tiles:
        labels, x, y, z, explanation = tile.split()
        names = labels.split("|")
        named = {"tile": names[0]} if len(names) == 1 else {"labels": {name: 1 / len(names) for name in names}}
        told.append(named | {"at": [int(x), int(y), int(z)], "dir": explanation})
    return table_reading("stackernoos", {"tiles": told, "boneyard": boneyard}, trouble=trouble)


def with_strays(seen, *labels):
    """A table reading with pieces that belong nowhere, and the evidence that they came."""
    return replace(seen, loose=tuple(range(len(labels)))), {"fresh": dict(enumerate(labels))}


def likely(first, share, second, *tiles):
    """A tile at the right end that is read as the first label with that share, else as the second."""
    seen = reading("1-1 0 0 0 e", "1-5 2 0 0 e", *tiles)
    shares = {read_halves(first): share, read_halves(second): 1 - share}
    unsure = SeenTile(Spot(4, 0, 0, "e"), shares, sure=False)
    return replace(seen, seen=replace(seen.seen, tiles=(*seen.seen.tiles, unsure)))


def came(**times):
    """When dominoes came: `came(_1_5=2.0)`."""
    return {unturned(name[1:].replace("_", "-")): time for name, time in times.items()}


class Looks:
    """A belief that takes one look after the other."""

    def __init__(self, *moves, rules=RULES, options=OPTIONS, apart=0.3, **policy):
        self.model, self.apart = model(rules, options, **policy), apart
        self.belief = Belief((rules.start(options),))
        self.now, self.told, self.seen = 0.0, None, []
        for play in plays(*moves, rules=rules, options=options):
            self.play(play)

    def look(self, seen, count=1, **evidence):
        """The decision after so many looks at a table."""
        read = seen if callable(seen) else lambda _: seen
        self.seen = []
        for _ in range(count):
            self.told = step(self.model, self.belief, Evidence(self.now, read, **evidence))
            self.seen.append(self.told)
            self.belief = self.told.belief
            self.now += self.apart
        return self.told.decision

    def play(self, *made, entries=(), seating=None, lag=LAG):
        """These plays are written down."""
        state, after = self.belief.state, []
        for play in made:
            state = self.model.rules.play(state, *play)
            after.append(state)
        segment = Segment(len(self.belief.record), tuple(entries), seating or Seating())
        self.belief = replace(self.belief.committed(after, made, segment, lag), committed_at=self.now)

    def shares(self):
        """How much mass each hypothesis of the last look has, by its notation."""
        return {words(each): share for each, share in self.told.posterior.pairs}


def words(explanation):
    """The moves of an explanation, or of a hypothesis, one after the other."""
    return "; ".join(str(move) for _, move in explanation.plays)


def seated(*angles, moves=2):
    """Players of whom each was seen to reach in so often, from these angles (radians)."""
    seating = Seating()
    for seat, angle in enumerate(angles):
        for _ in range(moves):
            seating = seating.learnt([seat], (HandEntry(angle, 0.0, 1.0),))
    return seating
