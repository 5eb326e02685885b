"""Plays games of testing/src/games again and compares everything."""

import sys
import time

import arbitre


def fnv(moves):
    value = 0xCBF29CE484222325
    for byte in "".join(move + "\n" for move in moves).encode():
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def start(game, seed, parameters, settings):
    if seed != "-":
        setup = arbitre.games[game].draw(seed=int(seed), **parameters)
        assert setup == settings, (setup, settings)
    return arbitre.from_setup(game, settings)


plies = refused = undone = 0
began = time.monotonic()
board, head, line = None, None, []
for text in sys.stdin:
    word, *fields = text.rstrip("\n").split("\t")
    if word == "game":
        board, head = None, (*fields, {}, {})
    elif word in ("parameter", "setting"):
        head[2 if word == "parameter" else 3][fields[0]] = fields[1]
    else:
        if board is None:
            board, line = start(*head), []
            views = {}
            if arbitre.games[board.game].hidden:
                views = {player: arbitre.sphinx.view(board.setup, player) for player in (1, 2)}
        if word == "at":
            outcome = None if fields[2] == "-" else int(fields[2])
            seen = (board.key, board.to_move, board.outcome)
            assert seen == (int(fields[0]), int(fields[1]), outcome), (board.moves, seen, fields)
        elif word == "legal":
            moves = board.legal()
            assert (len(moves), fnv(moves)) == (int(fields[0]), int(fields[1])), board.moves
        elif word == "refused":
            before = board.position
            try:
                board.play(fields[0])
            except arbitre.IllegalMove as error:
                assert error.code == fields[1] and str(error), (error, fields)
                assert isinstance(error, arbitre.NotAMove) == (error.code == "not-a-move")
            else:
                raise AssertionError(fields)
            assert not board.is_legal(fields[0]) and board == before
            refused += 1
        elif word == "move":
            mv, mover = fields[0], board.to_move
            before, after = board.position, board.after(mv)
            told = board.play(mv)
            answer = None if fields[1] == "-" and told.answer is None else fields[1]
            assert (told.answer, told.opponent) == (answer, fields[2]), (board.moves, fields)
            assert board == after and hash(board.position) == hash(after) and before != after
            for player, view in views.items():
                if player == mover:
                    view.own(mv, told.answer)
                else:
                    view.opponent(told.opponent)
            if plies % 7 == 0:
                assert board.undo() == mv and board == before
                board.play(mv)
                undone += 1
            line.append(mv)
            plies += 1
        elif word == "end":
            assert board.moves == line
            assert arbitre.Position(board.game, board.setup, board.moves) == board
            while board.moves:
                board.undo()
            assert board == arbitre.from_setup(board.game, board.setup)
        else:
            raise AssertionError(text)
seconds = time.monotonic() - began
assert plies == int(sys.argv[1]) and refused and undone, (plies, refused, undone)
print(f"{plies} plies, {refused} refused, {undone} taken back, {seconds:.1f} s")
