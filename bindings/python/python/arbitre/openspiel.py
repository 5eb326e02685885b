"""The games for OpenSpiel: needs ``pip install 'arbitre[openspiel]'``.

>>> import pyspiel, arbitre.openspiel
>>> game = pyspiel.load_game("arbitre_sept_couleurs(L=7,H=6,seed=3)")
>>> game.new_initial_state().legal_actions()
[0, 1, 2, 3, 4, 5, 6]
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from . import _arbitre, games
from ._arbitre import Env

#: The length of a game that nothing ends.
_LONGEST = 1_000_000


class ArbitreGame(pyspiel.Game):
    """A game; its parameters are those of the game, and ``seed``."""

    def __init__(self, kind: pyspiel.GameType, name: str, params: dict[str, Any]) -> None:
        # What is as by default is not given: a game may decide it by the others.
        usual = _parameters(name)
        given = {key: str(value) for key, value in params.items() if key != "seed" and value != usual.get(key)}
        self.setup = _arbitre.draw(name, given, int(params.get("seed", 0)))
        self.start = Env(name, self.setup)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.start.actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=min(self.start.longest or _LONGEST, _LONGEST),
        )
        super().__init__(kind, info, params)

    def new_initial_state(self, state: Any = None) -> ArbitreState:
        return ArbitreState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self, params)


class ArbitreState(pyspiel.State):
    """A game under way."""

    def __init__(self, game: ArbitreGame) -> None:
        super().__init__(game)
        self.env = game.start.copy()

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.env.done else self.env.player

    def _legal_actions(self, player: int) -> list[int]:
        return self.env.legal() if player == self.env.player else []

    def _apply_action(self, action: int) -> None:
        self.env.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.env.text(action) or str(action)

    def is_terminal(self) -> bool:
        return self.env.done

    def returns(self) -> list[float]:
        return list(self.env.rewards)

    def __str__(self) -> str:
        return self.env.picture()


class Observer:
    """What a player sees: planes, as ``Env.observe`` gives them."""

    def __init__(self, game: ArbitreGame, params: Any) -> None:
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        shape = game.start.shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: ArbitreState, player: int) -> None:
        self.tensor[:] = np.frombuffer(state.env.observe(player), np.float32)

    def string_from(self, state: ArbitreState, player: int) -> str:
        """The values other than 0, by plane, of the planes that are not the same all over, and the value of the others."""
        values = np.frombuffer(state.env.observe(player), np.float32).reshape(state.env.shape)
        lines = []
        for number, plane in enumerate(values):
            if np.all(plane == plane.flat[0]):
                lines.append(f"{number}: {plane.flat[0]:g}")
            else:
                lines.append(f"{number}: " + "/".join("".join("01"[int(cell)] for cell in row) for row in plane))
        return "\n".join(lines)


def _parameters(name: str) -> dict[str, Any]:
    """The parameters and defaults of a game as OpenSpiel has them: numbers, or texts, where an empty one is not given."""
    numbers = {key: int(value) if value is not None and value.isdigit() else (value or "") for key, value in games[name].parameters.items()}
    return {**numbers, "seed": 0}


def _register(name: str) -> None:
    kind = pyspiel.GameType(
        short_name=f"arbitre_{name.replace('-', '_')}",
        long_name=games[name].title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=(
            pyspiel.GameType.Information.IMPERFECT_INFORMATION
            if name == "sphinx"
            else pyspiel.GameType.Information.PERFECT_INFORMATION
        ),
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(name),
    )

    class Registered(ArbitreGame):
        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, name, params or {})

    pyspiel.register_game(kind, Registered)


for _name in games:
    _register(_name)
