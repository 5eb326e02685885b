"""An engine for Colonnes, the example, with one fault: the one that its argument names. A second one says where the example is."""

import os
import select
import signal
import sys
import time

FAULT = sys.argv[1]
EXAMPLE = (sys.argv[2:] or [os.path.join(os.path.dirname(__file__), "../../../moteur-ia/exemples/hasard.py")])[0]

lines_read = 0
games_ended = 0
last_move = ""
milliseconds = 0
known = False
ponders = False


def say(line):
    """Writes a line, the first time as it should be where only moves are kept back."""
    sys.stdout.write(line + "\n")
    if FAULT == "nothing-flushed" or FAULT == "moves-not-flushed" and line.startswith("move"):
        return
    sys.stdout.flush()


def hear():
    """The lines of the host, until there are none."""
    waiting = b""
    while True:
        while b"\n" not in waiting:
            if ponders:  # in a loop, until something is there
                while not select.select([0], [], [], 0)[0]:
                    pass
            more = os.read(0, 65536)
            if not more:
                break
            waiting += more
        if b"\n" not in waiting:
            if FAULT == "stays-at-the-end":
                time.sleep(1000)
            return
        line, _, waiting = waiting.partition(b"\n")
        yield line.decode()


def before(line):
    """What is wrong before the line is answered; gives the line that the example is to answer, if any."""
    global known, milliseconds, ponders
    word, _, rest = line.partition(" ")
    if word == "hello" and FAULT in ("other-version", "no-name", "talks-first", "dies-at-once"):
        if FAULT == "dies-at-once":
            sys.exit("no book")
        sys.stdout.write({"other-version": "engine 2 moi\n", "no-name": "engine 1\n", "talks-first": "move B2\n"}[FAULT])
        sys.stdout.flush()
        return None
    if word == "game":
        known = rest.startswith("colonnes ")
        ponders = FAULT == "ponders" and "ponder=no" in rest
        if FAULT == "moves-ignored":
            line = line.split(" moves=")[0]
        elif FAULT == "plays-anything" and not known:
            line = "game colonnes first"
        elif FAULT == "ends-at-unknown-game" and not known:
            sys.exit("jeu inconnu")
        elif FAULT == "only-known-parameters" and "nouveaute" in line and len(line) < 1000:
            raise KeyError("nouveaute")
        elif FAULT == "short-lines" and len(line) > 4096:
            raise ValueError("too long")
    elif word == "go":
        milliseconds = int(rest)
        if FAULT == "late":
            time.sleep(5)
        elif FAULT == "deaf-to-stop" and milliseconds > 1000:
            time.sleep(milliseconds * 0.9 / 1000)
        elif FAULT == "mute":
            return None
        elif FAULT == "asleep":
            time.sleep(3600)
        elif FAULT == "complains":
            print("ehco: command not found", file=sys.stderr, flush=True)
            return None
        elif FAULT == "computes-for-ever":
            while True:
                pass
        elif FAULT == "only-A1" and known:
            say("move A1")
            return None
        elif FAULT == "no-move" and known:
            say("move Z9")
            return None
        elif FAULT == "gives-up":
            say("error perdu")
            return None
    elif word in ("verdict", "opponent") and FAULT == "only-A1":
        return None
    elif word == "verdict" and "TIMEOUT" in rest and FAULT == "not-for-timeouts":
        raise ValueError("TIMEOUT")
    elif word == "stop" and FAULT == "answers-every-stop":
        say("move " + (last_move or "B2"))
    elif word == "quit" and FAULT == "stays-at-quit":
        return None
    elif word == "nouveaute" and FAULT == "only-known-messages":
        say("error message inconnu : " + line)
    return line


def after(line):
    """What is wrong once it is answered."""
    global games_ended, lines_read
    word = line.partition(" ")[0]
    lines_read += 1
    if word == "opponent" and FAULT == "talks":
        print("je joue contre", line, flush=True)
    if word == "opponent" and FAULT == "not-text":
        sys.stdout.buffer.write(b"info \xff\xfe\n")
        sys.stdout.flush()
    if word == "opponent" and FAULT == "out-of-turn":
        say("move B2")
    if word == "go" and FAULT == "twice" and milliseconds < 1000:
        say("move B2")
    if word == "end":
        games_ended += 1
    if FAULT == "one-game" and games_ended == 1 or FAULT == "one-rencontre" and games_ended == 2:
        sys.exit()
    if word == "go" and FAULT == "crashes" and lines_read > 9:
        raise IndexError("pile vide")
    if word == "go" and FAULT == "is-killed" and lines_read > 9:
        os.kill(os.getpid(), signal.SIGSEGV)


class Output:
    """What the example writes."""

    def write(self, text):
        global last_move
        if text.startswith("move "):
            last_move = text.split()[1]
        if text.strip():
            say(text.strip())

    def flush(self):
        pass


def answered():
    """The lines that the example gets."""
    for line in hear():
        passed = before(line)
        if passed is not None:
            yield passed + "\n"
        after(line)


class Sys:
    """The example's own `sys`."""

    stdin = answered()


if FAULT == "says-hello":
    print("Bonjour !", flush=True)
source = open(EXAMPLE).read().replace("import sys\n", "")
source = source.replace("print(ligne, flush=True)", "dit.write(ligne)")
exec(compile(source, EXAMPLE, "exec"), {"sys": Sys, "dit": Output(), "__name__": "__main__"})
