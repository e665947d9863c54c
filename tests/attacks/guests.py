"""A served table with two games, and everybody who may stand before it: each role, with its token."""

import contextlib
from dataclasses import dataclass

import httpx
from service_help import API, LIMIT, serving

from service.access.addresses import local_address
from service.access.caller import Caller
from service.access.roles import SCOPES, Role
from service.access.tokens import new_secret
from service.following.tables import Tables
from service.settings import Settings

NAME = "table.example"
"""A name that `--allow-host` lets in: who uses it is nobody's host."""
SOON = {"hint_seconds": 0.01, "hint_plies": 4}
"""How long a hint is looked for: who may ask for one is tested here, not how good it is."""


@dataclass
class Guests:
    """The server's parts and address, an own and a foreign game, and a bearer token for each caller."""

    parts: object
    where: str
    own: str
    foreign: str
    tokens: dict
    tables: Tables

    def client(self, who):
        """A client of a role by its name: `host`, `stranger`, or one of `tokens`."""
        headers = {"accept": "application/json"}
        if who == "stranger":
            headers |= {"host": NAME, "origin": f"http://{NAME}"}
        elif who == "host":
            headers["origin"] = self.where.rstrip("/")
        else:
            headers["authorization"] = f"Bearer {self.tokens[who]}"
        return httpx.Client(base_url=self.where, headers=headers, timeout=LIMIT, verify=False)


def callers(own):
    """Everybody but host and stranger, with rights to one game: players of both seats, and a client of each scope."""
    yield "player 0", Caller(Role.PLAYER, "Ada", own, 0)
    yield "player 1", Caller(Role.PLAYER, "Bo", own, 1)
    yield "waiting", Caller(Role.PLAYER, "Eve", own, 0, waiting=True)
    for role in (Role.REFEREE, Role.SPECTATOR, Role.SCOREBOARD, Role.CAMERA, Role.TABLE):
        yield str(role), Caller(role, "Cy", own)
    for scope in SCOPES:
        yield f"client {scope}", Caller(Role.CLIENT, "robot", own, scopes=(scope,))


@contextlib.contextmanager
def guests(folder):
    """Two dealt games of cards, and everybody who has to do with the first one."""
    tables = Tables()
    with serving(Settings(data=folder, keepalive_seconds=0.1, allow_host=NAME, **SOON), tables) as (parts, where):
        dealt = {"players": 2}
        own, foreign = (parts.ledger.open("stonerow", dealt, seed, parts.versions).id for seed in (7, 8))
        tables.add("2").publish(following={"game": foreign, "state": "following", "detail": ""})
        tokens = {}
        for name, caller in callers(own):
            secret = new_secret()
            parts.tokens.keep(secret, caller)
            tokens[name] = secret.text
        yield Guests(parts, where, own, foreign, tokens, tables)


__all__ = ["API", "NAME", "Guests", "guests", "local_address"]
