"""The games of Arbitre: their rules, for programs that look ahead.

>>> import arbitre
>>> board = arbitre.colonnes.start()
>>> board.legal()[:3]
['A1', 'B1', 'C1']
>>> _ = board.play("B2")
>>> board.to_move, board.outcome
(2, None)
>>> board.undo()
'B2'
"""

from __future__ import annotations

from typing import Mapping

from ._arbitre import BasePosition, Board, Position, Told, Value, View, language
from ._duel import Duel, duel, engines
from ._engine import Clock, engine
from ._game import Game, games
from .errors import BadParameter, IllegalMove, NotAMove, RuleError

colonnes = games["colonnes"]
labyrinthe = games["labyrinthe"]
morpion = games["morpion"]
sept_couleurs = games["sept-couleurs"]
coursidor = games["coursidor"]
sphinx = games["sphinx"]


def from_setup(game: str, setup: Mapping[str, str]) -> Board:
    """The position before the first move of a game that begins with this, as records and the engine protocol have it."""
    return Board(game, dict(setup))


__all__ = [
    "BadParameter",
    "BasePosition",
    "Board",
    "Clock",
    "Duel",
    "Game",
    "IllegalMove",
    "NotAMove",
    "Position",
    "RuleError",
    "Told",
    "Value",
    "View",
    "colonnes",
    "coursidor",
    "duel",
    "engine",
    "engines",
    "from_setup",
    "games",
    "labyrinthe",
    "language",
    "morpion",
    "sept_couleurs",
    "sphinx",
]
