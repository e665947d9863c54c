"""A PettingZoo environment of any game: `env("stones", players=3)`.

An observation is a mapping: `observation` is the vector of `service.agents.encoding`, `action_mask` has a one for each
action that may be taken. Rewards come at the end: 1 for who has won, -1 for the others. What no player chooses is drawn
by the environment. An action that is not legal ends the game, with a reward of -1 for who took it.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from engine.games import find_game
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


def env(game: str, *, seed: int | None = None, **options: Any) -> AECEnv[str, Observation, int]:
    """The environment with PettingZoo's usual checks around it; `options` are the house rules of the game.

    Raises `UnknownGame`, `OptionError`, or `LookupError` for a game without an encoding.
    """
    raw: AECEnv[str, Observation, int] = Environment(game, options, seed)
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1))


class Environment(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """The environment itself, without checks."""

    def __init__(self, game: str, options: Mapping[str, Any] | None = None, seed: int | None = None) -> None:
        super().__init__()
        self.metadata = {"name": f"{find_game(game).name}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self._options = dict(options or {})
        self._dice = np.random.default_rng(seed)
        self.playing = Playing(game, self._options, seed or 0)
        self.possible_agents = [f"player_{seat}" for seat in range(self.playing.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._encoding = encoding(self.playing.name)
        self._mask: NDArray[np.int8] = np.zeros(SLOTS, np.int8)

    @functools.cache  # noqa: B019 - PettingZoo wants the same object each time; an environment lives as long as its spaces
    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """A vector and a mask."""
        length = self._encoding.size(self.playing.options)
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
        self.playing = Playing(self.playing.name, self._options, int(self._dice.integers(2**31)))
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
        seat = self._seats[agent]
        mine = seat == self.playing.current_player()
        return {"observation": self.playing.observation(seat), "action_mask": self._mask.copy() if mine else _NOTHING}

    def step(self, action: int) -> None:
        """Takes an action of the agent that is asked; None takes an agent off that is done."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self.playing.apply_action(int(action))
        self._steps += 1
        self._ask()
        self._accumulate_rewards()

    def render(self) -> str:
        """The table, drawn for a terminal."""
        return str(self.playing)

    def close(self) -> None:
        """There is nothing to close."""

    def _ask(self) -> None:
        playing = self.playing
        while playing.is_chance_node():
            playing.apply_chance()
        self._mask[:] = 0
        if playing.is_terminal():
            self.rewards = dict(zip(self.possible_agents, playing.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._steps >= MOST_STEPS:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            legal = playing.legal_actions()
            self._mask[: len(playing.moves)] = 1
            self._mask[PASS] = legal[-1] == PASS
            self.agent_selection = self.possible_agents[playing.current_player()]


_NOTHING: Final = np.zeros(SLOTS, np.int8)
