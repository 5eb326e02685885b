"""Random games a second from Python: Arbitre, OpenSpiel and PettingZoo, one by one and many at once.

    pip install 'arbitre[pettingzoo,openspiel]' 'pettingzoo[classic]'
    python3 bindings/python/benchmarks/parties_au_hasard.py [SECONDS]

Morpion is tic-tac-toe. Each is measured five times, one after the other in turn, for so many seconds (1); medians are printed. What plays
by the same interface plays by the same code.
"""

import random
import statistics
import sys
import time
import warnings

import numpy as np
import pyspiel
from arbitre import pettingzoo as ours
from arbitre.batch import Batch, env

warnings.simplefilter("ignore", DeprecationWarning)
from pettingzoo.classic import connect_four_v3, tictactoe_v3  # noqa: E402

RUNS = 5
BOARDS = 4096


def ours_alone(name):
    start = env(name)

    def play():
        game, actions = start.copy(), 0
        while not game.done:
            game.play(random.choice(game.legal()))
            actions += 1
        return 1, actions

    return play


def openspiel(name):
    start = pyspiel.load_game(name)

    def play():
        state, actions = start.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            actions += 1
        return 1, actions

    return play


def pettingzoo(env):
    def play():
        env.reset()
        actions = 0
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
                continue
            env.step(random.choice(observation["action_mask"].nonzero()[0]))
            actions += 1
        return 1, actions

    return play


def batch(name, observe, threads=1):
    boards = Batch(name, BOARDS, seed=1, observe=observe, threads=threads)

    def play():
        games = sum(int(boards.step(boards.sample()).dones.sum()) for _ in range(16))
        return games, 16 * BOARDS

    return play


def one_call(name, threads=1):
    game, seeds = env(name), iter(range(2**62))

    def play():
        *games, actions = game.playouts(20_000, next(seeds), threads)
        return sum(games), actions

    return play


PLAYERS = {
    "OpenSpiel tic_tac_toe": openspiel("tic_tac_toe"),
    "Arbitre morpion": ours_alone("morpion"),
    "PettingZoo tictactoe_v3": pettingzoo(tictactoe_v3.env()),
    "Arbitre PettingZoo morpion_v0": pettingzoo(ours.morpion_v0.env()),
    "PettingZoo tictactoe_v3, raw_env": pettingzoo(tictactoe_v3.raw_env()),
    "PettingZoo connect_four_v3": pettingzoo(connect_four_v3.env()),
    "Arbitre PettingZoo colonnes_v0": pettingzoo(ours.colonnes_v0.env()),
    f"Arbitre batch of {BOARDS}, observed": batch("morpion", True),
    f"Arbitre batch of {BOARDS}": batch("morpion", False),
    f"Arbitre batch of {BOARDS}, 2 threads": batch("morpion", False, 2),
    "Arbitre in one call": one_call("morpion"),
    "Arbitre in one call, 2 threads": one_call("morpion", 2),
    "Arbitre colonnes in one call": one_call("colonnes"),
}


def rates(play, seconds):
    games = actions = 0
    begin = time.perf_counter()
    while (taken := time.perf_counter() - begin) < seconds:
        more, moves = play()
        games, actions = games + more, actions + moves
    return games / taken, actions / taken


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    random.seed(1)
    np.random.seed(1)
    measured = {name: [] for name in PLAYERS}
    for _ in range(RUNS):
        for name, play in PLAYERS.items():
            measured[name].append(rates(play, seconds))
    medians = {name: [statistics.median(each) for each in zip(*runs)] for name, runs in measured.items()}
    spiel, zoo, four = (medians[name] for name in ("OpenSpiel tic_tac_toe", "PettingZoo tictactoe_v3", "PettingZoo connect_four_v3"))
    print(f"{'':38} {'games/s':>11} {'actions/s':>11}   actions, times those of")
    print(f"{'':38} {'':>11} {'':>11} {'OpenSpiel':>11} {'tictactoe':>10} {'connect 4':>10}")
    for name, (games, actions) in medians.items():
        times = f"{actions / spiel[1]:>11.2f} {actions / zoo[1]:>10.1f} {actions / four[1]:>10.1f}"
        print(f"{name:38} {games:>11,.0f} {actions:>11,.0f} {times}")


if __name__ == "__main__":
    main()
