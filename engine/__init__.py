"""The rules of the games: pure, no I/O, standard library only."""
