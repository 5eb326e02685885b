"""The interpreter runs other threads while this package thinks, and one object may be used by several threads."""

import threading
import time

import arbitre


def others_run_during(work):
    """How often another thread comes to run meanwhile, per second."""
    ticks, end = [0], threading.Event()

    def tick():
        while not end.is_set():
            ticks[0] += 1
            time.sleep(0.001)

    other = threading.Thread(target=tick)
    other.start()
    began = time.monotonic()
    work()
    seconds, seen = time.monotonic() - began, ticks[0]
    end.set()
    other.join()
    return seen, seconds


board = arbitre.colonnes.start()
seen, seconds = others_run_during(board.value)
assert seen > 20 * seconds, ("solving", seen, seconds)
assert seconds > 0.1, "solved, not read from a cache"


def search():
    arbitre.duel("alphabeta", "hasard", game="colonnes", n=1, time=0.3)


seen, seconds = others_run_during(search)
assert seen > 20 * seconds and seconds > 0.3, ("searching", seen, seconds)

shared = arbitre.labyrinthe.start(seed=2, coups_max=0)
failures = []


def use():
    try:
        for _ in range(3000):
            shared.play("rien")
            shared.position.after("rien")
            shared.key, shared.legal(), shared.copy()
            shared.undo()
    except BaseException as error:
        failures.append(error)


threads = [threading.Thread(target=use) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert not failures and shared.moves == [], failures

answers = []
threads = [threading.Thread(target=lambda: answers.append(arbitre.colonnes.start().values())) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert len(answers) == 4 and all(answer == answers[0] for answer in answers)
