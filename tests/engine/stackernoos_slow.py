"""The moves of Stackernoos, found the slow and obvious way: every tile of a hand is tried everywhere.

Written from section 3.3 of the rules alone, on the JSON of a position; it shares no code with the engine.
"""

from __future__ import annotations

from functools import cache
from itertools import product

STEP = {"e": (1, 0), "w": (-1, 0), "n": (0, 1), "s": (0, -1)}
DEFAULTS = {"min_run_before_cap": 7, "branch_min_before_cap": 7, "stack_before_min_run": True, "out_of_room": None}


def moved(cell, side, steps=1):
    return (cell[0] + steps * STEP[side][0], cell[1] + steps * STEP[side][1])


class Tile:
    def __init__(self, entry):
        self.a, self.b = map(int, entry["tile"].split("-"))
        self.x, self.y, self.z = entry["at"]
        self.axis = entry["dir"]
        self.low = (self.x, self.y)
        self.high = moved(self.low, self.axis)
        self.cells = (self.low, self.high)
        self.number = {self.low: self.a, self.high: self.b}
        self.grown = entry.get("as") == "stacked_branch"


class Line:
    """The run, or one arm: its cells in order, and the sides to which it grows."""

    def __init__(self, name, axis, root=None):
        self.name, self.axis, self.root = name, axis, root
        self.tiles = []
        self.cells = []

    def add(self, tile):
        self.tiles.append(tile)
        self.cells = sorted(cell for tile in self.tiles for cell in tile.cells)
        return self

    def ends(self):
        """(name, side, end tile, end cell) of each end."""
        low, high = ("w", "e") if self.axis == "e" else ("s", "n")
        found = [
            (low, min(self.tiles, key=lambda t: t.low), self.cells[0]),
            (high, max(self.tiles, key=lambda t: t.low), self.cells[-1]),
        ]
        if self.root is None:
            return [(f"run:{side}", side, tile, cell) for side, tile, cell in found]
        grows = self.name[-1]
        return [(self.name, side, tile, cell) for side, tile, cell in found if side == grows]


class Slow:
    def __init__(self, position, options=None):
        self.options = {**DEFAULTS, **(options or {})}
        self.tiles = [Tile(entry) for entry in position["tiles"]]
        self.closed = position.get("closed") or []
        self.ground = [tile for tile in self.tiles if tile.z == 0]
        self.upper = [tile for tile in self.tiles if tile.z > 0]
        self.tops = {}
        for tile in sorted(self.tiles, key=lambda tile: tile.z):
            self.tops |= dict.fromkeys(tile.cells, tile)
        self.lines = []
        self.owner = {}
        left = sorted(self.ground, key=lambda tile: tile.low != (0, 0))
        while left:
            tile, line = next((tile, line) for tile in left if (line := self.join(tile)))
            self.owner |= dict.fromkeys(tile.cells, line)
            left.remove(tile)
        self.remember()

    def remember(self):
        """The position changes no more: what it is asked again and again is answered once."""
        for name in ("arms", "is_root", "bridges", "free", "stacked_branch", "capped", "has_room", "on_line"):
            setattr(self, name, cache(getattr(self, name)))
        for line in self.lines:
            line.ends = cache(line.ends)

    # Lines
    def join(self, tile):
        if not self.lines:
            self.lines = [Line("run", "e")]
            return self.lines[0].add(tile)
        for line in self.lines:
            for _, side, _, cell in line.ends():
                near, far = moved(cell, side), moved(cell, side, 2)
                if set(tile.cells) == {near, far} and self.shown(line, cell) == tile.number[near]:
                    return line.add(tile)
        back = opposite(tile.axis)
        for cell, side in ((moved(tile.low, back), tile.axis), (moved(tile.high, tile.axis), back)):
            if self.is_root(cell) and self.line_of(cell).axis != tile.axis:
                x, y = cell
                name = f"{x}:{side}" if y == 0 and side in "ns" else f"{x},{y}:{side}"
                arm = Line(name, tile.axis, cell)
                self.lines.append(arm)
                return arm.add(tile)
        return None

    def line_of(self, cell):
        return self.owner.get(cell)

    def shown(self, line, cell):
        return next(tile.number[cell] for tile in line.tiles if cell in tile.cells)

    def arms(self, root):
        return [line for line in self.lines if line.root == root]

    # Heights
    def stacks(self, cell):
        """What is stacked on a cell along its line, without stacked branches."""
        return [tile for tile in self.upper if cell in tile.cells and not tile.grown]

    def top(self, cell):
        """The uppermost tile on a cell and its number there; None off the table."""
        return self.tops.get(cell)

    def bridges(self):
        return [tile for tile in self.upper if tile.x % 1 or tile.y % 1]

    def free(self, cell):
        """Whether the top of a cell can carry something."""
        top = self.top(cell)
        if top is None or top.grown:
            return False
        for bridge in self.bridges():
            middle = (bridge.x + STEP[bridge.axis][0] / 2, bridge.y + STEP[bridge.axis][1] / 2)
            if bridge.z == top.z + 1 and cell in (moved(middle, bridge.axis), moved(middle, bridge.axis, -1)):
                return False
        return True

    def is_root(self, cell):
        line = self.line_of(cell)
        if line is None or self.stacks(cell):
            return False
        if any(tile.grown and cell in tile.cells and tile.axis == line.axis for tile in self.upper):
            return False
        beside = (moved(cell, line.axis), moved(cell, line.axis, -1))
        return all(c in line.cells and self.stacks(c) for c in beside)

    def stacked_branch(self, root):
        """The cells of the stacked branch of a root, in order."""
        lines = self.arms(root)
        cells = {root} | {cell for line in lines for cell in line.cells}
        return sorted(cell for tile in self.upper if tile.grown and set(tile.cells) <= cells for cell in tile.cells)

    # Ends
    def capped(self, end_tile):
        return any(tile.z == 1 and not tile.grown and tile.cells == end_tile.cells for tile in self.upper)

    def has_room(self, *cells):
        bounds = self.options["out_of_room"]
        for x, y in cells:
            if any((x, y) in tile.cells for tile in self.ground):
                return False
            if isinstance(bounds, list | tuple) and not (bounds[0] <= x <= bounds[2] and bounds[1] <= y <= bounds[3]):
                return False
        return True

    def may_cap(self, line, name, side, cell):
        if name in self.closed or not self.has_room(moved(cell, side), moved(cell, side, 2)):
            return True
        if line.root is None:
            return len(line.tiles) >= self.options["min_run_before_cap"]
        length = sum(len(arm.tiles) for arm in self.arms(line.root))
        return length >= self.options["branch_min_before_cap"]

    # Placements: does a, b at low, axis, z fit as this kind?
    def extend(self, a, b, low, z, axis):
        if z > 1:
            return False
        high = moved(low, axis)
        number = {low: a, high: b}
        if z == 1:
            return self.growth(number, low, high, axis)
        for line in self.lines:
            for name, side, tile, cell in line.ends():
                near, far = moved(cell, side), moved(cell, side, 2)
                if {near, far} != {low, high} or name in self.closed or self.capped(tile):
                    continue
                if self.has_room(near, far) and number[near] == self.shown(line, cell):
                    return True
        return False

    def growth(self, number, low, high, axis):
        for root in {line.root for line in self.lines if line.root}:
            cells = self.stacked_branch(root)
            if not cells or axis != self.arms(root)[0].axis:
                continue
            for cell, side in ((cells[0], opposite(axis)), (cells[-1], axis)):
                near, far = moved(cell, side), moved(cell, side, 2)
                if {near, far} != {low, high}:
                    continue
                carried = [self.line_of(c) for c in (near, far)]
                tops = [self.top(c) for c in (near, far)]
                if any(line is None or line.root != root for line in carried) or any(top.z for top in tops):
                    continue
                if carried[0] is carried[1] and self.top(cell).number[cell] == number[near]:
                    return True
        return False

    def on_line(self, low, z, axis):
        """The tops below, where both cells of one line carry level z; None otherwise."""
        high = moved(low, axis)
        line = self.line_of(low)
        if line is None or line is not self.line_of(high) or line.axis != axis:
            return None
        tops = self.top(low), self.top(high)
        if not (self.free(low) and self.free(high)) or {top.z for top in tops} != {z - 1}:
            return None
        return line, tops

    def aligned(self, a, b, low, z, axis):
        """(line, whether the tile below is a ground tile) where it lies on exactly one tile and matches."""
        found = self.on_line(low, z, axis)
        if found is None or found[1][0] is not found[1][1]:
            return None
        below = found[1][0]
        return (found[0], below) if a == below.a or b == below.b else None

    def open_ends(self, line, below):
        return [end for end in line.ends() if end[2] is below and below.z == 0]

    def cap(self, a, b, low, z, axis):
        found = self.aligned(a, b, low, z, axis)
        if found is None:
            return False
        line, below = found
        ends = self.open_ends(line, below)
        return bool(ends) and all(self.may_cap(line, name, side, cell) for name, side, _, cell in ends)

    def too_early(self, line):
        short = line.root is None and len(line.tiles) < self.options["min_run_before_cap"]
        return short and not self.options["stack_before_min_run"]

    def stack(self, a, b, low, z, axis):
        if low[0] % 1 or low[1] % 1:
            below = [t for t in self.upper if t.low == low and t.axis == axis]
            top = max(below, key=lambda t: t.z, default=None)
            return top is not None and top.z == z - 1 and (a == top.a or b == top.b)
        found = self.aligned(a, b, low, z, axis)
        return found is not None and not self.open_ends(*found) and not self.too_early(found[0])

    def span(self, a, b, low, z, axis):
        found = self.on_line(low, z, axis)
        if found is None or found[1][0] is found[1][1] or self.too_early(found[0]):
            return False
        left, right = found[1]
        return left.number[low] == a and right.number[moved(low, axis)] == b

    def bridge(self, a, b, low, z, axis):
        root = (low[0] + STEP[axis][0] / 2, low[1] + STEP[axis][1] / 2)
        if root[0] % 1 or root[1] % 1 or not self.is_root(root) or self.line_of(root).axis != axis:
            return False
        if self.stacked_branch(root) or any(bridge.low == low for bridge in self.bridges()):
            return False
        left, right = moved(root, axis, -1), moved(root, axis)
        tops = self.top(left), self.top(right)
        if not (self.free(left) and self.free(right)) or {top.z for top in tops} != {z - 1}:
            return False
        return tops[0].number[left] == a and tops[1].number[right] == b

    def branch(self, a, b, low, z, axis):
        high = moved(low, axis)
        for root, side, near, number in (
            (moved(low, axis, -1), axis, low, a),
            (moved(high, axis), opposite(axis), high, b),
        ):
            if not self.is_root(root) or self.line_of(root).axis == axis:
                continue
            taken = any(arm.name[-1] == side for arm in self.arms(root))
            if not taken and self.has_room(low, high) and self.shown(self.line_of(root), root) == number:
                return moved(root, side) == near
        return False

    def begin(self, a, b, low, z, axis):
        if z != 1:
            return False
        high = moved(low, axis)
        for root, other, side, number in ((low, high, axis, a), (high, low, opposite(axis), b)):
            if not self.is_root(root) or self.line_of(root).axis == axis or self.stacked_branch(root):
                continue
            arm = next((arm for arm in self.arms(root) if arm.name[-1] == side), None)
            dx, dy = STEP[self.line_of(root).axis]
            roofed = any(bridge.low == (root[0] - dx / 2, root[1] - dy / 2) for bridge in self.bridges())
            if arm and not roofed and self.top(other).z == 0 and self.shown(self.line_of(root), root) == number:
                return True
        return False

    def placements(self, hand):
        """Every legal placement of a hand such as ["1-5", "0-1"]."""
        if not self.tiles:
            return set()
        kinds = {
            "extend": self.extend, "cap": self.cap, "stack": self.stack, "span": self.span,
            "bridge": self.bridge, "branch": self.branch, "stacked_branch": self.begin,
        }  # fmt: skip
        found = set()
        ways = {way for label in hand for way in both_ways(label)}
        on_the_table = {word: kinds.pop(word) if word == "branch" else kinds[word] for word in ("extend", "branch")}
        for low, z, axis in self.spots():
            for (word, fits), (a, b) in product((kinds if z else on_the_table).items(), ways):
                if fits(a, b, low, z, axis):
                    found.add(f"{word} {a}-{b} @{low[0]},{low[1]},{z}:{axis}")
        return found

    def spots(self):
        """Every spot near a tile: what lies farther off touches nothing."""
        near = {cell for tile in self.tiles for cell in tile.cells if not (cell[0] % 1 or cell[1] % 1)}
        near |= {moved(cell, side, n) for cell in list(near) for side in STEP for n in (1, 2)}
        levels = range(max(tile.z for tile in self.tiles) + 2)
        for (x, y), z in product(near, levels):
            yield (x, y), z, "e"
            yield (x, y), z, "n"
            if z > 1:
                yield (x + 0.5, y), z, "e"
                yield (x, y + 0.5), z, "n"


class SlowGame:
    """A whole game in JSON: a position, every hand, the order of the boneyard (the next tile last)."""

    def __init__(self, position, hands, pile, options):
        self.position, self.hands, self.pile, self.options = position, hands, pile, options

    def moves(self):
        seat, drawn = self.position["turn"], self.position["drawn"]
        if [] in self.hands or self.position["passes"] == len(self.hands):
            return []
        slow = Slow(self.position, self.options)
        if drawn:
            return [*slow.placements([drawn]), "keep"]
        found = [*slow.placements(self.hands[seat])]
        return [*found, "draw"] if self.pile else found or ["pass"]

    def after(self, move):
        position = {**self.position, "passes": 0}
        hands, pile, seat = [list(hand) for hand in self.hands], list(self.pile), position["turn"]
        if move == "draw":
            position["drawn"] = pile.pop()
            return SlowGame(position, hands, pile, self.options)
        made = 0
        if move == "keep":
            hands[seat].append(position["drawn"])
        elif move == "pass":
            position |= {"passes": self.position["passes"] + 1, "extra_turns": 0}
        else:
            made = self.lay(position, move)
            if not position["drawn"]:
                hands[seat].remove(unordered(move.split()[1]))
        position["drawn"] = None
        position["extra_turns"] = max(position["extra_turns"] - 1, 0) + made
        if not position["extra_turns"]:
            position["turn"] = (seat + 1) % len(hands)
        return SlowGame(position, hands, pile, self.options)

    def lay(self, position, move):
        """Puts a tile on the table; says how many roots that made."""
        word, tile, where = move.split()
        cell, axis = where[1:].split(":")
        at = [float(part) if "." in part else int(part) for part in cell.split(",")]
        grown = word == "stacked_branch" or (word == "extend" and at[2] == 1)
        entry = {"tile": tile, "at": at, "dir": axis, "as": "stacked_branch" if grown else "stack"}
        roots = []
        for tiles in (position["tiles"], [*position["tiles"], entry]):
            slow = Slow({**position, "tiles": tiles}, self.options)
            roots.append(sum(slow.is_root(cell) for cell in slow.owner))
        position["tiles"] = [*position["tiles"], entry]
        return roots[1] - roots[0]

    def perft(self, depth):
        moves = self.moves()
        return len(moves) if depth == 1 else sum(self.after(move).perft(depth - 1) for move in moves)


def unordered(label):
    """A label as hands hold it, the lower half first."""
    return "-".join(sorted(label.split("-"), key=int))


def opposite(side):
    return {"e": "w", "w": "e", "n": "s", "s": "n"}[side]


def both_ways(label):
    a, b = map(int, label.split("-"))
    return {(a, b), (b, a)}
