"""A client of the API for Python: typed answers, problems as exceptions, events as an iterator that resumes.

    from service.client import Client

    with Client("http://localhost:8080", token="…") as table:
        game = table.open("stackernoos", players=2)
        table.play(game.id, 0, "start 1-1", game.version)
        for event in table.events(game.id):
            print(event.seat, event.move)

It needs httpx (`pip install tableside[client]`).
"""

from service.client.client import Client
from service.client.problem import RefusedError, StaleError, TableError, UnreachableError

__all__ = ["Client", "RefusedError", "StaleError", "TableError", "UnreachableError"]
