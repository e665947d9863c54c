"""How the tiles that were seen came about: the plays between a known state and a table, weighed against each other.

Every hypothesis is weighed by what was read on each tile, and by tiles that should be in sight and were not seen. Tiles
that it leaves unexplained weigh too, and the count of the boneyard.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain
from math import comb, prod
from operator import or_
from typing import TYPE_CHECKING, Final

from engine.games import find_game
from engine.games.stackernoos import moves, tiles
from engine.games.stackernoos.lines import AXIS
from engine.games.stackernoos.state import HIDDEN
from vision.games.model import STATE, Frontier, Line, numbers, ranked
from vision.games.stackernoos.grid import Spot
from vision.games.stackernoos.model.tiles import LAID_UNSEEN, SPURIOUS, lies_under

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from engine.core import Move, Seat, Verdict
    from engine.games.stackernoos.places import Place
    from engine.games.stackernoos.state import State
    from vision.games.model import Budget, Explained
    from vision.games.stackernoos.model.tiles import SeenTable, SeenTile

GAME: Final = find_game("stackernoos")
MISSED: Final = 0.02
"""How likely a tile in full sight is not seen."""
DOUBTED: Final = 2 * SPURIOUS
"""With more doubt than this a tile may be the one below, which then is not missing. It is twice the usual doubt."""
MISCOUNTED: Final = 0.05
"""How likely the boneyard is counted wrong by one."""
UNSEEN: Final = numbers("stackernoos")["quiet"]
"""How likely a turn passes that leaves nothing to see: a pass, a growth called a stack."""
WILFUL: Final = 0.03
"""How often somebody draws who need not, keeps a tile that fits, or plays one that does not."""
BLANK: Final = 0.1
"""How likely the first tile was laid and not seen, where a tile was drawn: the double blank looks like none."""
LATER: Final = 0.3
"""How likely the tile that is missing from the boneyard was drawn after a play, beside one drawn before it."""
AGAINST_THE_RULES: Final = 0.04
"""How likely a tile is laid against the rules, beside one laid by them."""
BESIDES: Final = 0.2
"""How likely one more was laid, against the rules, than as many as were thought of."""
LEANING: Final = 0.05
"""How likely such a tile lies with a half over nothing, beside one that lies on tiles, …"""
UNSUPPORTED: Final = ("leaner", "uneven_support", "not_supported")
"""… as these verdicts say."""
OUT_OF_TURN: Final = 0.007
"""How likely a tile is laid by somebody whose turn it is not, beside one laid in turn, …"""
OUT_OF_TURN_TOO: Final = 0.1
"""… and how likely one that is against the rules anyway."""
DRAWS: Final = 2
"""As many draws take no ply."""
ON_UNREAD: Final = 2
"""As many plies are a tile that nobody saw and the one on it."""
MOST_AT_ONCE: Final = 8
"""With more new tiles than this in sight, no two plays explain them: the table is out of step with what is known."""
FIRST: Final = Spot(0.0, 0.0, 0, "e")
"""Where the first tile lies."""
FIRST_BLANK: Final = moves.Start(0, 0)
QUIET: Final = (moves.KEEP, moves.PASS)
KINDS: Final = (moves.Extend, moves.StackedBranch, moves.Branch, moves.Cap, moves.Stack, moves.Span, moves.Bridge)


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """Some plays, the state that they lead to, their weight, and what they leave to explain."""

    state: State
    fresh: tuple[SeenTile, ...]
    plies: int
    weight: float = 1.0
    plays: tuple[tuple[Seat, Move], ...] = ()

    def then(self, seat: Seat, move: Move, share: float) -> Hypothesis:
        """One play more that nothing is seen of."""
        after = GAME.play(self.state, seat, move)
        return Hypothesis(after, self.fresh, self.plies, self.weight * share, (*self.plays, (seat, move)))

    def without(self, tile_seen: SeenTile) -> Hypothesis:
        """The same with a tile explained, by one ply."""
        fresh = tuple(other for other in self.fresh if other is not tile_seen)
        return replace(self, fresh=fresh, plies=self.plies - 1)


class Search:
    """The hypotheses found so far, with what all of them are weighed against. `unseen` are the tiles of the known
    table, by their order of play, that lie where nothing was seen."""

    def __init__(self, boneyard: Mapping[int, float], unseen: tuple[int, ...], budget: Budget) -> None:
        self.boneyard, self.unseen, self.budget = boneyard, unseen, budget
        self.found: dict[tuple[tuple[Seat, Move], ...], tuple[float, Verdict | None]] = {}
        self.frontier = Frontier[Hypothesis](budget, lambda each: -each.weight, lambda left: left.weight)

    def run(self, start: Hypothesis) -> None:
        """Explores all hypotheses from a start, those of fewer plays first, and of these the likelier ones."""
        self.explore(start)
        while self.frontier.open:
            for hypothesis in self.frontier.by_one_ply():
                self._go_on(hypothesis)

    def note(self, hypothesis: Hypothesis, verdict: Verdict | None = None, refused: Spot | None = None) -> None:
        """Keeps a hypothesis as it is; a tile that the rules refuse occludes what lies under it all the same."""
        state = hypothesis.state
        weight = hypothesis.weight * prod(tile_seen.nothing for tile_seen in hypothesis.fresh[:MOST_AT_ONCE])
        tops = state.table.shape.tops
        for tile in self.unseen:
            laid = state.table.laid[tile]
            if refused is not None and lies_under(Spot.of(laid), refused):
                continue
            halves = [tops[cell] for cell in Spot.of(laid).cells]
            if all(top.tile == tile and top.n >= 0 for top in halves):
                weight *= MISSED
        weight *= self._counted(state.boneyard)
        if hypothesis.plays not in self.found or self.found[hypothesis.plays][0] < weight:
            self.found[hypothesis.plays] = (weight, verdict)

    def _counted(self, boneyard: int | None) -> float:
        """How likely what was counted is, if the boneyard holds so many tiles."""
        if boneyard is None or not self.boneyard:
            return 1.0
        nearest = min(self.boneyard, key=lambda count: abs(count - boneyard))
        miscounted = MISCOUNTED ** min(abs(nearest - boneyard), MOST_AT_ONCE)
        return miscounted * self.boneyard[nearest] / max(self.boneyard.values())

    def explore(self, hypothesis: Hypothesis) -> None:
        """Notes a hypothesis, to be gone on from later."""
        self.budget.spend(STATE)
        self.note(hypothesis)
        self.frontier.open.append(hypothesis)

    def _go_on(self, hypothesis: Hypothesis) -> None:
        """Follows every play that explains one tile more, or a draw."""
        if hypothesis.plies == 0:
            self._left_over(hypothesis)
            return
        actors, useful = GAME.actors(hypothesis.state), _useful(hypothesis.state)
        self.budget.spend(len(actors) * (1 + len(hypothesis.fresh)))
        for seat in actors:
            for tile_seen in hypothesis.fresh:
                lawful = set()
                for move, likelihood in candidates(hypothesis.state, seat, tile_seen):
                    lawful.add((move.a, move.b))
                    self._out_of_turn(hypothesis, tile_seen, move, likelihood * OUT_OF_TURN)
                    share = likelihood * useful / len(actors)
                    self.explore(hypothesis.without(tile_seen).then(seat, move, share))
                if self._unlawful(hypothesis, seat, tile_seen, lawful):
                    raised = replace(tile_seen, spot=tile_seen.spot.up())
                    for upper, share in ((tile_seen, LAID_UNSEEN), (raised, LAID_UNSEEN * tile_seen.above)):
                        self._on_unread(hypothesis, seat, tile_seen, upper, share * useful / len(actors))
            self._unseen_turns(hypothesis, seat)

    def _left_over(self, hypothesis: Hypothesis) -> None:
        """Notes the last tile that is not explained as laid against the rules, by a ply more than was thought of."""
        for tile_seen in hypothesis.fresh if len(hypothesis.fresh) == 1 else ():
            for seat in GAME.actors(hypothesis.state):
                lawful = {(move.a, move.b) for move, _ in candidates(hypothesis.state, seat, tile_seen)}
                self._unlawful(replace(hypothesis, weight=hypothesis.weight * BESIDES), seat, tile_seen, lawful)

    def _unseen(self, hypothesis: Hypothesis) -> bool:
        """Whether the last play of a hypothesis is one that nothing is seen of."""
        last = hypothesis.plays[-1][1] if hypothesis.plays else None
        left = hypothesis.state.boneyard
        return last in QUIET or (last == moves.DRAW and (left is None or left < min(self.boneyard, default=left + 1)))

    def _unlawful(
        self, hypothesis: Hypothesis, seat: Seat, tile_seen: SeenTile, lawful: Collection[tuple[int, int]]
    ) -> bool:
        """Notes a move against the rules of the likeliest halves, if those are not `lawful`; tells whether it did."""
        a, b = max(tile_seen.weights, key=tile_seen.weights.__getitem__)
        # Who lays a false tile after a turn that nobody saw has laid the same false tile before it.
        if (a, b) in lawful or self._unseen(hypothesis):
            return False
        started = hypothesis.state.started
        move = _meant(hypothesis.state, tile_seen)(a, b, *tile_seen.spot) if started else moves.Start(a, b)
        verdict = GAME.judge(hypothesis.state, seat, move)
        if not verdict.legal:
            share = sum(weight for halves, weight in tile_seen.weights.items() if halves not in lawful)
            share *= AGAINST_THE_RULES * (LEANING if verdict.name in UNSUPPORTED else 1.0)
            self._out_of_turn(hypothesis, tile_seen, move, share * OUT_OF_TURN_TOO)
            self._refused(hypothesis, tile_seen, (seat, move), share, verdict)
        return True

    def _on_unread(
        self, hypothesis: Hypothesis, seat: Seat, tile_seen: SeenTile, upper: SeenTile, share: float
    ) -> None:
        """Follows the hypotheses, all alike, by which the `upper` tile lies on one laid before it that nobody saw."""
        if hypothesis.plies < ON_UNREAD or not share:
            return
        found = []
        self.budget.spend(STATE)
        for lower in _unread(hypothesis, seat, upper, tile_seen):
            self.budget.spend(STATE)
            then = hypothesis.then(seat, lower, 1.0)
            found += [
                (then, other, move, likelihood)
                for other in GAME.actors(then.state)
                for move, likelihood in candidates(then.state, other, upper)
            ]
        for then, other, move, likelihood in found:
            both = then.without(tile_seen).then(other, move, share * likelihood / len(found))
            self.explore(replace(both, plies=hypothesis.plies - ON_UNREAD))

    def _out_of_turn(self, hypothesis: Hypothesis, tile_seen: SeenTile, move: Move, share: float) -> None:
        """Notes the same tile, laid by each of the seats whose turn it is not; the table alone cannot tell them."""
        actors = GAME.actors(hypothesis.state)
        others = [seat for seat in range(len(hypothesis.state.hands)) if seat not in actors]
        for seat in others:
            verdict = GAME.judge(hypothesis.state, seat, move)
            self._refused(hypothesis, tile_seen, (seat, move), share / len(others), verdict)

    def _refused(
        self, hypothesis: Hypothesis, tile_seen: SeenTile, play: tuple[Seat, Move], share: float, verdict: Verdict
    ) -> None:
        """Notes a hypothesis that ends with a play against the rules, which laid what was seen there."""
        weight, plays = hypothesis.weight * share, (*hypothesis.plays, play)
        self.note(replace(hypothesis.without(tile_seen), weight=weight, plays=plays), verdict, tile_seen.spot)

    def _unseen_turns(self, hypothesis: Hypothesis, seat: Seat) -> None:
        """Draws, and the turns that end without a tile; a kept tile and a pass are no plies of their own."""
        state, left = hypothesis.state, hypothesis.state.boneyard
        counted = left is not None and left > min(self.boneyard, default=left)
        draws = sum(move == moves.DRAW for _, move in hypothesis.plays)
        if (counted or (not draws and hypothesis.fresh)) and GAME.judge(state, seat, moves.DRAW).legal:
            share = (LATER if hypothesis.plays else 1.0) if counted else _draws(state, seat)
            drawn = hypothesis.then(seat, moves.DRAW, share if state.started else share * _no_double(state))
            # A draw needs no ply of its own: it, a kept tile and two plays may lie between two looks.
            if drawn.weight:
                self.explore(replace(drawn, plies=hypothesis.plies - (draws >= DRAWS)))
        if counted and not hypothesis.fresh and GAME.judge(state, seat, FIRST_BLANK).legal:
            begun = hypothesis.then(seat, FIRST_BLANK, BLANK / len(GAME.actors(state)))
            self.explore(replace(begun, plies=hypothesis.plies - 1))
        quiet = moves.KEEP if state.drawn is not None else moves.PASS
        often = sum(move == quiet for _, move in hypothesis.plays) >= len(state.hands)
        if not often and (hypothesis.fresh or counted) and GAME.judge(state, seat, quiet).legal:
            kept = quiet is moves.KEEP and state.drawn == HIDDEN
            self.explore(hypothesis.then(seat, quiet, 1 - _useful(state) if kept else UNSEEN))


def _no_double(state: State) -> float:
    """How likely no hidden hand holds a double before the start, so that all draw one tile, each in turn. A-SN-02."""
    players, options = len(state.hands), state.options
    if state.opening_draws % players:
        return 1.0
    held = players * options.hand_size + state.opening_draws
    # Where all have drawn already, nobody had a double then.
    fresh = players if state.opening_draws else held
    left = max(tiles.set_size(options.max_pip) - (held - fresh), fresh)
    return comb(max(left - (options.max_pip + 1), 0), fresh) / comb(left, fresh)


def _useful(state: State) -> float:
    """How likely a tile that was just drawn, and that nobody saw, is played: who has one that fits mostly plays it."""
    if state.drawn != HIDDEN:
        return 1.0
    unseen = state.out_of_sight()
    share = (unseen & _fitting(state)).bit_count() / max(unseen.bit_count(), 1)
    return min(max(share, WILFUL), 1 - WILFUL)


def _draws(state: State, seat: Seat) -> float:
    """How likely a seat draws, where nobody sees what it holds: it must if nothing fits, and it may. SN-37, SN-38."""
    unseen, size = state.held(seat), state.sizes[seat]
    if not state.started or state.hands[seat] is not None or size is None:
        return WILFUL
    useless = (unseen & ~_fitting(state)).bit_count()
    must = comb(useless, size) / max(comb(unseen.bit_count(), size), 1)
    return min(max(must, WILFUL), 1 - WILFUL)


def _fitting(state: State) -> int:
    """The tiles that fit somewhere."""
    return reduce(or_, (place.tiles for place in state.table.shape.places.values()), 0)


def explanations(state: State, seen: SeenTable, plies: int, budget: Budget) -> Explained:
    """How what was seen came about from a state."""
    known = {Spot.of(tile): n for n, tile in enumerate(state.table.laid)}
    fresh = tuple(tile_seen.here() for tile_seen in seen.tiles if tile_seen.spot not in known)
    spots = {tile_seen.spot for tile_seen in seen.tiles}
    for tile_seen in seen.tiles:
        if tile_seen.nothing > DOUBTED:
            spots.update(spot for spot in known if lies_under(spot, tile_seen.spot))
    unseen = tuple(n for spot, n in known.items() if spot not in spots)
    search = Search(seen.boneyard, unseen, budget)
    search.run(Hypothesis(state, fresh, plies if len(fresh) <= MOST_AT_ONCE else 0))
    lines = (Line(plays, weight, verdict) for plays, (weight, verdict) in search.found.items())
    return ranked(lines, search.frontier.unexplored)


def _unread(hypothesis: Hypothesis, seat: Seat, upper: SeenTile, tile_seen: SeenTile) -> Iterator[moves.Placement]:
    """The tiles that may lie unseen under the `upper` one. It is `tile_seen`, or that a level higher."""
    others = [other.spot for other in hypothesis.fresh if other is not tile_seen]
    for place in hypothesis.state.table.shape.places.values():
        spot = Spot.of(place)
        if lies_under(spot, upper.spot) and spot not in others:
            for bit in tiles.each(place.tiles & hypothesis.state.playable(seat)):
                yield from place.moves[bit]


def candidates(state: State, seat: Seat, tile_seen: SeenTile) -> Iterator[tuple[moves.Placement | moves.Start, float]]:
    """The legal moves that put there what was seen, with their likelihood."""
    listed = dict(tile_seen.worth())
    if not state.started:
        doubles = {(n, n): tile_seen.unlisted for n in range(state.options.max_pip + 1)}
        for halves, weight in (doubles | listed).items() if tile_seen.spot == FIRST else ():
            if weight and GAME.judge(state, seat, start := moves.Start(*halves)).legal:
                yield start, weight
        return
    hand = state.playable(seat)
    if not tile_seen.unlisted:
        hand &= sum({tiles.BIT[a][b] for a, b in listed})
    proposed = set[tuple[int, int]]()
    for kind in KINDS:
        places = _places(state, kind, tile_seen)
        fitting = (place.moves[bit] for place in places for bit in tiles.each(place.tiles & hand))
        found = {(move.a, move.b): move for move in chain.from_iterable(fitting)}
        for halves, move in found.items():
            if weight := listed.get(halves, tile_seen.unlisted):
                # Over an arm a tile is proposed as a growth first. A-SN-40.
                yield move, weight * (UNSEEN if halves in proposed else 1.0)
        proposed |= found.keys()


def _places(state: State, kind: type[moves.Placement], tile_seen: SeenTile) -> Iterator[Place]:
    """The places of that kind where something was seen."""
    x, y, z, axis = tile_seen.spot
    family = kind.family if kind is not moves.Extend or z == 0 else 2
    for side in [axis] if z else [side for side in AXIS if AXIS[side] == axis]:
        place = state.table.shape.places.get((x, y, side, family))
        if place is not None and place.kind is kind and place.z == z:
            yield place


def _meant(state: State, tile_seen: SeenTile) -> type[moves.Placement]:
    """The kind of move that somebody who lays a tile there most likely means, legal or not. It is one for which there
    is a place, else the one that looks most like it."""
    x, y, z, axis = tile_seen.spot
    for kind in KINDS:
        if any(_places(state, kind, tile_seen)):
            return kind
    shape, (low, high) = state.table.shape, tile_seen.spot.cells
    if z == 0:
        branched = any(AXIS[end.side] == "n" for end in shape.ends.values())
        return moves.Branch if axis == "n" and not branched else moves.Extend
    p, q = shape.tops.get(low), shape.tops.get(high)
    if x % 1 or y % 1:
        return moves.Stack if p is not None or z < 2 else moves.Bridge
    if p is not None and q is not None and p.tile != q.tile:
        return moves.Span
    return moves.Cap if p is not None and p.z == 0 and shape.ends_on(p.line, low, high) else moves.Stack
