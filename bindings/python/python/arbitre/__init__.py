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

from ._arbitre import BasePosition, Board, Position, Told, View, language
from ._game import Game
from .errors import BadParameter, IllegalMove, NotAMove, RuleError

colonnes = Game("colonnes")
labyrinthe = Game("labyrinthe")
morpion = Game("morpion")
sept_couleurs = Game("sept-couleurs")
coursidor = Game("coursidor")
sphinx = Game("sphinx")

#: Every game, by its name.
games: Mapping[str, Game] = {
    game.name: game for game in (colonnes, labyrinthe, morpion, sept_couleurs, coursidor, sphinx)
}


def from_setup(game: str, setup: Mapping[str, str]) -> Board:
    """The position before the first move of a game that begins with this, as records and the engine protocol have it."""
    return Board(game, dict(setup))


__all__ = [
    "BadParameter",
    "BasePosition",
    "Board",
    "Game",
    "IllegalMove",
    "NotAMove",
    "Position",
    "RuleError",
    "Told",
    "View",
    "colonnes",
    "coursidor",
    "from_setup",
    "games",
    "labyrinthe",
    "language",
    "morpion",
    "sept_couleurs",
    "sphinx",
]
