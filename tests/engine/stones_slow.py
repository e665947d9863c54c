"""A slow referee of Stones, and every line of notation there could be.

It knows nothing but dictionaries and the rule book, read off again: sizes are letters, stacks are strings, tokens are
lists. It shares no code with the engine.
"""

from __future__ import annotations

import itertools
import pickle

SUBSETS = [",".join(some) for count in range(1, 7) for some in itertools.combinations("012345", count)]
TILES = [f"{sizes}/{steps}" for sizes in ("S", "M", "L", "SM", "SL", "ML", "SML") for steps in range(1, 6)]
NAMES = {"S": "small", "M": "medium", "L": "large"}
NOTATION = (
    [f"take {tile} {size}{top}" for tile in TILES for size in NAMES.values()
     for top in ("", *(f" from {at}" for at in range(6)))]
    + [f"place {word}" for word in ("ok", "lean", "touch", "touch_other", "fall", "source")]
    + [f"place {word} {stacks}" for word in ("fall", "other") for stacks in SUBSETS]
    + [f"place culprit {seat}: {stacks}" for seat in range(4) for stacks in SUBSETS]
    + ["exchange", "refresh"]
)  # fmt: skip


def read_slow(document):
    result, players = document["position"], document["options"]["players"]
    return {
        "players": players,
        "turn": 0,
        "marker": result["marker"],
        "stacks": ["".join(name[0].upper() for name in stack["stones"]) for stack in result["stacks"]],
        "tokens": [[stack["tokens"].get(str(seat), 0) for seat in range(players)] for stack in result["stacks"]],
        "river": {letter: result["river"][name] for letter, name in NAMES.items()},
        "display": list(result["display"]),
        "golden": list(result["golden"]),
        "five": list(result["five"]),
        "supply": list(result["supply"]),
        "hand": None,
        "over": False,
    }


def slow(table, depth):
    if depth == 0:
        return 1
    legal = [(seat, text) for seat in range(table["players"]) for text in NOTATION if allowed(table, seat, text)]
    return sum(slow(done(table, seat, text), depth - 1) for seat, text in legal)


def letters(tile):
    return tile.split("/")[0]


def allowed(table, seat, text):
    if table["over"]:
        return False
    if text == "exchange":
        return table["golden"][seat] >= 5 and sum(table["five"]) < 4
    if seat != table["turn"] or (table["hand"] is None) == text.startswith("place"):
        return False
    if text == "refresh":
        return not any(allowed(table, seat, take) for take in NOTATION if take.startswith("take"))
    words = text.split()
    return may_take(table, words) if words[0] == "take" else may_place(table, seat, words)


def may_take(table, words):
    tile, size = words[1], words[2][0].upper()
    if tile not in table["display"] or size not in letters(tile):
        return False
    if sum(table["river"].values()) > 0:
        return len(words) == 3 and table["river"][size] > 0
    return len(words) == 5 and int(words[4]) != table["marker"] and table["stacks"][int(words[4])].endswith(size)


def may_place(table, seat, words):
    own, stacks = table["stacks"][table["marker"]], table["stacks"]
    elsewhere = [at for at in range(6) if at != table["marker"] and stacks[at]]
    named = [int(at) for at in words[-1].split(",")] if words[-1][0].isdigit() else []
    blames_own = words[1] == "culprit" and sum(table["tokens"][table["marker"]]) > 0
    if not all(stacks[at] or (blames_own and at == table["marker"]) for at in named):
        return False
    match words[1]:
        case "touch":
            return len(own) >= 1
        case "touch_other":
            return len(elsewhere) >= 1 or sum(table["river"].values()) > 0
        case "lean":
            return True
        case "source":
            return table["hand"][2] is not None and len(stacks[table["hand"][2]]) >= 1
        case "culprit":
            return int(words[2][0]) < table["players"] and int(words[2][0]) != seat
        case _:
            return table["marker"] not in named


def done(table, seat, text):
    table = pickle.loads(pickle.dumps(table))  # a copy to its last list: sooner than `deepcopy`
    words = text.split()
    if text == "exchange":
        table["golden"][seat] -= 5
        table["five"][seat] += 1
        table["supply"][seat] += 5
    elif text == "refresh":
        raise AssertionError("the tables of these counts have tiles that fit")
    elif words[0] == "take":
        table["display"].remove(words[1])
        table["hand"] = [words[1], words[2][0].upper(), int(words[4]) if len(words) == 5 else None]
        if len(words) == 5:
            table["stacks"][int(words[4])] = table["stacks"][int(words[4])][:-1]
        else:
            table["river"][words[2][0].upper()] -= 1
    else:
        put(table, seat, words)
    return table


def put(table, seat, words):
    tile, stone, source = table["hand"]
    named = [int(at) for at in words[-1].split(",")] if words[-1][0].isdigit() else []
    if words[1] in ("fall", "source"):
        table["river"][stone] += 1
        named.append(table["marker"] if words[1] == "fall" else source)
    elif words[1] != "culprit":
        table["stacks"][table["marker"]] += stone
    if words[1] in ("ok", "touch_other"):
        height = len(table["stacks"][table["marker"]])
        count = min({4: 2, 5: 3}.get(height, 1 if height < 4 else 4), table["supply"][seat])
        table["supply"][seat] -= count
        table["tokens"][table["marker"]][seat] += count
    to_blame = int(words[2][0]) if words[1] == "culprit" else seat
    for at in named:
        for letter in table["stacks"][at]:
            table["river"][letter] += 1
        table["stacks"][at] = ""
        for player in range(table["players"]):
            purse = "supply" if player == to_blame else "golden"
            table[purse][player] += table["tokens"][at][player]
            table["tokens"][at][player] = 0
    table["over"] = any(table["golden"][p] + 5 * table["five"][p] >= 10 for p in range(table["players"]))
    if words[1] == "culprit" or table["over"]:
        return
    table["hand"] = None
    if words[1] != "source":
        table["marker"] = (table["marker"] + int(tile.split("/")[1])) % 6
    table["turn"] = (table["turn"] + 1) % table["players"]
    assert table["display"], "the tables of these counts never run out of tiles"
