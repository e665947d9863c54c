"""The rule book: every rule that an answer cites, in our own words, with small drawings.

`order/GAME.toml` says in which order the rules of a game are told. `words/GAME.LANGUAGE.toml` has the words: a further
language is one more file a game. `pictures/GAME.json` has the drawings: positions and moves that the engine judges.
"""
