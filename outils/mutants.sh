#!/bin/sh
# Mutation : glisse des fautes dans une pièce, une à la fois, et compte celles que ses propres tests remarquent.
#
#     sh outils/mutants.sh PIÈCE [--sample N]
#
# PIÈCE : jeux, protocol, validation, arbitre ou championnat. --sample N : environ N fautes réparties dans toute la pièce ; sinon toutes, ce
# qui prend des heures. Travaille sur une copie ; les fautes qui passent inaperçues sont dans target/mutants/PIÈCE/mutants.out/missed.txt.
set -eu

racine=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$racine/outils/langue.sh"
if [ $# -ne 1 ] && { [ $# -ne 3 ] || [ "$2" != --sample ]; }; then
    echo "usage : sh outils/mutants.sh jeux|protocol|validation|arbitre|championnat [--sample N]" >&2
    exit 2
fi
piece=$1 echantillon=${3:-}

# What of the room is mutated.
case $piece in
arbitre) fichiers='bounded committer comparison judge match_loop record rencontre replay seat jeux/**/*' ;;
championnat) fichiers='plan/** points ranking/** results schedule/** store/** tie_breaks' ;;
jeux | protocol | validation) fichiers='**/*' ;;
*)
    dit "mutation : la pièce « $piece » est inconnue" "mutation: the room \"$piece\" is unknown" >&2
    exit 2
    ;;
esac
set -- --package "$piece"
set -f # the patterns are cargo-mutants' own
for fichier in $fichiers; do
    case $fichier in
    */\*\*) set -- "$@" --file "$piece/src/$fichier" ;;
    *) set -- "$@" --file "$piece/src/$fichier.rs" ;;
    esac
done

cd "$racine"
PATH=$PATH:$racine/target/outils/cargo-mutants/bin
if ! cargo mutants --version >/dev/null 2>&1; then
    dit "installation de cargo-mutants dans target/outils" "installing cargo-mutants in target/outils"
    cargo install --quiet --locked cargo-mutants --root target/outils/cargo-mutants
fi
if [ -n "$echantillon" ]; then
    toutes=$(cargo mutants --list "$@" | wc -l)
    parts=$(((toutes + echantillon - 1) / echantillon))
    [ "$parts" -gt 1 ] && set -- "$@" --shard "0/$parts" --sharding round-robin
fi
# The room's library and those of its tests that need no program of another room.
case $piece in
arbitre) set -- "$@" -- --lib --test bounds --test legal --test live --test registry --test replay --test sphinx --test start --test toy --test wires ;;
championnat) set -- "$@" -- --lib --test simulation ;;
esac
mkdir -p "target/mutants/$piece"
# It exits with 2 where a fault passes unnoticed, which is what is looked for, with 3 where one makes the tests hang.
cargo mutants --output "target/mutants/$piece" --minimum-test-timeout 60 "$@" || case $? in
2 | 3) ;;
*) exit 1 ;;
esac
