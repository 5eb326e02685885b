"""The games in numbers, for machine learning: one at a time, or thousands in one call. :class:`Batch` needs NumPy.

Action numbers and observations of each game: ``guides/apprentissage.en.md``. Players are 0, who begins, and 1.

>>> from arbitre.batch import env
>>> game = env("morpion")
>>> game.legal()
[0, 1, 2, 3, 4, 5, 6, 7, 8]
>>> game.play(4), game.player, game.text(4)
(False, 1, 'B2')
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Optional

from . import _arbitre
from ._arbitre import Env
from ._game import Value, texts

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


def setup(game: str, seed: int = 0, **parameters: Value) -> dict[str, str]:
    """Everything that a game of these parameters and this seed begins with. A parameter that is a word of Python has a ``_`` behind it."""
    return _arbitre.draw(game.replace("_", "-"), texts(parameters), seed)


def env(game: str, seed: int = 0, **parameters: Value) -> Env:
    """A game under way, in numbers."""
    return Env(game.replace("_", "-"), setup(game, seed, **parameters))


def sized(game: str, parameters: dict[str, Value]) -> dict[str, Value]:
    """The parameters, with the size of the board where the game would draw it: shapes stay the same whatever the seed."""
    first = setup(game, 0, **parameters)
    return {**{name: first[name] for name in ("L", "H") if name in first and "plateau" not in parameters}, **parameters}


class Step(NamedTuple):
    """The boards after a step; an array for each thing, a row for each board. They are new ones at each step."""

    #: What the player to move sees: ``float32`` of the boards, planes, rows, columns. ``None`` where the batch does not observe.
    observations: Optional[npt.NDArray[np.float32]]
    #: His legal actions: ``bool``.
    masks: npt.NDArray[np.bool_]
    #: Who is to move: 0 or 1.
    players: npt.NDArray[np.uint8]
    #: The outcome for player 0 and for player 1 where a game has just ended, else 0.
    rewards: npt.NDArray[np.float32]
    #: Where a game has just ended: the rest of the row, but the rewards, is of the next game.
    dones: npt.NDArray[np.bool_]


class Afterstates(NamedTuple):
    """What follows each legal action of each board."""

    #: The board and the action of each.
    boards: npt.NDArray[np.int64]
    actions: npt.NDArray[np.int64]
    #: What the player who makes the action sees after it.
    observations: npt.NDArray[np.float32]
    #: Where the game ends, and the outcome for him.
    dones: npt.NDArray[np.bool_]
    rewards: npt.NDArray[np.float32]


class Batch:
    """Many boards of a game, stepped in one call. A game that ends begins again in the same call.

    The games begin with setups of the seeds ``seed``, ``seed + 1``, ... ``seed + starts - 1``, one of them by chance.

    >>> from arbitre.batch import Batch
    >>> batch = Batch("colonnes", boards=1000, seed=1)
    >>> step = batch.step(batch.sample())
    >>> step.observations.shape, step.masks.shape
    ((1000, 10, 3, 3), (1000, 34))
    """

    def __init__(
        self,
        game: str,
        boards: int,
        *,
        seed: int = 0,
        starts: int = 1,
        threads: int = 1,
        observe: bool = True,
        **parameters: Value,
    ) -> None:
        import numpy

        self._np = numpy
        parameters = sized(game, parameters)
        setups = [setup(game, seed + more, **parameters) for more in range(starts)]
        self._batch = _arbitre.Batch(game.replace("_", "-"), setups, boards, seed, threads)
        one = Env(game.replace("_", "-"), setups[0])
        self.boards = boards
        #: How many actions there are.
        self.actions: int = one.actions
        #: Planes, rows and columns of an observation.
        self.shape: tuple[int, int, int] = one.shape
        self._observe = observe

    def _step(self, arrays: tuple[bytearray, bytearray, bytearray, bytearray, bytearray]) -> Step:
        np = self._np
        observations, masks, players, rewards, dones = arrays
        seen = np.frombuffer(observations, np.float32).reshape(-1, *self.shape) if self._observe else None
        return Step(
            seen,
            np.frombuffer(masks, np.bool_).reshape(self.boards, self.actions),
            np.frombuffer(players, np.uint8),
            np.frombuffer(rewards, np.float32).reshape(self.boards, 2),
            np.frombuffer(dones, np.bool_),
        )

    def now(self) -> Step:
        """The boards as they are."""
        return self._step(self._batch.now(self._observe))

    def restart(self) -> Step:
        """Begins all games again."""
        self._batch.restart()
        return self.now()

    def step(self, actions: Any) -> Step:
        """Plays an action on each board: an array of integers. Where one is not legal, none is played: ``ValueError``."""
        array = self._np.asarray(actions)
        if array.dtype.kind not in "iu":
            raise TypeError(f"actions are integers, not {array.dtype}")
        if array.shape != (self.boards,):
            raise ValueError(f"the shape of actions is {(self.boards,)}, not {array.shape}")
        return self._step(self._batch.step(array.astype(self._np.int64).tobytes(), self._observe))

    def sample(self) -> npt.NDArray[np.int64]:
        """A legal action of each board, by chance."""
        return self._np.frombuffer(self._batch.sample(), self._np.int64)

    def afterstates(self) -> Afterstates:
        """What follows each legal action of each board; not of Sphinx, where that would tell what is hidden: ``ValueError``."""
        np = self._np
        boards, actions, observations, dones, rewards = self._batch.afterstates()
        return Afterstates(
            np.frombuffer(boards, np.int64),
            np.frombuffer(actions, np.int64),
            np.frombuffer(observations, np.float32).reshape(-1, *self.shape),
            np.frombuffer(dones, np.bool_),
            np.frombuffer(rewards, np.float32),
        )

    def __len__(self) -> int:
        return self.boards


__all__ = ["Afterstates", "Batch", "Env", "Step", "env", "setup"]
