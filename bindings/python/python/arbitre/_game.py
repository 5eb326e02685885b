"""A game: what there is to know of it, and how it begins."""

from __future__ import annotations

from typing import Mapping, Optional, Union

from . import _arbitre
from ._arbitre import Board, View

Value = Union[str, int, bool]


def texts(parameters: Mapping[str, Value]) -> dict[str, str]:
    """Parameters as the rules have them."""

    def text(value: Value) -> str:
        if isinstance(value, bool):
            return "oui" if value else "non"
        return str(value)

    return {name[:-1] if name.endswith("_") else name: text(value) for name, value in parameters.items()}


class Game:
    """A game, such as ``arbitre.colonnes``."""

    #: The name in commands, records and the engine protocol, such as ``sept-couleurs``.
    name: str
    #: The name for people.
    title: str
    #: What the two players are called, where the game has names for that.
    colours: Optional[tuple[str, str]]
    #: The parameters and their defaults; ``None`` where the game decides.
    parameters: Mapping[str, Optional[str]]

    def __init__(self, name: str) -> None:
        title, colours, parameters = _arbitre.games()[name]
        self.name = name
        self.title = title
        self.colours = None if colours is None else (colours[0], colours[1])
        self.parameters = parameters

    @property
    def hidden(self) -> bool:
        """Whether somebody does not see everything: then a player has a :class:`View`."""
        return _arbitre.hidden(self.name)

    @property
    def engines(self) -> list[str]:
        """The names of its engines, for :func:`arbitre.duel`."""
        return _arbitre.engines(self.name)

    def draw(self, *, seed: int = 0, **parameters: Value) -> dict[str, str]:
        """Everything that a game begins with: the parameters, the defaults of the others, and what the seed decides.

        A parameter that is a word of Python has a ``_`` behind it: ``or_=True``. ``True`` is ``oui``, ``False`` is ``non``.

        >>> import arbitre
        >>> arbitre.coursidor.draw(m=3, seed=5)["t"]
        'T'
        """
        return _arbitre.draw(self.name, texts(parameters), seed)

    def start(self, *, seed: int = 0, **parameters: Value) -> Board:
        """The position before the first move. The same seed and parameters give the same one.

        >>> import arbitre
        >>> board = arbitre.sept_couleurs.start(L=7, H=6, seed=3)
        >>> board.to_move, board.outcome
        (1, None)
        """
        return Board(self.name, self.draw(seed=seed, **parameters))

    def from_setup(self, setup: Mapping[str, str]) -> Board:
        """The position before the first move of a game that begins with this."""
        return Board(self.name, dict(setup))

    def view(self, setup: Mapping[str, str], player: int) -> View:
        """What this player, 1 or 2, knows at the beginning of a game in which not everybody sees everything.

        >>> import arbitre
        >>> view = arbitre.sphinx.view(arbitre.sphinx.draw(h=3, w=4, n=4), player=1)
        >>> len(view.legal())
        4
        """
        return View(self.name, dict(setup), player)

    def __repr__(self) -> str:
        return f"arbitre.{self.name.replace('-', '_')}"


#: Every game, by its name.
games: Mapping[str, Game] = {name: Game(name) for name in _arbitre.games()}
