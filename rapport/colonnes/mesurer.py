"""Refait les données du rapport de Colonnes par les programmes et les mesures du projet. Appelé par mesurer.sh."""

import datetime
import itertools
import json
import os
import pathlib
import platform
import random
import re
import subprocess
import sys
import tempfile
import time

RACINE = pathlib.Path(__file__).resolve().parents[2]
DONNEES = pathlib.Path(__file__).resolve().parent / "donnees"
CIBLE = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", RACINE / "target"))
MOTEUR = CIBLE / "release/moteur"
JOUEUR = CIBLE / "release/joueur"
VECTEURS = RACINE / "vecteurs/colonnes"


def sortie(*commande, entree=None, cwd=RACINE):
    """What a command prints; its failure is ours."""
    done = subprocess.run(
        [str(mot) for mot in commande], input=entree, cwd=cwd, text=True, check=True, stdout=subprocess.PIPE
    )
    return done.stdout


def lignes(fichier):
    return [json.loads(ligne) for ligne in (VECTEURS / fichier).read_text().splitlines()]


def ecrire(nom, contenu, mesure=True):
    """Writes a file of data; a measured one says where and when."""
    if mesure:
        contenu = {"machine": machine(), **contenu}
    DONNEES.mkdir(exist_ok=True)
    texte = json.dumps(contenu, ensure_ascii=False, indent=1)
    # A list or a small object of numbers stays on its line.
    texte = re.sub(r"[\[{][^\[\]{}]*[\]}]", lambda bloc: re.sub(r"\s*\n\s*", " ", bloc.group()), texte)
    (DONNEES / f"{nom}.json").write_text(texte + "\n")
    print(f"    rapport/colonnes/donnees/{nom}.json")


def machine():
    with open("/proc/cpuinfo") as cpu:
        modele = next((ligne.split(":")[1].strip() for ligne in cpu if ligne.startswith("model name")), "inconnu")
    java = subprocess.run(["java", "-version"], capture_output=True, text=True).stderr
    return {
        "date": datetime.date.today().isoformat(),
        "processeur": modele,
        "coeurs": os.cpu_count(),
        "charge": round(os.getloadavg()[0], 1),
        "systeme": f"{platform.system()} {platform.release().split('-')[0]}",
        "rust": sortie("rustc", "--version").split()[1],
        "java": re.search(r'version "([^"]*)"', java).group(1),
    }


def jeu():
    """What solving says: the same on every machine, but for the times."""
    with tempfile.TemporaryDirectory() as dossier:
        table = pathlib.Path(dossier) / "colonnes.table"
        textes = [
            sortie(MOTEUR, "--langue", "fr", "colonnes", "resoudre", "--table", table) for _ in range(5)
        ]
        texte, taille = textes[0], table.stat().st_size

    def entier(mot):
        return int(re.sub(r"\D", "", mot))

    couches = []
    for ligne in texte.splitlines():
        colonnes = re.split(r"\s{2,}|(?<=%)\s+", ligne.strip())
        if len(colonnes) == 6 and (colonnes[0].isdigit() or colonnes[0] == "total"):
            parts = [float(part.rstrip("\u202f\u00a0 %").replace(",", ".")) for part in colonnes[3:]]
            couches.append([entier(colonnes[1]), entier(colonnes[2]), *parts])
    assert len(couches) == 18, texte
    valeurs = re.search(r"^position de départ\s+(\S+)\s+(\S+)", texte, re.M).groups()
    gain = re.search(r"^plus long gain forcé\s+(\d+) coups\s+(\d+) coups", texte, re.M).groups()
    pose = re.search(r"^\s+tous les pions étant posés\s+(\d+) coups\s+(\d+) coups", texte, re.M).groups()
    # The best run: whatever disturbs one only makes it slower.
    temps = [re.search(r"Calcul ([\d,]+) s, vérification ([\d,]+) s", texte).groups() for texte in textes]
    calcul, verification = (min(float(duree.replace(",", ".")) for duree in durees) for durees in zip(*temps))
    # All that follows from the rules; a test compares it with another computation.
    ecrire("jeu", {
        "depart": valeurs[0],
        "depart_sans_limite": valeurs[1],
        "premiers_coups": dict(re.findall(r"^premier coup (\S+)\s+(\S+)", texte, re.M)),
        "plus_long_gain": [int(coups) for coups in gain],
        "plus_long_gain_pions_poses": [int(coups) for coups in pose],
        "couches": couches[:-1],
        "total": couches[-1],
    }, mesure=False)
    ecrire("resolution", {"calcul_s": calcul, "verification_s": verification, "fichier_octets": taille})


class Moteur:
    """An engine behind its pipe."""

    def __init__(self, *commande):
        self.processus = subprocess.Popen(
            [str(mot) for mot in commande], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, bufsize=1,
        )
        self.dire("hello 1")
        assert self.processus.stdout.readline().startswith("engine 1 ")

    def dire(self, ligne):
        self.processus.stdin.write(ligne + "\n")
        self.processus.stdin.flush()

    def coup(self, coups, ms):
        """Its move after these moves, the seconds that it took, the positions that it says to have seen."""
        cote = "second" if len(coups) % 2 else "first"
        self.dire(f"game colonnes {cote} ponder=no moves={','.join(coups)}")
        debut, vues = time.perf_counter(), 0
        self.dire(f"go {ms}")
        while True:
            ligne = self.processus.stdout.readline()
            assert ligne and not ligne.startswith("error"), ligne
            if ligne.startswith("info "):
                vues = int((re.findall(r"(\d+) positions", ligne.replace("\u202f", "")) or [0])[0])
            if ligne.startswith("move "):
                return ligne.split()[1], time.perf_counter() - debut, vues

    def finir(self):
        self.dire("quit")
        self.processus.wait(10)


def positions_tendues(nombre, graine=1):
    """Drawn positions in which at most half of the moves keep the draw, one of each of so many games that are played without a
    fault, otherwise at random: the moves up to it, and those that keep the draw."""
    hasard = random.Random(graine)

    def tirer(liste):
        return liste[int(hasard.random() * len(liste))]

    table = subprocess.Popen([MOTEUR, "colonnes", "analyse-lignes"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    positions = []
    while len(positions) < nombre:
        coups, tendues = [], []
        while True:
            table.stdin.write(json.dumps({"moves": coups}) + "\n")
            table.stdin.flush()
            analyse = json.loads(table.stdout.readline())["analyses"][-1]
            if analyse.get("mover") is None:
                break
            legaux = analyse["moves"]
            bons = [coup["move"] for coup in legaux if coup["value"] == "draw"]
            if 2 * len(bons) <= len(legaux):
                tendues.append((list(coups), bons))
            coups.append(tirer(bons))
        if tendues:
            positions.append(tirer(tendues))
    table.stdin.close()
    table.wait(10)
    return positions


def justesse():
    """How often an engine keeps the draw where most moves lose it."""
    positions = positions_tendues(500)

    def essai(nom, ms, *commande):
        moteur = Moteur(*commande)
        gardees, temps, vues = 0, 0.0, 0
        for coups, bons in positions:
            coup, duree, nombre = moteur.coup(coups, ms)
            gardees += coup in bons
            temps += duree
            vues += nombre
        moteur.finir()
        print(f"    {nom} : {gardees}/{len(positions)}, {1e3 * temps / len(positions):.1f} ms par position")
        return {"gardees": gardees, "ms": round(1e3 * temps / len(positions), 3), "positions": vues // len(positions)}

    profondeurs = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18]
    # Bounded by depth, not by time: the same on every machine.
    par_profondeur = [
        {"profondeur": p, **essai(
            f"alphabeta, profondeur {p}", 600_000, MOTEUR, "colonnes", "alphabeta", "--graine", 1, "--profondeur", p
        )}
        for p in profondeurs
    ]
    java = ["java", "-XX:+UseSerialGC", "-cp", CIBLE / "java/moteur-colonnes.jar", "arbitre.colonnes.Principal"]
    en_temps = [
        {"accorde_ms": ms, "moteur": nom, **essai(f"{nom}, {ms} ms", ms, *commande)}
        for ms in (100,)
        for nom, commande in (("alphabeta", [MOTEUR, "colonnes", "alphabeta", "--graine", 1]), ("java", java))
    ]
    repere = {
        nom: essai(nom, 100, MOTEUR, "colonnes", nom, *options)
        for nom, options in (("hasard", ["--graine", 1]), ("glouton", ["--graine", 1]))
    }
    ecrire("justesse", {
        "positions": len(positions), "alphabeta": par_profondeur, "en_temps": en_temps, "reperes": repere,
    })


def duels():
    """A small round robin: results, and how many moves keep the value. What an engine looks at is bounded, not its time: the clock
    decides nothing, however much else the machine has to do."""
    # Without seeds: with one each rencontre would be the same.
    moteurs = {
        "parfait": "parfait",
        "alphabeta 12": "alphabeta --profondeur 12",
        "alphabeta 6": "alphabeta --profondeur 6",
        "alphabeta 2": "alphabeta --profondeur 2",
        "glouton": "glouton",
        "hasard": "hasard",
    }
    nombre, temps = 6, 60
    bilan = {nom: {"gagnees": 0, "nulles": 0, "perdues": 0, "coups": 0, "tendus": 0, "tenus": 0} for nom in moteurs}
    croise = {}
    for un, autre in itertools.combinations(moteurs, 2):
        with tempfile.TemporaryDirectory() as dossier:
            sortie(JOUEUR, "duel", moteurs[un], moteurs[autre], "-n", nombre, "--temps", temps, "--parties", dossier)
            rencontres = [json.loads(f.read_text()) for f in sorted(pathlib.Path(dossier).glob("*.json"))]
        issues = [0, 0, 0]
        # They change seats from one rencontre to the next.
        assis = [[un if joueur["from"] == moteurs[un] else autre for joueur in r["players"]] for r in rencontres]
        for rencontre, noms in zip(rencontres, assis):
            for partie in rencontre["parties"]:
                gagnant, fautif = partie["result"]["winner"], partie["result"]["charged"]
                assert fautif is None, partie["result"]
                issues[1 if gagnant is None else 0 if noms[gagnant] == un else 2] += 1
        croise[f"{un} - {autre}"] = issues
        for nom, (gagnees, nulles, perdues) in ((un, issues), (autre, issues[::-1])):
            bilan[nom]["gagnees"] += gagnees
            bilan[nom]["nulles"] += nulles
            bilan[nom]["perdues"] += perdues
        marques = sortie(MOTEUR, "colonnes", "notes", entree="".join(json.dumps(r) + "\n" for r in rencontres))
        for ligne, noms in zip(marques.splitlines(), assis):
            for nom, marque in zip(noms, json.loads(ligne)["players"]):
                bilan[nom]["coups"] += marque["moves"]
                bilan[nom]["tendus"] += marque["tested"]
                bilan[nom]["tenus"] += marque["passed"]
        print(f"    {un} - {autre} : {issues}")
    ecrire("duels", {"rencontres": nombre, "bilan": bilan, "croise": croise})


def serveur():
    """Rencontres a second, moves judged a second."""
    nombre, fois = 20, 10
    lus = []
    # Short runs, and many: the best of each kind has met nobody else on the machine.
    for _ in range(fois):
        texte = sortie("cargo", "bench", "--quiet", "-p", "serveur", "--bench", "rencontres", "--", nombre)
        lu = {nom: float(ms) for nom, ms in re.findall(r"^(.+?)\s+\d+ rencontres/s\s+([\d.]+) ms", texte, re.M)}
        lu["validation"] = float(re.search(r"validation\s+([\d.]+) million", texte).group(1))
        lus.append(lu)
    # The longest rencontres are measured last, and what is read twice above is theirs.
    coups = int(re.findall(r"rencontres of 2 x (\d+) moves", texte)[-1])

    def meilleure(nom):
        return min(lu[nom] for lu in lus)

    ecrire("serveur", {
        "rencontres": nombre,
        "series": 5 * fois,
        "coups_par_partie": coups,
        "nu_ms": meilleure("bare exchange"),
        "sans_enregistrement_ms": meilleure("server, no record"),
        "avec_enregistrement_ms": meilleure("server, durable record"),
        "validation_millions_par_seconde": max(lu["validation"] for lu in lus),
    })


def lien():
    """The Java engine in a JVM of the player, beside pipes; at rest a good part of an exchange is waking a core that sleeps."""
    def lire():
        texte = sortie("cargo", "bench", "--quiet", "-p", "joueur", "--bench", "lien")
        print(texte, end="")
        return re.findall(r"^(java|java-pipe|hasard)\s+([\d.]+)\s+([\d.]+)$", texte, re.M)

    lu = {
        nom: {"demarrage_ms": float(demarrage), "aller_retour_us": float(trajet)} for nom, demarrage, trajet in lire()
    }
    occuper = ["nice", "-n", "19", "sh", "-c", "while :; do :; done"]
    eveils = [subprocess.Popen(occuper) for _ in range(os.cpu_count())]
    try:
        for nom, _, trajet in lire():
            lu[nom]["coeurs_eveilles_us"] = float(trajet)
    finally:
        for eveil in eveils:
            eveil.kill()
            eveil.wait()
    ecrire("lien", lu)


def robustesse():
    """What was replayed, and thrown at the decoders."""
    validation = lignes("validation.jsonl")
    transcripts = lignes("transcripts.jsonl")
    series = [
        ("protocol", ["colonnes", "transcripts"]), ("validation", ["partie", "abi"]),
        ("serveur", ["transcripts", "hostile", "lifecycle"]),
    ]
    tests = {}
    for salle, noms in series:
        for nom in noms:
            texte = sortie("cargo", "test", "--quiet", "-p", salle, "--test", nom)
            tests[f"{salle}/{nom}"] = sum(int(n) for n in re.findall(r"(\d+) passed; 0 failed", texte))
            print(f"    {salle}/{nom} : {tests[f'{salle}/{nom}']} tests")
    # The decoders of Colonnes and of the engine protocol.
    cibles = ["partie_req", "partie_rep", "coup_req", "coup_rep", "name", "engine_line", "host_line", "line_buffer"]
    secondes = 5
    texte = sortie("sh", "fuzz/run.sh", secondes, *cibles)
    essais = [int(n) for n in re.findall(r"(\d+) essais", texte)]
    assert len(essais) == len(cibles) and "aucune faute" in texte, texte
    ecrire("robustesse", {
        "parties_validees": len(validation),
        "verdicts": sum(len(partie["moves"]) for partie in validation),
        "scenarios": len(transcripts),
        "evenements": sum(len(scenario["events"]) for scenario in transcripts),
        "positions_resolues": len(lignes("solved_sample.jsonl")),
        "tests": tests,
        "decodeurs": len(cibles),
        "essais": sum(essais),
        "secondes": secondes * len(cibles),
    })


MESURES = {mesure.__name__: mesure for mesure in (jeu, justesse, duels, serveur, lien, robustesse)}


def main():
    noms = sys.argv[1:] or list(MESURES)
    inconnus = [nom for nom in noms if nom not in MESURES]
    if inconnus:
        sys.exit(f"mesures : {', '.join(inconnus)} n'existe pas ; il y a {', '.join(MESURES)}")
    for nom in noms:
        print(f"mesures de Colonnes : {nom}")
        MESURES[nom]()


main()
