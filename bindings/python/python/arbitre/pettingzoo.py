"""PettingZoo environments of all games: needs ``pip install 'arbitre[pettingzoo]'``.

>>> from arbitre.pettingzoo import colonnes_v0
>>> env = colonnes_v0.env(render_mode="ansi")
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((10, 3, 3), 9)

They are registered as ``arbitre/colonnes_v0`` ... where PettingZoo has a registry: ``pettingzoo.make("aec", "arbitre/colonnes_v0")``.
"""

from __future__ import annotations

import functools
from types import SimpleNamespace
from typing import Any, Optional

import gymnasium
import numpy as np
import pettingzoo
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from pettingzoo import AECEnv

from . import games
from ._game import Value
from .batch import Env, env as begin, sized

#: The agents, in order of play.
AGENTS = ["player_1", "player_2"]


class raw_env(AECEnv, EzPickle):  # noqa: N801 PettingZoo calls it so
    """A game. Its parameters are those of the game, such as ``L=7``; one that is a word of Python has a ``_`` behind it.

    Each reset draws a start; two with the same seed are the same. An illegal action loses, as with PettingZoo's own wrapper.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"], "is_parallelizable": False}

    def __init__(self, game: str, render_mode: Optional[str] = None, **parameters: Value) -> None:
        EzPickle.__init__(self, game, render_mode, **parameters)
        super().__init__()
        if render_mode not in (None, "ansi", "svg"):
            raise ValueError(f"render_mode is None, 'ansi' or 'svg', not {render_mode!r}")
        self.metadata = {**self.metadata, "name": f"{game.replace('-', '_')}_v0"}
        self.game = game
        self.render_mode = render_mode
        self._parameters = sized(game, parameters)
        self._random, _ = seeding.np_random()
        self._env: Env = begin(game, 0, **self._parameters)
        self._size = self._env.shape
        self.possible_agents = AGENTS[:]
        # An energy has no bound.
        most = np.inf if game == "labyrinthe" else 1.0
        space = spaces.Dict(
            {
                "observation": spaces.Box(0.0, most, self._size, np.float32),
                "action_mask": spaces.Box(0, 1, (self._env.actions,), np.int8),
            }
        )
        self.observation_spaces = {AGENTS[0]: space, AGENTS[1]: spaces.Dict(dict(space.spaces))}
        self.action_spaces = {agent: spaces.Discrete(self._env.actions) for agent in AGENTS}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self._env = begin(self.game, int(self._random.integers(2**53)), **self._parameters)
        self.agents = AGENTS[:]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._skip_agent_selection = None
        self.agent_selection = AGENTS[self._env.player]

    def observe(self, agent: str) -> dict[str, Any]:
        me = 0 if agent == "player_1" else 1
        env = self._env
        mask = env.mask() if env.player == me and self.agents else bytearray(env.actions)
        return {
            "observation": np.frombuffer(env.observe(me), np.float32).reshape(self._size),
            "action_mask": np.frombuffer(mask, np.int8),
        }

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent who is alive has to act")
        env = self._env
        self._cumulative_rewards[agent] = 0.0
        try:
            done = env.play(int(action))
            rewards = env.rewards
        except (ValueError, OverflowError):
            mover = env.player
            done, rewards = True, (-1.0, 0.0) if mover == 0 else (0.0, -1.0)
            self.infos[agent] = {"illegal_action": int(action)}
        if done:
            self.rewards = dict(zip(AGENTS, rewards))
            self.terminations = dict.fromkeys(AGENTS, True)
            self._accumulate_rewards()
        self.agent_selection = AGENTS[env.player]

    def render(self) -> Optional[str]:
        """The whole position, as the referee sees it: text, or an SVG document."""
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
            return None
        return self._env.picture() if self.render_mode == "ansi" else self._env.drawing()

    def close(self) -> None:
        pass


def env(game: str, **options: Any) -> raw_env:
    """The same as :class:`raw_env`, which checks actions itself."""
    return raw_env(game, **options)


def _module(name: str) -> SimpleNamespace:
    """What PettingZoo has as a module for each game."""
    make = functools.partial(env, name)
    if hasattr(pettingzoo, "register"):
        pettingzoo.register("aec", f"arbitre/{name.replace('-', '_')}_v0", make)
    return SimpleNamespace(env=make, raw_env=functools.partial(raw_env, name))


colonnes_v0 = _module("colonnes")
labyrinthe_v0 = _module("labyrinthe")
morpion_v0 = _module("morpion")
sept_couleurs_v0 = _module("sept-couleurs")
coursidor_v0 = _module("coursidor")
sphinx_v0 = _module("sphinx")

#: Every game, by the name of its module.
modules = {f"{name.replace('-', '_')}_v0": globals()[f"{name.replace('-', '_')}_v0"] for name in games}
