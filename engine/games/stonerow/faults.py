"""Why a position could not have come about: each with a name, one line, and the rules that it breaks.

The invariants of a camera over the table: no card twice (A-SR-01), no more action cards than the deck has (A-SR-02).
Tower and round agree (A-SR-11), and every row is a row (A-SR-81).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from engine.core import Fault
from engine.games.stonerow.cards import (
    ACTION_CARDS,
    ACTION_NAMES,
    DISPLACER,
    FOREMAN,
    GOLDDIGGER,
    HIGHWAYMAN,
    MASON,
    UNKNOWN,
    Card,
    is_guild,
    label,
    size,
)
from engine.games.stonerow.combinations import worths
from engine.games.stonerow.dealing import is_redrawn
from engine.games.stonerow.hammer import is_hammer
from engine.games.stonerow.options import BASIC, OVERTIME_ROUNDS, ROUNDS, deck, kept_out_by, numbers
from engine.games.stonerow.position import read
from engine.games.stonerow.rows import broken_by
from engine.games.stonerow.rules import cite
from engine.games.stonerow.scoring import team_totals
from engine.games.stonerow.shape import read_label
from engine.games.stonerow.state import OVER, find_row, hand_size, has_foreman
from engine.said import Said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core import Setup
    from engine.games.stonerow.options import StoneRowOptions
    from engine.games.stonerow.rows import Row
    from engine.games.stonerow.state import State


def faults(setup: Setup) -> tuple[Fault, ...]:
    """Every fault of a setup, none for one that could be. Raises `PositionError` as reading it does."""
    state = read(setup)
    places = list(_places(setup))
    return (
        *_cards(state, places),
        *_numbers(state, setup, places),
        *_progress(state, setup),
        *_unknown(state, setup, places),
        *(fault for row in state.rows for fault in (*_combination(state, row, places), *_owners(state, row))),
        *(fault for row in state.rows if state.keystone is not None for fault in _markers(state, row, state.keystone)),
        *_ids(state, setup),
        *_open(state),
    )


def _fault(options: StoneRowOptions, name: str, detail: str, *rules: str) -> Fault:
    return Fault(name, detail, cite(options, *rules))


def _places(setup: Setup) -> Iterator[tuple[Card, str]]:
    """Every card that is named, with its place."""
    given = setup.position
    for text in [given["keystone"]] if given.get("keystone") is not None else []:
        yield read_label(text, "keystone"), "the keystone"
    for text in given.get("brickyard") or ():
        yield read_label(text, "brickyard"), "the brickyard"
    for at, row in enumerate(given.get("rows") or (), start=1):
        yield from _places_in_row(row, str(row.get("id", f"r{at}")))
    if given.get("phase") == "reaction":
        yield read_label(given["pending"]["move"].split()[1], "pending"), "the pending break"
    for text in setup.hand or ():
        yield read_label(text, "hand"), Said("the hand of seat {seat}", seat=setup.seat)
    if given.get("drawn") is not None:
        yield read_label(given["drawn"], "drawn"), "the card just drawn"
    yield from [(FOREMAN, "the place by the tower")] if given.get("overtime") else []
    yield from [(GOLDDIGGER, "the place near the keystone")] * (given.get("golddiggers") or 0)
    for seat, number in enumerate(given.get("deflectors") or ()):
        yield from [(DISPLACER, Said("the deflectors of seat {seat}", seat=seat))] * (number or 0)


def _places_in_row(row: dict[str, Any], where: str) -> Iterator[tuple[Card, str]]:
    listed = [text for layer in row.get("layers") or () for text in layer.get("cards") or ()]
    for text in listed or row.get("cards") or ():
        yield read_label(text, where), where
    for text in row.get("markers") or ():
        yield read_label(text, where), Said("the markers of {row}", row=where)


def _times(place: str, times: int) -> str:
    """A place, and how often a card lies there."""
    if times == 1:
        return place
    return Said("{place}, twice" if times == 2 else "{place}, {many} times", place=place, many=times)


def _cards(state: State, places: list[tuple[Card, str]]) -> Iterator[Fault]:
    """No number or guild card twice, no more action cards than there are (A-SR-01, A-SR-02)."""
    options = state.options
    found: dict[Card, list[str]] = {}
    for card, place in places:
        if card != UNKNOWN:
            found.setdefault(card, []).append(place)
    for card, where in sorted(found.items()):
        if is_guild(card):
            if len(where) > 1:
                often = Counter(where)
                seen_in = tuple(_times(place, times) for place, times in often.items())
                detail = Said("{card} lies in {places}", card=label(card), places=seen_in)
                yield _fault(options, "duplicate_card", detail, "A-SR-01")
            continue
        most = numbers(options)[card]
        name = ACTION_NAMES[ACTION_CARDS.index(card)]
        if most == 0:
            detail = Said("{name}, in {place}, is not in this deck", name=name, place=where[0])
            yield _fault(options, "not_in_deck", detail, *kept_out_by(card, options))
        elif len(where) > most:
            detail = Said(
                "{many} of {name} lie on the table; the deck has {most}", many=len(where), name=name, most=most
            )
            yield _fault(options, "too_many_action_cards", detail, "A-SR-02", "SRO-9")
    for place, rule in (("the keystone", "A-SR-06"), ("the brickyard", "A-SR-07")):
        if place in found.get(FOREMAN, ()) and has_foreman(state):
            detail = Said("the Foreman lies in the place of {place}; its own is by the tower", place=place)
            yield _fault(options, "foreman_stays_out", detail, "SRO-19", rule)
    if state.keystone is not None and is_redrawn(state.keystone, options):
        detail = Said("{card} is the keystone; at this table another is turned up", card=label(state.keystone))
        yield _fault(options, "keystone_redrawn", detail, "A-SR-05")


def _numbers(state: State, setup: Setup, places: list[tuple[Card, str]]) -> Iterator[Fault]:
    """Hand sizes fit the hand shown, and no more cards are counted than the deck has."""
    options = state.options
    said = (setup.position.get("hand_sizes") or [None] * options.players)[setup.seat]
    if setup.hand is not None and said is not None and said != len(setup.hand):
        detail = Said(
            "seat {seat} shows {many} cards; its hand is said to have {told}",
            seat=setup.seat,
            many=len(setup.hand),
            told=said,
        )
        yield _fault(options, "hand_size", detail, "SRO-14", "A-SR-56")
    held = sum(hand_size(state, seat) or 0 for seat in range(options.players))
    outside = sum(1 for _, place in places if not place.startswith(("the hand of", "the card just")))
    counted, most = held + outside + (state.quarry or 0), size(deck(options))
    if counted > most:
        detail = Said("{many} cards are counted; the deck has {most}", many=counted, most=most)
        yield _fault(options, "too_many_cards", detail, "SRO-9", "A-SR-02")


def _progress(state: State, setup: Setup) -> Iterator[Fault]:
    """Rounds, towers, overtime and totals agree."""
    options, given = state.options, setup.position
    if options.teams:
        yield from _team_progress(state)
        return
    number, tower = given.get("round"), given.get("tower")
    if number is not None and tower is not None and number != tower:
        detail = Said("{many} tower cards are face up in round {round}", many=tower, round=number)
        yield _fault(options, "tower_not_round", detail, "SRO-22", "SRO-23", "A-SR-11")
    if state.round == OVERTIME_ROUNDS and not state.overtime:
        detail = Said("round {round} is played after the Foreman only; it is not by the tower", round=OVERTIME_ROUNDS)
        yield _fault(options, "no_overtime", detail, "SRO-20", "A-SR-10")
    if (
        state.phase == OVER
        and state.round is not None
        and state.round < (OVERTIME_ROUNDS if state.overtime else ROUNDS)
    ):
        yield _fault(
            options, "too_early", Said("the game cannot be over in round {round}", round=state.round), "SRO-24"
        )


def _team_progress(state: State) -> Iterator[Fault]:
    options, totals = state.options, team_totals(state)
    most = options.team_towers_to_win
    if max(state.towers) > most or min(state.towers) >= most:
        detail = Said(
            "towers of {many} and {many2} cards; the match ends at {most}",
            many=state.towers[0],
            many2=state.towers[1],
            most=most,
        )
        yield _fault(options, "too_many_towers", detail, "SRT-6", "SRT-17")
    if state.phase != OVER and max(totals) >= options.team_target_points:
        detail = Said(
            "a team has {points} points; the round was over at {most}",
            points=max(totals),
            most=options.team_target_points,
        )
        yield _fault(options, "round_over", detail, "SRT-5", "A-SR-60")


def _unknown(state: State, setup: Setup, places: list[tuple[Card, str]]) -> Iterator[Fault]:
    """What is not told of a row, and how it is taken."""
    options = state.options
    for row, given in zip(state.rows, setup.position.get("rows") or (), strict=True):
        if given.get("holder") is None:
            detail = Said(
                "nobody says before whom {row} lies; it is taken for the row of seat {seat}",
                row=f"r{row.id}",
                seat=row.holder,
            )
            yield _fault(options, "holder_unknown", detail, "A-SR-56")
        if (UNKNOWN, f"r{row.id}") in places:
            detail = Said("a card of {row} is unknown; the row is counted without it", row=f"r{row.id}")
            yield _fault(options, "unknown_card", detail, "A-SR-56", "A-SR-81")


def _combination(state: State, row: Row, places: list[tuple[Card, str]]) -> Iterator[Fault]:
    """Every row is a set or a run, at every layer, as far as its cards are known."""
    options = state.options
    table, so_far = worths(options.run_overlength), 0
    if (UNKNOWN, f"r{row.id}") in places:
        return
    for layer in row.layers:
        so_far |= layer.cards
        if so_far not in table:
            detail = Said("{row} is no set or run; it counts nothing", row=f"r{row.id}")
            yield _fault(options, "illegal_row", detail, "A-SR-81", "SRO-53", "SRO-58")
            break


def _owners(state: State, row: Row) -> Iterator[Fault]:
    """A row lies before the owner of its first layer; in the Basic game nobody else has a part in it."""
    options, first = state.options, row.layers[0].owner
    if first != row.holder:
        detail = Said(
            "{row} lies before seat {seat}, and its first cards are of seat {seat2}",
            row=f"r{row.id}",
            seat=row.holder,
            seat2=first,
        )
        yield _fault(options, "wrong_holder", detail, "A-SR-30", "A-SR-38")
    if options.rule_set == BASIC and len(row.owners) > 1:
        detail = Said("{row} has cards of several seats; a Mason mortars to its player’s own rows", row=f"r{row.id}")
        yield _fault(options, "shared_row", detail, "SRO-40", "A-SR-33", "C-SR-5")


def _markers(state: State, row: Row, keystone: Card) -> Iterator[Fault]:
    """Markers are cards that are played on rows, and the last Hammer or Mason tells whether the row counts."""
    options = state.options
    for card in row.markers:
        if card not in (UNKNOWN, MASON, HIGHWAYMAN) and not is_hammer(card, keystone, options):
            detail = Said(
                "{card} lies on {row}, and is no Hammer, Mason or Highwayman", card=label(card), row=f"r{row.id}"
            )
            yield _fault(options, "wrong_marker", detail, "SRO-28", "A-SR-24")
    hammers = [card for card in row.markers if card == UNKNOWN or is_hammer(card, keystone, options)]
    if row.broken and not hammers:
        yield _fault(
            options,
            "broken_without_hammer",
            Said("{row} is broken, and no Hammer lies on it", row=f"r{row.id}"),
            "A-SR-24",
        )
    elif hammers and is_guild(keystone) and UNKNOWN not in row.markers and row.broken != broken_by(row.markers):
        form = "{row} is said to be whole; the marker on top says otherwise"
        if row.broken:
            form = "{row} is said to be broken; the marker on top says otherwise"
        detail = Said(form, row=f"r{row.id}")
        yield _fault(options, "marker_on_top", detail, "A-SR-24")


def _ids(state: State, setup: Setup) -> Iterator[Fault]:
    """No row's id twice; shields on rows that there are."""
    options = state.options
    for row_id, times in Counter(row.get("id") for row in setup.position.get("rows") or ()).items():
        if row_id is not None and times > 1:
            yield _fault(
                options, "duplicate_row", Said("{times} rows are called {row}", times=times, row=row_id), "A-SR-56"
            )
    for number in state.shielded:
        if find_row(state, number) is None:
            yield _fault(
                options, "no_such_row", Said("{row} is shielded and not on the table", row=f"r{number}"), "A-SR-39"
            )
    if len(state.shielded) > sum(state.deflectors):
        detail = Said(
            "{rows} rows are shielded by {many} deflectors", rows=len(state.shielded), many=sum(state.deflectors)
        )
        yield _fault(options, "too_many_shields", detail, "SRO-42", "A-SR-39")


def _open(state: State) -> Iterator[Fault]:
    """What is pending is a Hammer on a row, and nobody has answered twice."""
    options, pending = state.options, state.pending
    if pending is not None:
        if find_row(state, pending.row) is None:
            yield _fault(
                options, "no_such_row", Said("the pending Hammer is for {row}", row=f"r{pending.row}"), "SRO-29"
            )
        if state.keystone is not None and not is_hammer(pending.hammer, state.keystone, options):
            yield _fault(options, "no_hammer", Said("{card} is no Hammer here", card=label(pending.hammer)), "SRO-28")
        if set(pending.declined) & set(pending.claimed):
            yield _fault(options, "answered_twice", "a seat has both declined and attracted", "A-SR-46")
    if state.last is not None and not options.teams and str(state.last.move) != "dig quarry":
        yield _fault(options, "no_window", "only in TeamPlay a window opens after that move", "SRO-21", "C-SR-12")
