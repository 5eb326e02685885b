"""PettingZoo's and Gymnasium's own tests on every game, batches against single games and the rules, the guide, and OpenSpiel's tests where it is installed.

    python3 learning.py [PLIES]

PLIES (6000) are played on batches and on the boards of the rules, which must agree.
"""

import copy
import importlib.util
import json
import pathlib
import pickle
import re
import sys
import threading
import time
import warnings

import arbitre
import numpy as np
from arbitre.batch import Batch, env, sized

SMALL = {"coursidor": {"m": 3}, "sphinx": {"h": 4, "w": 4}, "sept-couleurs": {"L": 7, "H": 6}, "labyrinthe": {"coups_max": 200}}


def zoo():
    import pettingzoo
    from arbitre.pettingzoo import modules
    from pettingzoo.test import api_test, seed_test

    assert len(modules) == 6
    for name, module in modules.items():
        print("PettingZoo", name, flush=True)
        with warnings.catch_warnings():
            # Its own classic games are excepted from the first two by name; the third is of who is not to move.
            warnings.simplefilter("error")
            warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
            warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
            warnings.filterwarnings("ignore", message="Action mask numpy array is all zeros")
            api_test(module.env(), num_cycles=60)
            seed_test(module.env, num_cycles=40)
        for mode in ("ansi", "svg"):
            shown = module.env(render_mode=mode)
            shown.reset(seed=1)
            text = shown.render()
            assert text.startswith("<svg") == (mode == "svg"), text[:60]
        one, other = module.raw_env(), pettingzoo.make("aec", f"arbitre/{name}")
        for game in (one, other):
            game.reset(seed=5)
        other = pickle.loads(pickle.dumps(other))
        other.reset(seed=5)
        assert np.array_equal(one.observe("player_1")["observation"], other.observe("player_1")["observation"])
        # An illegal action loses.
        one.step(-1)
        assert one.terminations["player_1"] and one.rewards == {"player_1": -1.0, "player_2": 0.0}


def gym():
    import arbitre.gymnasium
    import gymnasium
    from gymnasium.utils.env_checker import check_env

    for name in ("Colonnes", "Labyrinthe", "Morpion", "SeptCouleurs", "Coursidor", "Sphinx"):
        print("Gymnasium", name, flush=True)
        game = gymnasium.make(f"arbitre/{name}-v0")
        with warnings.catch_warnings():
            # An energy has no bound; there are modes of text beside those that it knows.
            warnings.simplefilter("ignore")
            check_env(game.unwrapped, skip_render_check=True)
        for seed in range(5):
            _, info = game.reset(seed=seed)
            for _ in range(200):
                action = game.action_space.sample(info["action_mask"])
                _, reward, terminated, _, info = game.step(action)
                if terminated:
                    break
    lost = arbitre.gymnasium.SoloEnv("morpion", opponent=lambda game: game.legal()[-1], seat=1)
    _, info = lost.reset(seed=0)
    assert info["action_mask"].sum() == 8 and lost.step(8)[1:3] == (-1.0, True)


def batches():
    for name in ("colonnes", "labyrinthe", "morpion", "sept-couleurs", "coursidor", "sphinx"):
        print("lots", name, flush=True)
        one, two = (Batch(name, 50, seed=4, threads=threads, **SMALL.get(name, {})) for threads in (1, 2))
        single = env(name, 4, **sized(name, SMALL.get(name, {})))
        before = one.now()
        for _ in range(60):
            actions = one.sample()
            assert np.array_equal(actions, two.sample())
            assert before.masks[np.arange(50), actions].all()
            step, same = one.step(actions), two.step(actions)
            assert all(np.array_equal(mine, other) for mine, other in zip(step, same))
            assert (step.rewards.sum(axis=1) == 0).all() and not step.rewards[~step.dones].any()
            if single is not None:
                done = single.play(int(actions[0]))
                assert done == step.dones[0]
                if done:
                    assert tuple(step.rewards[0]) == single.rewards
                    single = None
                else:
                    seen = np.frombuffer(single.observe(single.player), np.float32)
                    assert np.array_equal(seen, step.observations[0].ravel())
                    assert single.legal() == list(np.flatnonzero(step.masks[0]))
            before = step
        copied = pickle.loads(pickle.dumps(env(name, 4)))
        assert copied.legal() == env(name, 4).legal() == copy.deepcopy(copied).legal()
    refused = [
        (ValueError, lambda: one.step([0] * 49)),
        (ValueError, lambda: one.step([10**6] * 50)),
        (TypeError, lambda: one.step([0.5] * 50)),
        (ValueError, lambda: one.afterstates()),
        (ValueError, lambda: Batch("morpion", 0)),
        (ValueError, lambda: Batch("morpion", 3, starts=0)),
        (MemoryError, lambda: Batch("morpion", 2**62)),
        (MemoryError, lambda: Batch("morpion", 2**26)),
        (MemoryError, lambda: Batch("sept-couleurs", 100_000, L=7, H=6).afterstates()),
        (OverflowError, lambda: Batch("morpion", -1)),
        (ValueError, lambda: Batch("échecs", 3)),
        (ValueError, lambda: Batch("sphinx", 3, h=0)),
        (ValueError, lambda: one.step(one.sample().reshape(25, 2))),
        (ValueError, lambda: one.step(np.full(50, -1))),
        (ValueError, lambda: one.step(np.full(50, 2**64 - 1, np.uint64))),
        (TypeError, lambda: one.step(np.zeros(50, bool))),
        (TypeError, lambda: one.step(np.zeros(50, object))),
        (TypeError, lambda: one.step(None)),
        (ValueError, lambda: one.step(np.zeros(0, int))),
        (TypeError, lambda: one._batch.step([1, 2])),
        (ValueError, lambda: one._batch.step(b"1234567")),
        (OverflowError, lambda: Batch("morpion", 2**70)),
        (TypeError, lambda: Batch("morpion", 1.5)),
        (OverflowError, lambda: Batch("morpion", 3, threads=-1)),
        (OverflowError, lambda: env("morpion").playouts(-1)),
        (ValueError, lambda: env("morpion").play(9)),
        (OverflowError, lambda: env("morpion").play(-1)),
        (ValueError, lambda: env("morpion").observe(2)),
        (ValueError, lambda: env("morpion").read("Z9\0\ud7ff" * 1000)),
    ]
    for error, does in refused:
        try:
            does()
        except error:
            continue
        raise AssertionError(f"no {error.__name__}")
    assert sum(env("morpion").playouts(1000, seed=1)[:3]) == 1000
    assert env("colonnes").playouts(200, 1, 1) == env("colonnes").playouts(200, 1, 2)


def rules(plies):
    """Batches against the boards of the rules. Not Sphinx, whose grids are made cell by cell: the crate `learning` tests them."""
    boards = 30
    for name in ("colonnes", "labyrinthe", "morpion", "sept-couleurs", "coursidor"):
        parameters = sized(name, SMALL.get(name, {}))
        batch, reader = Batch(name, boards, seed=6, threads=2, **parameters), env(name, 6, **parameters)
        game = arbitre.games[name]
        singles = [game.start(seed=6, **parameters) for _ in range(boards)]
        step = batch.now()
        for _ in range(max(1, plies // 5 // boards)):
            actions = batch.sample()
            for row, single in enumerate(singles):
                legal = sorted(reader.read(text)[0] for text in single.legal())
                assert legal == list(np.flatnonzero(step.masks[row])), (name, single.moves)
                assert step.players[row] == single.to_move - 1
                single.play(reader.text(int(actions[row])))
            step = batch.step(actions)
            for row, single in enumerate(singles):
                # It is the referee who ends a game that is too long, not the rules.
                drawn = len(single.moves) == int(single.setup.get("coups_max", 0))
                outcome = 0 if drawn and single.outcome is None else single.outcome
                assert step.dones[row] == (outcome is not None), (name, single.moves)
                if outcome is not None:
                    assert tuple(step.rewards[row]) == (outcome, -outcome)
                    singles[row] = game.start(seed=6, **parameters)


def unlocked():
    """Another thread runs while a long call does."""
    turns, over = 0, threading.Event()

    def count():
        nonlocal turns
        while not over.is_set():
            turns += 1
            time.sleep(0.001)

    other = threading.Thread(target=count)
    other.start()
    game = env("colonnes")
    # Parts of 4,096 games are one call without the lock.
    game.playouts(4_000, 1)
    over.set()
    other.join()
    assert turns > 3, turns
    # Two threads with one batch: an exception at worst.
    batch, refused = Batch("colonnes", 20_000), []

    def look():
        for _ in range(20):
            try:
                batch.now()
            except RuntimeError as error:
                refused.append(error)

    both = [threading.Thread(target=look) for _ in range(2)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    assert len(refused) < 40 and len(batch.now().players) == 20_000


def spiel():
    import arbitre.openspiel
    import pyspiel

    for name in ("colonnes", "labyrinthe(coups_max=300)", "morpion", "sept_couleurs(L=7,H=6)", "coursidor(m=3)", "sphinx(h=4,w=4)"):
        print("OpenSpiel", name, flush=True)
        game = pyspiel.load_game(f"arbitre_{name}")
        pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    game = pyspiel.load_game("arbitre_morpion")
    state, theirs = game.new_initial_state(), pyspiel.load_game("tic_tac_toe").new_initial_state()
    random = np.random.default_rng(0)
    for _ in range(200):
        while not theirs.is_terminal():
            assert state.legal_actions() == theirs.legal_actions() and state.current_player() == theirs.current_player()
            action = int(random.choice(theirs.legal_actions()))
            state.apply_action(action)
            theirs.apply_action(action)
        assert state.is_terminal() and list(state.returns()) == theirs.returns()
        state, theirs = game.new_initial_state(), pyspiel.load_game("tic_tac_toe").new_initial_state()


def documents():
    """The Python of the guide runs, in both languages, and so does the notebook, for fewer steps."""
    root = pathlib.Path(__file__).parents[4]
    for name in ("apprentissage.md", "apprentissage.en.md"):
        blocks = re.findall(r"^```python\n(.*?)^```", (root / "guides" / name).read_text("utf-8"), re.M | re.S)
        assert len(blocks) == 3, name
        for block in blocks:
            exec(compile(block, name, "exec"), {})
    notebook = json.loads((root / "bindings/python/notebooks/colonnes.ipynb").read_text("utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    cells[0], found = re.subn(r"^SEED, STEPS, GAMES = .*", "SEED, STEPS, GAMES = 1, 40, 4", cells[0], flags=re.M)
    assert found == 1
    names = {}
    for cell in cells:
        exec(compile(cell, "colonnes.ipynb", "exec"), names)
    assert names["result"].games == 4 and names["losses"][-1] > 0


def main():
    rules(int(sys.argv[1]) if len(sys.argv) > 1 else 6000)
    unlocked()
    documents()
    batches()
    zoo()
    gym()
    if importlib.util.find_spec("pyspiel"):
        spiel()
    else:
        print("OMIS apprentissage::openspiel : il manque open_spiel")


if __name__ == "__main__":
    main()
