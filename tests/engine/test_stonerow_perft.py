"""Counts of all move sequences, kept as text, and counted a second way by a slow referee that shares no code.

The referee knows nothing but labels, lists and the rule book: it tries every line of notation there could be.
"""

from __future__ import annotations

import itertools
import json
import pickle
from pathlib import Path

import pytest
from stonerow_table import GAME, hand, options, play

from engine.perft import perft

PERFT = Path(__file__).with_name("perft") / "stonerow.txt"
SLOW = 2500
"""How many sequences the slow count may have: it takes about a second."""


def cases():
    """(document, depth, count) of every count in the file."""
    for line in PERFT.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, counts, document = line.split(" ", 2)
            for depth, count in enumerate(counts.split(","), start=1):
                yield pytest.param(json.loads(document), depth, int(count), id=f"{name}-{depth}")


@pytest.mark.parametrize(("document", "depth", "count"), list(cases()))
def test_perft(document, depth, count):
    state = GAME.start(options(**document["options"]), document["seed"])
    if count <= SLOW:
        assert slow(replayed(state, document), depth) == count
    assert perft(GAME, play(state, *document["moves"]), depth) == count


# The second way. Cards are labels, bags are lists, a row is a dictionary; every rule is read off the book again.

RANKS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "Ap", "Su", "Ar", "GM"]
ORDER = [colour + rank for rank in RANKS for colour in "RBGY"] + ["Hw", "Ma", "Gd", "Di", "Fo"]
GUILD = ORDER[:52]


def replayed(start, document):
    """The referee's own table after the moves of a document; only the deal is taken over."""
    assert start.phase == "draw"
    table = {
        "set": document["options"]["rule_set"],
        "hands": [hand(start, seat).split() for seat in range(len(start.hands))],
        "quarry": [ORDER[card] for card in start.order[: start.quarry]],
        "yard": [ORDER[card] for card in start.brickyard],
        "key": ORDER[start.keystone],
        "rows": [],
        "deflectors": [0] * len(start.hands),
        "dealer": len(start.hands) - 1,
        "turn": 0,
        "round": 1,
        "overtime": start.overtime,
        "phase": "draw",
        "hammer": None,
        "last": None,
    }
    for line in document["moves"]:
        seat, _, text = line.partition(" ")
        assert text in lines(table, int(seat)), line
        table = done(table, int(seat), text)
    return table


def slow(table, depth):
    found = [(seat, line) for seat in range(len(table["hands"])) for line in lines(table, seat)]
    if depth == 1:
        return len(found)
    return sum(slow(done(table, seat, line), depth - 1) for seat, line in found)


def number(card):
    return RANKS.index(card[1:])


def is_row(cards):
    ranks, colours = [number(card) for card in cards], {card[0] for card in cards}
    if len(set(cards)) < len(cards):
        return False
    if len(set(ranks)) == 1 and 2 <= len(cards) <= 4:
        return True
    return len(colours) == 1 and len(cards) >= 3 and sorted(ranks) == list(range(min(ranks), min(ranks) + len(ranks)))


def worth(cards):
    if len(cards) > 2:
        return 10 * len(cards)
    return 20 if number(cards[0]) > 8 else 2 * (number(cards[0]) + 1)


def all_cards(row):
    return [card for _, cards in row["layers"] for card in cards]


def side(table, seat):
    return seat % 2 if table["set"] == "team" else seat


def foes(table, seat, row):
    return any(side(table, owner) != side(table, seat) for owner, _ in row["layers"])


def words(cards):
    return " ".join(sorted(cards, key=ORDER.index))


def subsets(cards, least, most):
    for size in range(least, min(most, len(cards)) + 1):
        yield from {words(some) for some in itertools.combinations(cards, size)}


def lines(table, seat):
    """Every legal line of a seat."""
    called = [one for one, cards in enumerate(table["hands"]) if "Fo" in cards]
    if table["phase"] == "over":
        return set()
    if called:
        return {"overtime"} if seat == called[0] else set()
    if table["phase"] == "reaction":
        if seat not in asked(table):
            return set()
        return {"attract Di", "decline"} if "Di" in table["hands"][seat] else {"decline"}
    found = set(beside(table, seat)) if table["last"] else set()
    if seat != table["turn"]:
        return found
    if table["phase"] == "draw":
        return (
            found | ({"draw quarry"} if table["quarry"] else set()) | ({"draw brickyard"} if table["yard"] else set())
        )
    return found | set(actions(table, seat))


def beside(table, seat):
    """What a partner can do while the window is open."""
    builder, what = table["last"]
    if side(table, builder) != side(table, seat) or builder == seat:
        return
    if what.startswith("discard"):
        yield what.replace("discard", "rescue")
        return
    row = table["rows"][-1]
    guild = [card for card in table["hands"][seat] if card in GUILD]
    for some in subsets(guild, 1, len(guild)):
        if is_row(all_cards(row) + some.split()):
            yield f"add {some} {row['id']}"


def actions(table, seat):
    cards, rows = table["hands"][seat], table["rows"]
    guild = [card for card in cards if card in GUILD]
    yield from (f"discard {card}" for card in cards)
    yield from (f"build {some}" for some in subsets(guild, 2, len(guild)) if is_row(some.split()))
    for row in rows:
        shielded = any(table["deflectors"][owner] for owner, _ in row["layers"])
        mine = any(owner == seat for owner, _ in row["layers"])
        if foes(table, seat, row) and not row["broken"] and not shielded:
            yield from (f"break {card} {row['id']}" for card in cards if hammers(table, card))
        if "Hw" in cards and foes(table, seat, row):
            yield f"steal Hw {row['id']}"
        if "Ma" in cards and row["broken"] and mine:
            yield f"repair Ma {row['id']}"
        if "Ma" in cards and not row["broken"] and (mine or reaches(table, seat, row["holder"])):
            yield from (f"mortar Ma {card} {row['id']}" for card in guild if is_row([*all_cards(row), card]))
    if "Di" in cards:
        yield "deflect Di"
    if "Gd" in cards:
        yield "dig quarry"
        yield from (f"dig brickyard {some}" for some in subsets(table["yard"], 1, 3))


def hammers(table, card):
    if table["key"] in GUILD:
        return card in GUILD and card[1:] == table["key"][1:]
    return card == table["key"]


def reaches(table, seat, holder):
    if table["set"] == "basic":
        return False
    players = len(table["hands"])
    return abs(seat - holder) in (1, players - 1) or side(table, seat) == side(table, holder)


def asked(table):
    """Who may still react to the Hammer: opponents, up to the first that has claimed it; none in the Basic game."""
    attacker, players = table["hammer"]["seat"], len(table["hands"])
    for seat in [(attacker + step) % players for step in range(1, players)]:
        if seat in table["hammer"]["claimed"]:
            return
        if side(table, seat) != side(table, attacker) and table["set"] != "basic" and seat not in table["hammer"]["no"]:
            yield seat


def done(table, seat, line):
    """The table after a line; the turn passes after an action."""
    table = pickle.loads(pickle.dumps(table))  # a copy to its last list: sooner than `deepcopy`
    word, *rest = line.split()
    cards, row = (
        table["hands"][seat],
        next((row for row in table["rows"] if row["id"] == rest[-1]), None) if rest else None,
    )
    if word == "draw":
        cards.append(table["quarry" if rest[0] == "quarry" else "yard"].pop())
        table["phase"], table["last"] = "action", None
    elif word == "overtime":
        cards.remove("Fo")
        cards.append(table["quarry"].pop())
        table["overtime"] = True
    elif word in ("attract", "decline"):
        table["hammer"]["claimed" if word == "attract" else "no"].append(seat)
        decide(table)
    elif word in ("add", "rescue"):
        aside(table, seat, word, rest, row)
    else:
        act(table, seat, word, rest, row)
    return table


def aside(table, seat, word, rest, row):
    table["last"] = None
    if word == "rescue":
        table["hands"][seat].append(table["yard"].pop())
    else:
        for card in rest[:-1]:
            table["hands"][seat].remove(card)
            row["layers"][0][1].append(card)


def act(table, seat, word, rest, row):
    cards = table["hands"][seat]
    spent = {"build": rest, "discard": rest, "dig": ["Gd"]}.get(word, [one for one in rest if not one.startswith("r")])
    for card in spent:
        cards.remove(card)
    if word == "break":
        table["phase"], table["hammer"] = (
            "reaction",
            {"seat": seat, "card": rest[0], "row": rest[1], "no": [], "claimed": []},
        )
        decide(table)
        return
    if word == "build":
        table["rows"].append(
            {"id": f"r{len(table['rows']) + 1}", "holder": seat, "layers": [(seat, list(rest))], "broken": False}
        )
    elif word == "steal":
        row["holder"], row["layers"] = seat, [(seat, all_cards(row))]
    elif word == "repair":
        row["broken"] = False
    elif word == "mortar":
        owner = row["holder"] if side(table, seat) == side(table, row["holder"]) else seat
        row["layers"].append((owner, [rest[1]]))
    elif word == "deflect":
        table["deflectors"][seat] += 1
    elif word == "discard":
        table["yard"].append(rest[0])
    elif rest[0] == "quarry":
        cards.extend(table["quarry"].pop() for _ in range(3))
    else:
        for card in rest[1:]:
            table["yard"].remove(card)
            cards.append(card)
    opens = table["set"] == "team" and word in ("build", "discard")
    passes(table, (seat, f"{word} {words(rest)}") if opens else None)


def decide(table):
    if list(asked(table)):
        return
    hammer = table["hammer"]
    players = len(table["hands"])
    claims = sorted(hammer["claimed"], key=lambda seat: (seat - hammer["seat"]) % players)
    if claims:
        table["hands"][claims[0]].remove("Di")
        table["hands"][claims[0]].append(hammer["card"])
        table["yard"].append("Di")
    else:
        next(row for row in table["rows"] if row["id"] == hammer["row"])["broken"] = True
    table["hammer"] = None
    passes(table, None)


def passes(table, last):
    ended = table["turn"] == table["dealer"] and table["set"] != "team"
    table["turn"] = (table["turn"] + 1) % len(table["hands"])
    table["phase"], table["last"] = "draw", last
    if ended:
        late = table["overtime"] or any("Fo" in cards for cards in table["hands"])
        table["round"] += 1
        if table["round"] > (6 if late else 5):
            table["phase"] = "over"
