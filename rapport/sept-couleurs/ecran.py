"""Ce que montre l'écran de 7couleurs : ecran.py PROGRAMME FICHIER TOUCHE... presse des touches dans un vrai terminal et écrit l'écran, en texte."""

import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import struct
import sys
import tempfile
import termios

LIGNES, COLONNES = 24, 78
# What a program sends to a terminal: orders to it, or a character.
SUITE = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])|\x1b.|(.)", re.S)


def ecran(envoye):
    """The screen after all of this: positions and erasures are followed, colours are left out."""
    cases = [[" "] * COLONNES for _ in range(LIGNES)]
    ligne = colonne = 0
    for parametres, ordre, signe in SUITE.findall(envoye):
        nombres = [int(nombre) for nombre in re.findall(r"\d+", parametres)]
        if ordre == "H":
            ligne, colonne = ((nombres + [1, 1])[:2] if nombres else [1, 1])
            ligne, colonne = ligne - 1, colonne - 1
        elif ordre == "J" and nombres == [2]:
            cases = [[" "] * COLONNES for _ in range(LIGNES)]
        elif signe and signe >= " " and ligne < LIGNES and colonne < COLONNES:
            cases[ligne][colonne] = signe
            colonne += 1
    return "\n".join("".join(rangee).rstrip() for rangee in cases).rstrip("\n") + "\n"


def main():
    programme, fichier, *touches = sys.argv[1:]
    programme = os.path.abspath(programme)
    with tempfile.TemporaryDirectory() as dossier:
        enfant, maitre = pty.fork()
        if enfant == 0:
            os.chdir(dossier)
            environnement = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"], "NO_COLOR": "1"}
            arguments = "personne personne --noms ada,bob --taille 14 --graine 7 --langue fr".split()
            os.execve(programme, [programme, *arguments], environnement)
        fcntl.ioctl(maitre, termios.TIOCSWINSZ, struct.pack("HHHH", LIGNES, COLONNES, 0, 0))
        envoye = b""

        def attendre(silence):
            nonlocal envoye
            # What it has to say to a key comes at once; then it waits for the next one.
            while select.select([maitre], [], [], silence)[0]:
                try:
                    envoye += os.read(maitre, 65536)
                except OSError:
                    return

        attendre(1.0)
        os.kill(enfant, signal.SIGWINCH)
        for touche in touches:
            os.write(maitre, touche.encode())
            attendre(1.0)
        pathlib.Path(fichier).write_text(ecran(envoye.decode()))
        os.kill(enfant, signal.SIGTERM)
        attendre(0.5)
        os.waitpid(enfant, 0)


main()
