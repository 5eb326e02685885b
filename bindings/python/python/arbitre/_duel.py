"""Games between functions and the engines that come with Arbitre, in this process."""

from __future__ import annotations

from typing import Any, Callable, Mapping, NamedTuple, Optional, Union
from urllib.parse import quote

from . import _arbitre
from ._arbitre import Board, View
from ._engine import Clock
from ._game import Game, Value, games

Player = Union[str, Callable[[Any, Clock], str]]


class Duel(NamedTuple):
    """The games of a duel, from the side of its first player."""

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of the points: a draw is half a win.

        >>> Duel(wins=6, draws=2, losses=2).score
        0.7
        """
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5


class _Function:
    """A player that is a function."""

    def __init__(self, choose: Callable[[Any, Clock], str]) -> None:
        self.choose = choose

    def begin(self, board: Board, me: int) -> None:
        game = games[board.game]
        self.view: Optional[View] = game.view(board.setup, me) if game.hidden else None

    def move(self, board: Board, seconds: float) -> str:
        known = board if self.view is None else self.view
        return self.choose(known.copy(), Clock(seconds))

    def own(self, text: str, answer: Optional[str], over: bool) -> None:
        if self.view is not None:
            self.view.own(text, answer)

    def opponent(self, told: str) -> None:
        if self.view is not None:
            self.view.opponent(told)


class _House:
    """A player that is an engine of the house."""

    def __init__(self, game: Game, name: str, seed: int) -> None:
        self.engine = _arbitre.HouseEngine(game.name, name, seed)
        self.ask("hello 1", "engine ")

    def ask(self, line: str, expected: str) -> str:
        self.engine.send(line)
        while True:
            answer = self.engine.receive()
            if answer.startswith(expected):
                return answer[len(expected) :]
            if answer.startswith("error "):
                raise RuntimeError(answer)

    def begin(self, board: Board, me: int) -> None:
        setup = " ".join(f"{key}={quote(value)}" for key, value in board.setup.items())
        self.engine.send(f"game {board.game} {('first', 'second')[me - 1]} {setup} ponder=no")

    def move(self, board: Board, seconds: float) -> str:
        return self.ask(f"go {int(seconds * 1000)}", "move ")

    def own(self, text: str, answer: Optional[str], over: bool) -> None:
        more = "" if answer is None else f" {answer}"
        self.engine.send(f"verdict VALID {'NULLE' if over else 'CONT'}{more}")

    def opponent(self, told: str) -> None:
        self.engine.send(f"opponent {told}")


def engines(game: str) -> list[str]:
    """The names of the engines of a game.

    >>> engines("labyrinthe")
    ['hasard', 'astar', 'minmax']
    """
    return games[game].engines


def _meant(players: tuple[Player, Player]) -> Game:
    """The only game that has all engines named."""
    names = [player for player in players if isinstance(player, str)]
    having = [game for game in games.values() if all(name in game.engines for name in names)]
    if len(having) != 1:
        known = ", ".join(game.name for game in having) or "none"
        raise ValueError(f"which game? these engines play: {known}")
    return having[0]


def duel(
    mine: Player,
    other: Player,
    *,
    n: int = 20,
    game: Union[Game, str, None] = None,
    time: float = 1.0,
    seed: int = 0,
    parameters: Optional[Mapping[str, Value]] = None,
) -> Duel:
    """Plays ``n`` games between two players, and gives the result of the first one.

    A player is a function as for :func:`engine`, or the name of one of :func:`engines`. The game may be left out if the names
    say it; its parameters are those of :meth:`Game.start`. Players begin in turn, twice from the same start; starts are drawn from ``seed`` on. ``time`` is in seconds for
    each move; a function that takes longer is only told so by its clock.

    >>> import arbitre
    >>> arbitre.duel("minimax", "hasard", n=4).losses
    0

    Raises :class:`IllegalMove` when a function gives a move that is not legal.
    """
    if isinstance(game, str):
        game = games[game]
    chosen = _meant((mine, other)) if game is None else game
    first, second = (
        _House(chosen, player, seed) if isinstance(player, str) else _Function(player) for player in (mine, other)
    )
    results = {1: 0, 0: 0, -1: 0}
    for index in range(n):
        board = chosen.start(seed=seed + index // 2, **(parameters or {}))
        seats = [first, second] if index % 2 == 0 else [second, first]
        for number, player in enumerate(seats, 1):
            player.begin(board, number)
        while board.outcome is None:
            mover = board.to_move
            player, opponent = seats[mover - 1], seats[2 - mover]
            text = player.move(board, time)
            told = board.play(text)
            player.own(text, told.answer, board.outcome is not None)
            opponent.opponent(told.opponent)
        results[board.outcome if index % 2 == 0 else -board.outcome] += 1
    return Duel(results[1], results[0], results[-1])
