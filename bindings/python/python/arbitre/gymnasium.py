"""Gymnasium environments of all games, against an opponent: needs ``pip install 'arbitre[pettingzoo]'``.

>>> import gymnasium, arbitre.gymnasium
>>> env = gymnasium.make("arbitre/Morpion-v0")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum())
((3, 3, 3), 9)
"""

from __future__ import annotations

from typing import Any, Callable, Optional

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from . import games
from ._game import Value
from .batch import Env, env as begin, sized

#: Who plays the other side: gives a legal action of the environment that it is handed, and plays nothing itself.
Opponent = Callable[[Env], int]


class SoloEnv(gymnasium.Env[npt.NDArray[np.float32], np.int64]):
    """A game as the player of one seat sees it; ``info["action_mask"]`` has the legal actions. An illegal action loses.

    ``opponent`` is a function of the game under way, or ``None``: by chance. ``seat`` is 0, 1, or ``None``: by chance at each reset.
    With a function, the game that it is handed is whole: it is up to it not to look at what is hidden.
    """

    metadata = {"render_modes": ["ansi", "svg"]}

    def __init__(
        self,
        game: str,
        opponent: Optional[Opponent] = None,
        seat: Optional[int] = None,
        render_mode: Optional[str] = None,
        **parameters: Value,
    ) -> None:
        if seat not in (None, 0, 1):
            raise ValueError("a seat is 0, 1 or None")
        self.game, self.opponent, self.render_mode = game, opponent, render_mode
        self._seat = seat
        self.seat = seat or 0
        self._parameters = sized(game, parameters)
        self._env = begin(game, 0, **self._parameters)
        self._size = self._env.shape
        self.action_space = spaces.Discrete(self._env.actions)
        # An energy has no bound.
        most = np.inf if game == "labyrinthe" else 1.0
        self.observation_space = spaces.Box(0.0, most, self._size, np.float32)

    def _observed(self) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        mine = self._env.player == self.seat
        mask = self._env.mask() if mine else bytearray(self._env.actions)
        seen = np.frombuffer(self._env.observe(self.seat), np.float32).reshape(self._size)
        return seen, {"action_mask": np.frombuffer(mask, np.int8)}

    def _answer(self) -> None:
        """The opponent plays until it is our turn or the game is over."""
        while not self._env.done and self._env.player != self.seat:
            if self.opponent is None:
                legal = self._env.legal()
                self._env.play(legal[int(self.np_random.integers(len(legal)))])
            else:
                self._env.play(int(self.opponent(self._env)))

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        super().reset(seed=seed)
        self.seat = int(self.np_random.integers(2)) if self._seat is None else self._seat
        self._env = begin(self.game, int(self.np_random.integers(2**53)), **self._parameters)
        self._answer()
        return self._observed()

    def step(self, action: Any) -> tuple[npt.NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        lost = False
        if not self._env.is_legal(int(action)):
            lost = True
        else:
            self._env.play(int(action))
            self._answer()
        seen, info = self._observed()
        reward = -1.0 if lost else self._env.rewards[self.seat]
        return seen, reward, lost or self._env.done, False, info

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        return self._env.picture() if self.render_mode == "ansi" else self._env.drawing()


def _register() -> None:
    for name in games:
        title = "".join(part.capitalize() for part in name.split("-"))
        gymnasium.register(f"arbitre/{title}-v0", SoloEnv, kwargs={"game": name})


_register()
