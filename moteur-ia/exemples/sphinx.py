"""A bot for Sphinx behind the engine protocol: walks towards the treasure, cell by cell.

    serveur joue sphinx profondeur 'pipe:python3 moteur-ia/exemples/sphinx.py'
"""

import random
import sys
from urllib.parse import unquote


def grid(height, width, walls):
    """A valid grid: the path is a line of cells that turns at the end of each row, the walls come after the treasure."""
    cells = ["0"] * (height * width)
    order = [r * width + (c if r % 2 == 0 else width - 1 - c) for r in range(height) for c in range(width)]
    cells[order[0]] = "2"
    cells[order[len(order) - walls - 1]] = "3"
    for place in order[len(order) - walls:]:
        cells[place] = "1"
    return "/".join("".join(cells[r * width:(r + 1) * width]) for r in range(height))


def begin_search(told):
    """Entry and treasure of the opponent's grid, such as 0:1 2:2."""
    places = [tuple(map(int, place.split(":"))) for place in told.split()]
    return {"visited": {places[0]}, "asked": set(), "treasure": places[1]}


def choose(search, height, width):
    """The cell nearest to the treasure that may be asked and has not been."""
    around = {(r + dr, c + dc) for r, c in search["visited"] for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    new = [(r, c) for r, c in around if 0 <= r < height and 0 <= c < width]
    new = [cell for cell in new if cell not in search["visited"] and cell not in search["asked"]]
    goal = search["treasure"]
    return min(new or search["visited"], key=lambda cell: (abs(cell[0] - goal[0]) + abs(cell[1] - goal[1]), random.random()))


def told_own(answer):
    """What is told of our own move: of a question what is in the cell, of the grid where the opponent's search begins."""
    global search
    if asked and answer == "0":
        search["visited"].add(asked)
    elif asked:
        search["asked"].add(asked)
    elif ":" in answer and answer[0].isdigit():
        search = begin_search(answer)


def told_opponent(told):
    """What is told of the opponent's: only of the grid of the second player it is more than that there was one."""
    global search
    if told[0].isdigit():
        search = begin_search(told)


def resume(moves):
    """The moves made already, each as it was told: ours with the answer after a ">", which the opponent's have not; our first is
    the grid, which nobody is told more of if we began."""
    global asked
    for move in moves:
        move, answered, answer = move.partition(">")
        if answered or "/" in move:
            asked = tuple(map(int, move.split(":"))) if "/" not in move else None
            told_own(answer)
        else:
            told_opponent(move)
    asked = None


known, search, size, asked = False, None, (0, 0, 0), None
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "hello":
        print("engine 1 sphinx-python", flush=True)
    elif word == "game":
        known, search, asked = rest.split()[0] == "sphinx", None, None
        values = dict(value.split("=", 1) for value in rest.split() if "=" in value)
        if known:
            size = tuple(int(values[key]) for key in "hwn")
            resume(unquote(values["moves"]).split(",") if "moves" in values else [])
    elif word == "go" and not known:
        print("error unknown game", flush=True)
    elif word == "go":
        asked = choose(search, *size[:2]) if search else None
        print("move", "%d:%d" % asked if search else grid(*size), flush=True)
    elif word == "verdict" and rest.startswith("VALID"):
        told_own(" ".join(rest.split()[2:]))
    elif word == "opponent":
        told_opponent(rest)
    elif word == "quit":
        break
