"""A PettingZoo environment of any game: `env("stones", players=3)`.

An observation is a mapping: `observation` is the vector of `service.agents.encoding`, `action_mask` has a one for each
action that may be taken. Rewards come at the end: 1 for who has won, -1 for the others. What no player chooses is drawn
by the environment. An action that is not legal ends the game, with a reward of -1 for who took it.

The environment checks order and legal actions itself, as PettingZoo's wrappers would. Each of them asks the next one
for every attribute, and two of them took a third of a step's time.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from engine.games import find_game
from engine.options import read_options
from service.agents.encoding import encoding
from service.agents.playing import PASS, SLOTS, Playing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

Observation = dict[str, "NDArray[np.int16] | NDArray[np.int8]"]
LOWEST: Final = -1024
HIGHEST: Final = 1024
"""The range of the numbers of a vector: counts and points of a table lie far within it."""
MOST_STEPS: Final = 5000
"""A game that goes on for longer is cut off; random games of every rule set end before 1,000."""
ILLEGAL: Final = -1.0
"""The reward of who takes an action that is not legal."""


def env(game: str, *, seed: int | None = None, **options: Any) -> AECEnv[str, Observation, int]:
    """The environment of a game; `options` are its house rules.

    Raises `UnknownGame`, `OptionError`, or `LookupError` for a game without an encoding.
    """
    return Environment(game, options, seed)


class Environment(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """The environment of one game."""

    playing: Playing
    """The game that is played; there is none before `reset`."""

    def __init__(self, game: str, options: Mapping[str, Any] | None = None, seed: int | None = None) -> None:
        super().__init__()
        rules = find_game(game)
        self.metadata = {"name": f"{rules.name}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self._game = rules.name
        self._house = dict(options or {})
        self._options = read_options(rules.options_type, self._house)
        self._encoding = encoding(self._game)
        self._dice = np.random.default_rng(seed)
        self.possible_agents = [f"player_{seat}" for seat in range(self._options.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}

    if not TYPE_CHECKING:  # a type checker would take any name for one that is there

        def __getattr__(self, name: str) -> Any:
            """What is asked for before `reset` is told so."""
            raise AttributeError(f"the environment has no {name}; what a game has is there after reset()")

    @functools.cache  # noqa: B019 - PettingZoo wants the same object each time; an environment lives as long as its spaces
    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """A vector and a mask."""
        length = self._encoding.size(self._options)
        return spaces.Dict(
            {
                "observation": spaces.Box(LOWEST, HIGHEST, (length,), np.int16),
                "action_mask": spaces.Box(0, 1, (SLOTS,), np.int8),
            }
        )

    @functools.cache  # noqa: B019 - as above
    def action_space(self, agent: str) -> spaces.Space[Any]:
        """`SLOTS` actions; the mask says which of them may be taken."""
        return spaces.Discrete(SLOTS)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; with a seed, always the same one."""
        if seed is not None:
            self._dice = np.random.default_rng(seed)
        self.playing = Playing(self._game, self._house, int(self._dice.integers(2**31)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._steps = 0
        self.agent_selection = self.possible_agents[0]
        self._ask()

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and what it may do; the mask is empty for whoever is not asked."""
        playing, seat = self.playing, self._seats[agent]
        mask = np.zeros(SLOTS, np.int8)
        if seat == playing.current_player() and not self.truncations.get(agent, True):
            mask[: len(playing.moves)] = 1
            mask[PASS] = playing.may_pass
        return {"observation": playing.observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Takes an action of the agent that is asked; None takes an agent off that is done."""
        if "playing" not in vars(self):
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        if action is None or not self.playing.is_legal(action):
            self._forfeit(agent)
            return
        self.playing.apply_action(int(action))
        self._steps += 1
        self._ask()

    def render(self) -> str:
        """The table, drawn for a terminal."""
        return str(self.playing)

    def close(self) -> None:
        """There is nothing to close."""

    def _ask(self) -> None:
        """Draws what no player chooses, and finds whose turn it is or how the game has ended."""
        playing = self.playing
        while playing.is_chance_node():
            playing.apply_chance()
        if playing.is_terminal():
            self.rewards = dict(zip(self.possible_agents, playing.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        elif self._steps >= MOST_STEPS:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[playing.current_player()]

    def _forfeit(self, agent: str) -> None:
        """Ends the game at an action that is not legal, to the cost of who took it."""
        EnvLogger.warn_on_illegal_move()
        self.rewards = dict.fromkeys(self.agents, 0.0) | {agent: ILLEGAL}
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()
