"""The desk of tournaments: keeps them, pairs rounds, takes results from games, and writes down rulings and appeals."""

from __future__ import annotations

import functools
import hashlib
import json
import secrets
import time
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, Final

from pydantic import TypeAdapter
from sqlalchemy import delete, insert, or_, select, update

from engine.games import find_game
from engine.options import read_options
from engine.said import Said, quoted
from service.access.caller import HOST
from service.store.clock import now
from service.store.evenings import kept_title
from service.store.named import alike
from service.store.players import kept_name
from service.store.schema import tournaments
from service.store.store import StaleVersion
from service.tournament import model
from service.tournament.model import (
    DRAW,
    HERE,
    KNOCKOUT,
    ROBIN,
    TABLES,
    Appeal,
    Clock,
    Entrant,
    NoSuchTournament,
    NotNow,
    Pairing,
    Round,
    Ruling,
    Tournament,
    ruled_anew,
    with_pairing,
    with_ruling,
)
from service.tournament.pairing import next_round, planned
from service.tournament.played import PlayedGames

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from service.bells import Bells
    from service.disputes.desk import Disputes
    from service.hub.overview import Overview
    from service.store.ledger import Ledger
    from service.store.players import Players
    from service.store.store import Store

ID_BYTES: Final = 8
TRIES: Final = 5
"""So often a change is made anew where somebody else was faster."""
MINUTE: Final = 60.0
MOST_KNOWN: Final = 64
"""So many tournaments are remembered at most for the pages of games."""
HOST_SAID: Final = HOST.said
"""Who holds the tournament, as a ruling says it: above every referee."""
_READ: Final = TypeAdapter(Tournament)
_AT_TABLES: Final = f'"games": "{TABLES}"'
"""What the document of a tournament has whose games are found by names."""


class Tournaments:
    """The tournaments of a store. Safe to use from many threads and processes."""

    def __init__(  # noqa: PLR0913, PLR0917 - what it works with
        self,
        store: Store,
        ledger: Ledger,
        players: Players,
        disputes: Disputes,
        overview: Overview,
        bells: Bells,
        versions: Mapping[str, str],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._store, self._ledger, self._players = store, ledger, players
        self._disputes, self._overview, self._bells = disputes, overview, bells
        self._versions, self._clock = versions, clock
        self._played = PlayedGames(ledger, overview)

    # Kept

    def all(self) -> tuple[Tournament, ...]:
        """Every tournament, the newest first, with the results that its games have."""
        wanted = select(tournaments.c.document).order_by(tournaments.c.created.desc(), tournaments.c.id)
        with self._store.reading() as connection:
            kept = [_READ.validate_json(text) for text in connection.execute(wanted).scalars()]
        return tuple(self._played.seen(each) for each in kept)

    def find(self, tournament_id: str) -> Tournament:
        """A tournament, with the results that its games have by now. Raises `NoSuchTournament`."""
        return self._played.seen(self._load(tournament_id))

    def open(  # noqa: PLR0913 - what a tournament is
        self,
        title: str,
        game: str,
        names: Sequence[str],
        system: str,
        *,
        options: Mapping[str, Any] | None = None,
        rounds: int | None = None,
        games: str = HERE,
        minutes: float | None = None,
    ) -> Tournament:
        """A new one. Raises `UnknownGame`, `OptionError`, `BadName`, `BadTitle` and `NotNow`."""
        rules = find_game(game)
        house = read_options(rules.options_type, {**(options or {}), "players": 2})
        cleaned = [kept_name(name) for name in names if name.strip()]
        if len(cleaned) < 2:
            raise NotNow("a tournament needs two who play; name them, one a line")
        if len(set(map(alike, cleaned))) < len(cleaned):
            raise NotNow("two have the same name; give each a name of their own")
        entrants = tuple(Entrant(n, name) for n, name in enumerate(cleaned, start=1))
        fixed = system in {ROBIN, KNOCKOUT} or rounds is None
        wanted = planned(system, len(entrants)) if fixed else rounds
        document: dict[str, Any] = {"id": secrets.token_hex(ID_BYTES), "title": kept_title(title)}
        document |= {"game": rules.name, "options": house.to_json(), "system": system, "planned": wanted}
        document |= {"games": games, "minutes": minutes, "created": now(), "entrants": entrants}
        made = Tournament(**document)
        row = {"id": made.id, "created": made.created, "version": 0, "document": _text(made)}
        with self._store.writing() as connection:
            connection.execute(insert(tournaments), row)
        return made

    def remove(self, tournament_id: str) -> None:
        """Let a tournament go; its games stay. Raises `NoSuchTournament`."""
        with self._store.writing() as connection:
            if not connection.execute(delete(tournaments).where(tournaments.c.id == tournament_id)).rowcount:
                raise NoSuchTournament(Said("there is no tournament {tournament}", tournament=quoted(tournament_id)))

    # Rounds

    def pair(self, tournament_id: str) -> Tournament:
        """Begin the next round. Raises what `next_round` does."""
        return self._change(tournament_id, self._paired)

    def _paired(self, tournament: Tournament) -> Tournament:
        pairings = next_round(tournament)
        if tournament.games == HERE:
            pairings = tuple(self._opened(tournament, each) for each in pairings)
        clock = None if tournament.minutes is None else Clock(tournament.minutes * MINUTE)
        return replace(tournament, rounds=(*tournament.rounds, Round(now(), pairings, clock)))

    def _opened(self, tournament: Tournament, pairing: Pairing) -> Pairing:
        if pairing.other is None:
            return pairing
        entry = self._ledger.open(tournament.game, tournament.options, None, self._versions)
        self._players.seat(entry.id, {0: tournament.name(pairing.one), 1: tournament.name(pairing.other)})
        return replace(pairing, game=entry.id)

    def _is_over(self, pairing: Pairing) -> bool:
        score = self._overview.score(pairing.game)
        return score is not None and score.over

    def _again(self, tournament: Tournament, pairing: Pairing) -> Pairing:
        """Another game for a pairing whose game has ended: opened here, or found at a table."""
        fresh = replace(pairing, game=None, totals=(0, 0))
        return self._opened(tournament, fresh) if tournament.games == HERE else fresh

    def link(self, tournament_id: str, round_number: int, table: int, game_id: str) -> Tournament:
        """Say which game a pairing is played in: `one` sits in its first seat. Raises `NoSuchGame` and `NotNow`."""
        entry = self._ledger.find(game_id)

        def linked(tournament: Tournament) -> Tournament:
            if entry.header.game != tournament.game or entry.header.players != 2:
                raise NotNow(Said("game {game} is no game of two of this tournament’s kind", game=game_id))
            pairing = tournament.pairing(round_number, table)
            if pairing.other is None:
                raise NotNow("a bye is not played")
            return with_pairing(tournament, round_number, replace(pairing, game=game_id))

        return self._change(tournament_id, linked)

    def withdraw(self, tournament_id: str, number: int, *, out: bool) -> Tournament:
        """An entrant is not paired any more, or again. Raises `NoSuchPairing`."""

        def changed(tournament: Tournament) -> Tournament:
            if not 1 <= number <= len(tournament.entrants):
                raise model.NoSuchPairing(Said("there is no entrant {entrant}", entrant=number))
            entrants = list(tournament.entrants)
            entrants[number - 1] = replace(entrants[number - 1], out=out)
            return replace(tournament, entrants=tuple(entrants))

        return self._change(tournament_id, changed)

    def clock(self, tournament_id: str, *, running: bool, minutes: float | None = None) -> Tournament:
        """Let the clock of the last round run or stand; `minutes` sets what is left. Raises `NotNow`."""

        def changed(tournament: Tournament) -> Tournament:
            if not tournament.rounds:
                raise NotNow("no round has begun, so there is no clock; pair one first")
            at, last = self._clock(), tournament.rounds[-1]
            if last.clock is None and minutes is None:
                raise NotNow("this round has no clock; say how many minutes it has")
            left = minutes * MINUTE if minutes is not None else last.clock.remaining(at) if last.clock else 0.0
            clock = Clock(left, at if running else None)
            return replace(tournament, rounds=(*tournament.rounds[:-1], replace(last, clock=clock)))

        return self._change(tournament_id, changed)

    def clock_of(self, game_id: str) -> Clock | None:
        """The clock that a game is played by, with what a referee added for it; None once its result is known."""
        kept = tournaments.c.document
        likely = select(kept).where(or_(kept.contains(game_id, autoescape=True), kept.contains(_AT_TABLES)))
        with self._store.reading() as connection:
            texts = connection.execute(likely.order_by(tournaments.c.created.desc())).scalars().all()
        score = self._overview.score(game_id) if texts else None
        for tournament in map(_known, texts):
            clock = tournament.rounds[-1].clock if tournament.rounds else None
            found = None if clock is None or score is None else self._played.pairing_of(tournament, score)
            if clock is not None and found is not None:
                return None if found.done else clock.with_more(found.extra * MINUTE)
        return None

    # Rulings

    def rule(  # noqa: PLR0913, PLR0917 - what a ruling says
        self,
        tournament_id: str,
        round_number: int,
        table: int,
        result: str | None,
        reason: str,
        who: str,
        *,
        dispute: int | None = None,
        extra: float | None = None,
    ) -> Tournament:
        """A referee's word on a pairing; with `dispute`, that of its game, whose evidence is attached.

        Raises `NoSuchPairing`, `NotNow`, `NoSuchDispute`.
        """
        given = self.find(tournament_id).pairing(round_number, table)
        if dispute is not None and given.game is None:
            raise NotNow("this pairing has no game, so there is no dispute to name")
        bundle = b"" if dispute is None else self._disputes.bundle(str(given.game), dispute)
        digest = hashlib.sha256(bundle).hexdigest() if bundle else ""

        def ruled(tournament: Tournament) -> Tournament:
            pairing = self._played.seen(tournament).pairing(round_number, table)
            if pairing.other is None:
                raise NotNow("a bye is not played")
            if tournament.system == KNOCKOUT and result == DRAW:
                raise NotNow("a knock-out has no draws; say who goes on")
            _check_way(tournament, round_number, pairing, result)
            number = len(tournament.rulings) + 1
            change: dict[str, Any] = {"result": result, "before": pairing.result}
            ruling = Ruling(
                number, round_number, table, reason=reason, who=who, time=now(), game=pairing.game, dispute=dispute,
                bundle=digest, **change,
            )  # fmt: skip
            more = pairing.extra if extra is None else pairing.extra + extra
            decided: dict[str, Any] = {"result": result, "ruled": result is not None, "extra": more}
            if result is None and self._is_over(pairing):
                pairing = self._again(tournament, pairing)
            return with_ruling(with_pairing(tournament, round_number, replace(pairing, **decided)), ruling)

        return self._change(tournament_id, ruled)

    def appeal(self, tournament_id: str, number: int, text: str, who: str) -> Tournament:
        """Say something against a ruling, once. Raises `NoSuchRuling` and `NotNow`."""

        def appealed(tournament: Tournament) -> Tournament:
            ruling = tournament.ruling(number)
            if ruling.appeal is not None:
                raise NotNow("this ruling was appealed before; its decision stands")
            return with_ruling(tournament, replace(ruling, appeal=Appeal(who, now(), text)))

        return self._change(tournament_id, appealed)

    def decide(self, tournament_id: str, number: int, reason: str, who: str, *, upheld: bool) -> Tournament:
        """Decide an appeal: the ruling stands, or what was before it does. Raises `NoSuchRuling` and `NotNow`."""

        def decided(tournament: Tournament) -> Tournament:
            ruling = tournament.ruling(number)
            if ruling.appeal is None or ruling.appeal.upheld is not None:
                raise NotNow("no appeal against this ruling is open")
            if ruling.who == who and who != HOST_SAID:
                raise NotNow("who ruled does not decide the appeal; another referee or the host does")
            appeal = replace(ruling.appeal, upheld=upheld, decided_by=who, decided=now(), reason=reason)
            tournament = with_ruling(tournament, replace(ruling, appeal=appeal))
            if upheld:
                return tournament
            pairing = ruled_anew(tournament, ruling.round, ruling.table)
            _check_way(tournament, ruling.round, tournament.pairing(ruling.round, ruling.table), pairing.result)
            return with_pairing(tournament, ruling.round, pairing)

        return self._change(tournament_id, decided)

    def bundle(self, tournament_id: str, number: int) -> tuple[str, bytes]:
        """The evidence of a ruling: the game that it is of, and the zip. Raises `NoSuchRuling` and `NotNow`."""
        ruling = self._load(tournament_id).ruling(number)
        if ruling.dispute is None or ruling.game is None:
            raise NotNow("this ruling has no evidence attached")
        return ruling.game, self._disputes.bundle(ruling.game, ruling.dispute)

    # The store

    def _load(self, tournament_id: str) -> Tournament:
        wanted = select(tournaments.c.document).where(tournaments.c.id == tournament_id)
        with self._store.reading() as connection:
            text = connection.execute(wanted).scalar()
        if text is None:
            raise NoSuchTournament(Said("there is no tournament {tournament}", tournament=quoted(tournament_id)))
        return _READ.validate_json(text)

    def _change(self, tournament_id: str, change: Callable[[Tournament], Tournament]) -> Tournament:
        """Change a tournament as it is now; where somebody else was faster, as it is then."""
        for _ in range(TRIES):
            was = self._load(tournament_id)
            made = replace(change(self._played.seen(was)), version=was.version + 1)
            mine = update(tournaments).where(tournaments.c.id == tournament_id, tournaments.c.version == was.version)
            with self._store.writing(tournament_id) as connection:
                kept = connection.execute(mine.values(version=made.version, document=_text(made))).rowcount
            if kept:
                self._bells.ring(tournament_id)
                seen = self._played.seen(made)
                for each in seen.rounds[-1].pairings if seen.rounds else ():
                    if each.game is not None:
                        self._bells.ring(each.game)  # its page shows the clock
                return seen
        raise StaleVersion(self._load(tournament_id).version)


@functools.lru_cache(maxsize=MOST_KNOWN)
def _known(text: str) -> Tournament:
    """The tournament of a document; every page of a game asks for them again and again."""
    return _READ.validate_json(text)


def _check_way(tournament: Tournament, round_number: int, pairing: Pairing, result: str | None) -> None:
    """Raises `NotNow` where another result would change whom the next round of a knock-out has."""
    if round_number < len(tournament.rounds) and tournament.system == KNOCKOUT and result != pairing.result:
        raise NotNow("the next round has begun; a result of this one decides nobody’s way any more")


def _text(tournament: Tournament) -> str:
    return json.dumps(asdict(tournament), ensure_ascii=False, sort_keys=True)
