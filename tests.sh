#!/bin/sh
# Lance tous les tests : installe ce qui manque, compile tout en une fois, nomme chaque série pendant qu'elle tourne,
# et finit par une ligne : N passed, N failed, N skipped.
#
#     sh tests.sh
set -eu

racine=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
. "$racine/outils/langue.sh"
if veut_aide "$@"; then
    dit "Lance tous les tests : installe ce qui manque, compile tout en une fois, nomme chaque série pendant qu'elle tourne,
et finit par une ligne : N passed, N failed, N skipped.

    sh tests.sh" \
        "Runs all tests: installs what is missing, builds everything once, names each series while it runs,
and ends with a line: N passed, N failed, N skipped.

    sh tests.sh"
    exit
fi
cd "$racine"

sh outils/installer.sh --tests

# As .cargo/config.toml, for what runs without cargo.
export LANG=C.UTF-8
unset LC_ALL LC_MESSAGES

# An engine starts sooner with a python3 that is the interpreter itself, and that loads nothing installed for other work.
# Before the build: pyo3 would be built again for another path to it.
python=$racine/target/python
# What builds the reports needs pip.
if ! "$python/bin/python3" -m pip --version >/dev/null 2>&1; then
    python3 -m venv --clear --without-pip "$python"
    for dossier in "$python"/lib/python3*/site-packages; do
        python3 -c 'import os, pip; print(os.path.dirname(os.path.dirname(pip.__file__)))' >"$dossier/pip.pth"
    done
fi
PATH=$python/bin:$PATH

dit "compilation des programmes et des tests..." "building the programs and the tests..."
# The tests play with the programs that this builds beside them, and never build themselves.
discret=--quiet
if [ -t 2 ]; then
    discret=
fi
sh moteur-ia/java/compile.sh "${CARGO_TARGET_DIR:-target}/java"
cargo test --workspace --no-run $discret
# The integration tests by name. Long ones go in two lanes of their own, beside all the rest.
seconde=" browser coursidor_host http java player_loop room "
troisieme=" archive confinement guides hostile ladder program safety sphinx_host "
premiers=
secondes=
troisiemes=
for nom in $(cargo test --workspace --no-run 2>&1 | sed -n 's!^ *Executable tests/\([^/. ]*\)[/.].*!\1!p' | sort -u); do
    case $seconde/$troisieme in
    *" $nom "*/*) secondes="$secondes --test $nom" ;;
    */*" $nom "*) troisiemes="$troisiemes --test $nom" ;;
    *) premiers="$premiers --test $nom" ;;
    esac
done
# What `make install` of Coursidor finds.
sh outils/compiler.sh serveur joueur stratege
# The store of the championship is tested on PostgreSQL too.
export ARBITRE_TEST_PG=1

travail=$(mktemp -d)
trap 'rm -rf "$travail"' EXIT

# Everything that is tested, in the form in which cargo tells it; the last line is the exit status.
series() {
    echo "     Running Java (moteur-ia/java/tests)"
    code=0
    sh moteur-ia/java/tests.sh || code=$?
    echo "     Running C (joueur/coursidor/tests.sh)"
    sh joueur/coursidor/tests.sh || code=$?
    # shellcheck disable=SC2086 # a word for each option
    cargo test --workspace --no-fail-fast $secondes >"$travail/secondes" 2>&1 &
    autre=$!
    # shellcheck disable=SC2086
    cargo test --workspace --no-fail-fast $troisiemes >"$travail/troisiemes" 2>&1 &
    derniere=$!
    # shellcheck disable=SC2086
    cargo test --workspace --no-fail-fast --lib --bins $premiers || code=$?
    cargo test --workspace --no-fail-fast --doc || code=$?
    wait "$autre" || code=$?
    wait "$derniere" || code=$?
    echo "     Beside them"
    cat "$travail/secondes" "$travail/troisiemes"
    echo "tests.sh: $code"
}

# Names the series and adds up their tests; what failed stays visible, what passed is only counted.
compter() {
    reussis=0 manques=0 omis=0 code=1 paquet=
    while IFS= read -r ligne; do
        case $ligne in
        '     Running unittests '*)
            paquet=${ligne##*/}
            paquet=${paquet%-*}
            echo "$paquet: ${ligne#     Running }"
            ;;
        '     Running '*) echo "${paquet:+$paquet: }${ligne#     Running }" ;;
        '     Beside them') paquet= ;;
        '   Doc-tests '*) dit "${ligne#   Doc-tests } : exemples de la documentation" "${ligne#   Doc-tests }: examples of the documentation" ;;
        'test result: '*)
            # test result: ok. 12 passed; 0 failed; 1 ignored; ... finished in 0.03s
            # shellcheck disable=SC2086 # its words
            set -- $ligne
            reussis=$((reussis + $4)) manques=$((manques + $6)) omis=$((omis + $8))
            dit "    réussis : $4, manqués : $6, omis : $8, en ${ligne##* }" \
                "    passed: $4, failed: $6, skipped: $8, in ${ligne##* }"
            ;;
        'OMIS '*)
            # A test that has not what it needs says so itself, and passes for cargo.
            dit "    omis : ${ligne#OMIS }" "    skipped: ${ligne#OMIS }"
            reussis=$((reussis - 1)) omis=$((omis + 1))
            ;;
        *[0-9]' passed, '[0-9]*' failed')
            # The tests in Java and in C: 9 passed, 0 failed
            # shellcheck disable=SC2086 # its words
            set -- $ligne
            reussis=$((reussis + $1)) manques=$((manques + $3))
            dit "    réussis : $1, manqués : $3" "    passed: $1, failed: $3"
            ;;
        *"(signal: "*)
            # A series that was killed has counted nothing.
            printf '%s\n' "$ligne"
            manques=$((manques + 1))
            ;;
        'tests.sh: '*) code=${ligne#tests.sh: } ;;
        '' | 'running '*' test'* | 'test '*' ... ok' | 'all doctests ran in '* | '    Finished '* | '    Blocking '*) ;;
        *) printf '%s\n' "$ligne" ;;
        esac
    done
    # Whatever else went wrong is a failure, too.
    if [ "$code" -ne 0 ] && [ "$manques" -eq 0 ]; then
        manques=1
    fi
    echo "$reussis passed, $manques failed, $omis skipped"
    [ "$manques" -eq 0 ]
}

series 2>&1 | compter
