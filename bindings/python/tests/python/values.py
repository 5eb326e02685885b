"""What the objects promise: values, copies, pickles, errors, languages, notebooks."""

import copy
import pickle

import arbitre


def fails(kind, work, *arguments, **named):
    try:
        work(*arguments, **named)
    except kind as error:
        return error
    raise AssertionError((kind, arguments))


assert list(arbitre.games) == ["colonnes", "labyrinthe", "morpion", "sept-couleurs", "coursidor", "sphinx"]
for game in arbitre.games.values():
    board = game.start(seed=3)
    assert board == game.from_setup(board.setup) == game.start(seed=3)
    assert game.title and repr(game) == f"arbitre.{game.name.replace('-', '_')}"
    first, *_, last = board.legal()
    assert board.is_legal(last)
    position = board.position
    fails(TypeError, hash, board)
    assert position.after(first) != position != board.after(last)
    assert board == position and position in {position: 1} and board.moves == []
    board.play(first)
    assert board != position and board.moves == [first] and position.moves == []
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        for thing in (board, board.position):
            again = pickle.loads(pickle.dumps(thing, protocol))
            assert type(again) is type(thing) and again == thing and again.moves == thing.moves
    for other in (copy.copy(board), copy.deepcopy([board])[0], board.copy(), board.position.board()):
        assert other == board and other is not board
        other.undo()
        assert other != board and board.moves == [first]
    assert copy.copy(position) is position and copy.deepcopy(position) is position
    svg = board._repr_svg_()
    assert svg.startswith("<svg") and "</svg>" in svg and "<defs>" in svg
    assert board.drawing(plain=True) != svg and board.drawing(names=("ada<", "bob")) is not None
    assert str(board) == board.picture() and "\n" in str(board)
    board.setup["x"] = "1"
    assert "x" not in board.setup
    for text in ("", "zzz", "é", "A1" * 100_000, "\0"):
        error = fails(arbitre.IllegalMove, board.play, text)
        assert error.code and isinstance(error.arguments, tuple) and str(error)
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), again.code) == (type(error), str(error), error.code)

board = arbitre.colonnes.start()
fails(IndexError, board.undo)
board.play("B2")
for _ in range(2):
    board.play(board.legal()[0])
error = fails(arbitre.NotAMove, board.after, "Z9")
assert (error.code, error.arguments, str(error)) == ("not-a-move", ("Z9",), '"Z9" is not a move')
assert arbitre.language() == "en" and arbitre.language("fr") == "fr"
assert "n'est pas un coup" in str(fails(arbitre.NotAMove, board.after, "Z9"))
fails(ValueError, arbitre.language, "de")
assert arbitre.language("en") == "en"

# Parameters.
assert arbitre.sept_couleurs.start(L=7, H=6, or_=True).setup["or"] == "oui"
error = fails(arbitre.BadParameter, arbitre.sept_couleurs.start, L=7000)
assert (error.name, error.code, pickle.loads(pickle.dumps(error)).name) == ("L", "not-in-range", "L")
fails(arbitre.BadParameter, arbitre.morpion.start, nonsense=1)
fails(arbitre.BadParameter, arbitre.labyrinthe.from_setup, {})
fails(OverflowError, arbitre.morpion.start, seed=-1)
fails(OverflowError, arbitre.morpion.start, seed=1 << 64)
assert fails(arbitre.RuleError, arbitre.from_setup, "echecs", {}).code == "unknown-game"
fails(TypeError, arbitre.BasePosition)

# Exact values.
value = board.value()
assert value.result in (-1, 0, 1) and board.values()
values = arbitre.Board("morpion", {}, ["A1", "B2", "A2", "C3"]).values()
best = next(iter(values))
assert best == "A3" and (values[best].result, values[best].plies) == (1, 1)
assert values[best] == max(values.values()) and values[best] > min(values.values())
assert list(values.values()) == sorted(values.values(), reverse=True)
won = arbitre.Board("morpion", {}, ["A1", "B2", "A2", "C3", "A3"])
assert (won.outcome, won.value().result, won.value().plies, won.values()) == (1, -1, 0, {})
assert "everything" not in str(fails(ValueError, arbitre.labyrinthe.start().value))

# Sphinx: nobody's view tells what the player has not been told.
setup = arbitre.sphinx.draw(h=3, w=4, n=3)
board = arbitre.sphinx.from_setup(setup)
views = {player: arbitre.sphinx.view(setup, player) for player in (1, 2)}
for mv in ("2011/0010/0003", "0210/0100/0031", "0:2", "0:2"):
    mover = board.to_move
    assert views[mover].to_move == mover and views[mover].is_legal(mv)
    told = board.play(mv)
    views[mover].own(mv, told.answer)
    views[3 - mover].opponent(told.opponent)
assert views[2].events[0] == (False, "?", None) and "2011" not in str(views[2].events)
again = pickle.loads(pickle.dumps(views[1]))
assert again.picture() == views[1].picture() and again.events == views[1].events
fails(arbitre.IllegalMove, views[1].own, "nonsense")
fails(ValueError, arbitre.sphinx.view, setup, 3)
fails(ValueError, arbitre.colonnes.view, {}, 1)
assert views[2]._repr_svg_().startswith("<svg")

# A move is kept, and told, as the game writes it.
board = arbitre.colonnes.start()
assert board.play("b2").opponent == "B2" and board.moves == ["B2"]

# A line that is longer than the stack is deep, with both ends let go.
board = arbitre.labyrinthe.start(seed=1, coups_max=0)
for _ in range(300_000):
    board.play("rien")
early = board.position
board.undo()
del board, early
