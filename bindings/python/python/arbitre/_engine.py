"""An engine: the dialogue of protocol/MOTEUR.md around a function."""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
import traceback
from typing import Any, Callable, Optional, Union
from urllib.parse import unquote

from . import _arbitre
from ._arbitre import Board, View
from ._game import Game, games
from .errors import RuleError

Known = Union[Board, View]

#: What a host sends that does not end a search.
_IDLE = ("hello", "legal")
_MESSAGES = ("hello", "game", "legal", "go", "verdict", "opponent", "end", "stop", "quit")
#: The part of the time that is kept for sending the move, and the most of it, in seconds.
_MARGIN_PART, _MARGIN = 0.1, 0.02


class Clock:
    """The time for a move. ``clock.over`` says when to answer with the best move so far."""

    #: The time at the beginning, in seconds; ``inf`` where there is no limit.
    seconds: float

    def __init__(self, seconds: float, started: Optional[float] = None, stopped: Callable[[], bool] = lambda: False) -> None:
        self.seconds = seconds
        self._due = (time.monotonic() if started is None else started) + seconds - min(seconds * _MARGIN_PART, _MARGIN)
        self._stopped = stopped

    @property
    def left(self) -> float:
        """The seconds left; 0 once the move is wanted at once."""
        return 0.0 if self._stopped() else max(0.0, self._due - time.monotonic())

    @property
    def over(self) -> bool:
        """Whether the move is wanted at once."""
        return self.left <= 0.0


class _Input:
    """Reads the host's lines while the engine thinks."""

    def __init__(self) -> None:
        self.lines: queue.SimpleQueue[tuple[int, float, str]] = queue.SimpleQueue()
        #: The number of the last line that ends a search.
        self.last = 0
        threading.Thread(target=self._read, args=(os.dup(0),), daemon=True).start()

    def _read(self, descriptor: int) -> None:
        number = 0
        with open(descriptor, encoding="utf-8", errors="replace", newline="\n") as host:
            for line in host:
                number += 1
                word = line.split(maxsplit=1)[:1]
                if word and word[0] in _MESSAGES and word[0] not in _IDLE:
                    self.last = number
                self.lines.put((number, time.monotonic(), line.rstrip("\r\n")))
                if word == ["quit"]:
                    return
        self.last = number + 1
        self.lines.put((number + 1, time.monotonic(), "quit"))


class _Playing:
    """The game under way."""

    def __init__(self, game: Game, side: str, parameters: dict[str, str]) -> None:
        self.me = 1 if side == "first" else 2
        self.known: Known = game.view(parameters, self.me) if game.hidden else game.from_setup(parameters)
        self.ponder = parameters.get("ponder") != "no"
        self.given = ""
        self.over = False
        for told in filter(None, parameters.get("moves", "").split(",")):
            text, arrow, answer = told.partition(">")
            self.heard(text, answer if arrow else None, own=self.known.to_move == self.me)

    def heard(self, text: str, answer: Optional[str], own: bool) -> None:
        if isinstance(self.known, Board):
            self.known.play(text)
        elif own:
            self.known.own(text, answer)
        else:
            self.known.opponent(text)

    @property
    def turn(self) -> Optional[int]:
        if self.over or (isinstance(self.known, Board) and self.known.outcome is not None):
            return None
        return self.known.to_move

    def checked(self, move: Any) -> str:
        """The move of the engine's function, for the host, which judges it."""
        if not isinstance(move, str):
            raise TypeError(f"a move is a str, not {move!r}")
        if not move.isprintable():
            raise ValueError(f"not a move: {move!r}")
        if isinstance(self.known, Board):
            try:
                self.known.after(move)
            except RuleError as error:
                print(f"{move}: {error}", file=sys.stderr)
        elif not self.known.is_legal(move):
            print(f"{move}: not legal", file=sys.stderr)
        self.given = move
        return move


class _Session:
    def __init__(self, name: str, choose: Callable[[Any, Clock], str], ponder: Optional[Callable[[Any, Clock], object]]) -> None:
        self.name = name
        self.choose = choose
        self.ponder = ponder
        self.playing: Optional[_Playing] = None
        self.output = os.dup(1)
        # Whatever is printed, also by libraries in C, goes to the log.
        os.dup2(2, 1)
        sys.stdout = sys.stderr
        self.input = _Input()
        sys.stdin = open(os.devnull, encoding="utf-8")

    def say(self, line: str) -> None:
        rest = memoryview((" ".join(line.splitlines()) + "\n").encode("utf-8", "replace"))
        while rest:
            rest = rest[os.write(self.output, rest) :]

    def run(self) -> None:
        while True:
            number, at, line = self.input.lines.get()
            word, _, rest = line.partition(" ")
            if word == "quit":
                return
            try:
                self.answer(word, rest, number, at)
            except RuleError as error:
                self.playing = None
                self.say(f"error {error.code}" + (": " + "; ".join(error.arguments) if error.arguments else ""))
            except ValueError:
                self.say(f"error bad-message: {line[:200]}")

    def answer(self, word: str, rest: str, number: int, at: float) -> None:
        if word == "hello":
            self.say(f"engine 1 {self.name}")
        elif word == "game":
            self.begin(rest)
        elif word == "go":
            self.think(rest, number, at)
        elif word == "verdict":
            self.judged(rest, number)
        elif word == "opponent" and self.playing is not None:
            self.playing.heard(rest, None, own=False)
            self.think_ahead(number)
        elif word == "end":
            self.playing = None

    def begin(self, rest: str) -> None:
        self.playing = None
        name, side, *pairs = rest.split(" ")
        if name not in games:
            raise RuleError("unknown-game", (name, ", ".join(games)), name)
        parameters = {key: unquote(value) for key, _, value in (pair.partition("=") for pair in pairs)}
        self.playing = _Playing(games[name], side, parameters)

    def think(self, rest: str, number: int, at: float) -> None:
        playing = self.playing
        if playing is None or playing.turn != playing.me:
            raise RuleError("message-without-game" if playing is None else "message-out-of-place", ("go",), "go")
        clock = Clock(int(rest) / 1000, at, lambda: self.input.last > number)
        try:
            # A copy: what the function plays on it is its own affair.
            move = playing.checked(self.choose(playing.known.copy(), clock))
        except Exception as error:
            traceback.print_exc()
            self.say(f"error {type(error).__name__}: {error}")
        else:
            self.say(f"move {move}")

    def judged(self, rest: str, number: int) -> None:
        playing = self.playing
        if playing is None:
            return
        validity, result, *answer = rest.split(" ", 2)
        if validity != "VALID":
            self.playing = None
            return
        playing.heard(playing.given, answer[0] if answer else None, own=True)
        playing.over = result != "CONT"
        self.think_ahead(number)

    def think_ahead(self, number: int) -> None:
        playing = self.playing
        if self.ponder is None or playing is None or not playing.ponder or playing.turn in (None, playing.me):
            return
        try:
            self.ponder(playing.known.copy(), Clock(float("inf"), None, lambda: self.input.last > number))
        except Exception:
            traceback.print_exc()


def engine(
    name: str,
    choose: Callable[[Any, Clock], str],
    *,
    ponder: Optional[Callable[[Any, Clock], object]] = None,
) -> None:
    """Plays every game as an engine, until the host ends it.

    ``choose(p, clock)`` gives a move. ``p`` is a :class:`Board`, or a :class:`View` where not everybody sees everything; it may
    be played on. Once ``clock.over`` is true the move is due.

    ``ponder(p, clock)`` thinks while the opponent does, and returns when ``clock.over`` becomes true.

    Standard output belongs to the dialogue: what is printed goes to standard error, which the host shows as the engine's log.
    An exception loses the game, and the log has it.

    A whole engine::

        import random
        import arbitre

        arbitre.engine("moi", lambda p, clock: random.choice(p.legal()))
    """
    try:
        _Session(name, choose, ponder).run()
    except (BrokenPipeError, KeyboardInterrupt):
        pass
