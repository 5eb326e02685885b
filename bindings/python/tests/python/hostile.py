"""Whatever anybody passes: an exception, never the end of the process."""

import random
import sys

import arbitre
from arbitre import _arbitre

chance = random.Random(int(sys.argv[1]))
SOME = [None, True, -1, 0, 1, 2, 3, 1 << 63, 1 << 64, -(1 << 70), 1.5, float("nan"), b"\xff", [], {}, (), object(), "", "\ud800", "\0", "é" * 50]
MOVES = [mv for game in arbitre.games.values() for mv in game.start(seed=1).legal()[:6]]


def text():
    kind = chance.randrange(5)
    if kind == 0:
        return bytes(chance.randrange(256) for _ in range(chance.randrange(30))).decode("utf-8", "replace")
    if kind == 1:
        return "".join(chr(chance.choice((chance.randrange(128), chance.randrange(0x110000)))) for _ in range(chance.randrange(12)))
    if kind == 2:
        mv = chance.choice(MOVES)
        at = chance.randrange(len(mv) + 1)
        return mv[:at] + chance.choice(("", "-", "9" * 30, ":", "/", " ", "\n", ",", ">", "[-1]")) + mv[at:]
    if kind == 3:
        return str(chance.randrange(-(1 << 70), 1 << 70))
    return chance.choice(MOVES)


def thing():
    return chance.choice(SOME) if chance.randrange(3) == 0 else text()


def tried(work, *arguments, **named):
    """Exceptions that a caller can expect; a panic of Rust is no Exception, and is not caught."""
    try:
        return work(*arguments, **named)
    except (ValueError, TypeError, OverflowError, KeyError, IndexError, OSError) as error:
        str(error), repr(error)
        return None


NAMES = sorted({name for game in arbitre.games.values() for name in game.parameters} | {"plateau", "walls", "bases", "murs"})
for turn in range(int(sys.argv[2])):
    game = chance.choice(list(arbitre.games.values()))
    tried(game.start, seed=chance.choice((0, 1, thing())), **{chance.choice(NAMES): thing() for _ in range(chance.randrange(3))})
    setup = {chance.choice(NAMES): thing() for _ in range(chance.randrange(4))}
    tried(arbitre.from_setup, thing(), setup)
    board = tried(game.from_setup, {**game.draw(seed=turn), **setup}) or game.start(seed=turn)
    view = tried(game.view, {**board.setup, **setup}, chance.choice((1, 2, thing())))
    for _ in range(20):
        moves = board.legal()
        if moves and chance.randrange(2):
            tried(board.play, chance.choice(moves))
        for work in (board.play, board.after, board.is_legal):
            tried(work, thing())
        tried(board.picture, (text(), text()))
        tried(board.picture, thing())
        tried(board.drawing, (text(), text()), chance.randrange(2) == 0)
        if chance.randrange(4) == 0:
            tried(board.undo)
        if view is not None:
            moves = view.legal()
            if moves and chance.randrange(2):
                tried(view.own, chance.choice(moves), chance.choice((None, "0", "1", "-1", "0:0 1:1", thing())))
            tried(view.own, thing(), thing())
            tried(view.opponent, chance.choice(("?", "encore", "passe", "0:1 2:2", thing())))
            tried(view.picture, (text(), text()))
            tried(view.drawing)
            tried(view.is_legal, thing())
    tried(arbitre.Position, thing(), thing(), thing())
    tried(arbitre.Board, game.name, board.setup, [text() for _ in range(3)])
    tried(arbitre.View, game.name, board.setup, 1, [(chance.randrange(2) == 0, text(), None)])
    tried(arbitre.View, game.name, board.setup, 1, thing())
    tried(arbitre.language, thing())
    assert board != thing() and (board == None) is False  # noqa: E711
    tried(_arbitre.HouseEngine, game.name, thing(), thing())
    if turn % 20 == 0:
        # Engines of the house do not come to an end either.
        engine = _arbitre.HouseEngine(game.name, game.engines[0], 1)
        engine.send(text().replace("\n", " "))
        engine.send("go 5")
        engine.send(f"game {text()}".replace("\n", " "))
        engine.send("hello 1")
        while not engine.receive().startswith("engine 1 "):
            pass
arbitre.language("en")
