"""Stackernoos as a package: tiles and moves, the table's shape, the game, positions, explanations."""

from engine.games.stackernoos.game import Stackernoos

GAME = Stackernoos()
