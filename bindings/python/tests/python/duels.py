"""Duels within the process: every engine of every game, against a function."""

import math
import random

import arbitre

SMALL = {
    "labyrinthe": {"L": 13, "H": 9},
    "sept-couleurs": {"L": 7, "H": 6},
    "coursidor": {"m": 3},
    "sphinx": {"h": 3, "w": 4, "n": 3},
}
chance = random.Random(1)
clocks = []


def at_random(p, clock):
    clocks.append((clock.seconds, clock.left, clock.over))
    mv = chance.choice(p.legal())
    # What the function plays on it is its own affair.
    if isinstance(p, arbitre.Board):
        p.play(mv)
    return mv


for game in arbitre.games.values():
    assert "hasard" in game.engines and game.engines == arbitre.engines(game.name)
    for name in game.engines:
        result = arbitre.duel(at_random, name, game=game, n=2, time=0.02, parameters=SMALL.get(game.name))
        assert result.games == result.wins + result.draws + result.losses == 2
assert all(seconds == 0.02 and 0 < left <= 0.02 and not over for seconds, left, over in clocks)

# The names say the game; the same seed gives the same games; the sides are the right ones.
assert arbitre.duel("minimax", "hasard", n=20).losses == 0
assert arbitre.duel("hasard", "minimax", n=20).wins == 0
once, twice = (arbitre.duel("hasard", "glouton", game="morpion", n=20, seed=5) for _ in range(2))
assert once == twice and once.losses > once.wins


def perfect(p, clock):
    values = p.values()
    return max(values, key=values.get)


assert arbitre.duel(perfect, "glouton", game=arbitre.colonnes, n=6).losses == 0
assert arbitre.duel(perfect, perfect, game="morpion", n=2) == (0, 2, 0)

for wrong in (
    lambda: arbitre.duel("hasard", "hasard"),
    lambda: arbitre.duel("nobody", "hasard"),
    lambda: arbitre.duel("nobody", "hasard", game="morpion"),
    lambda: arbitre.duel(lambda p, clock: "Z9", "hasard", game="morpion"),
    lambda: arbitre.duel(perfect, "hasard", game="morpion", parameters={"nonsense": 1}),
):
    try:
        wrong()
    except ValueError:
        pass
    else:
        raise AssertionError("accepted")

clock = arbitre.Clock(math.inf)
assert clock.left == math.inf and not clock.over and arbitre.Clock(0).over
