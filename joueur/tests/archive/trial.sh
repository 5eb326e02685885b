#!/bin/sh
# Ce qu'on fait d'une archive dépliée, dans son dossier ; la dernière ligne dit que tout a réussi.
#
#     sh trial.sh
set -eu

travail=${TMPDIR:-/tmp}

for outil in cargo rustc cc java; do
    if command -v "$outil"; then
        echo "$outil est là : cette machine n'est pas vide"
        exit 1
    fi
done

echo "--- sh demo.sh"
# As the administrator unpacks it for everybody: from one's own folder.
archive=$PWD
chmod a-w .
(cd "$travail" && sh "$archive/demo.sh" 0.01)
chmod u+w .

echo "--- sh joueur.sh"
mkfifo "$travail/annonce"
bin/serveur --once --parties "$travail/parties" 0 >"$travail/annonce" &
serveur=$!
exec 3<"$travail/annonce"
read -r ligne <&3
cat <&3 >"$travail/compte-rendu" &
# From any folder; the other one is an engine of one's own.
moteurs=$PWD/moteur-ia/exemples
(cd / && sh "$OLDPWD/joueur.sh" 127.0.0.1 "${ligne##* }" ada --moteur glouton >"$travail/ada" 2>&1) &
sh joueur.sh 127.0.0.1 "${ligne##* }" bob --moteur "pipe:python3 $moteurs/hasard.py" >"$travail/bob" 2>&1
wait "$serveur"
cat "$travail/ada" "$travail/bob"
bin/serveur rejoue --fin "$travail"/parties/*.json

echo "--- bin/serveur championnat"
mkdir -p eleves/durand
cp moteur-ia/exemples/morpion.py eleves/durand/
bin/serveur championnat --jeu morpion --moteur durand='pipe:python3 eleves/durand/morpion.py' --moteur minimax --temps 5
bin/serveur classement championnats/morpion.sqlite --format csv

echo "--- bin/serveur coursidor"
bin/serveur coursidor -t T -m 4 -M 2 lib/libstratege.so hasard

echo "--- bin/tableau"
mkfifo "$travail/adresses"
bin/tableau --adresse 127.0.0.1:0 >"$travail/adresses" &
tableau=$!
python3 - "$travail/adresses" <<'FIN'
import re, sys, urllib.request
# Until the program has said where it listens, or has ended.
adresse = next(filter(None, (re.search(r"http://127\.0\.0\.1:\d+/", ligne) for ligne in open(sys.argv[1]))))
page = urllib.request.urlopen(adresse[0], timeout=30).read().decode()
print("une page de", len(page), "octets")
assert "morpion" in page
FIN
kill "$tableau"

echo "--- manuels"
for programme in bin/*; do
    for langue in share/man share/man/fr; do
        [ -s "$langue/man1/${programme#bin/}.1" ]
    done
done
if command -v man >/dev/null; then
    man -M share/man -w joueur
fi
echo "--- tout a réussi"
