#!/bin/sh
# Vérifie que cargo est là, et assez récent pour ce que demande Cargo.toml ; sinon, dit la ligne qui l'installe :
#
#     sh outils/rust.sh
set -eu

racine=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$racine/outils/langue.sh"
demande=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' "$racine/Cargo.toml")
mineure_demandee=${demande#*.}
mineure_demandee=${mineure_demandee%%.*}

# Whether `cargo 1.95.0 (...)` or `cargo 1.96.0-nightly (...)` is as recent as 1.95.
assez_recent() { # assez_recent COMMANDE
    # In the folder of the sources: rustup may have another version for it.
    version=$(cd "$racine" && "$1" --version 2>/dev/null) || return 1
    version=${version#cargo }
    version=${version%% *}
    majeure=${version%%.*}
    mineure=${version#*.}
    mineure=${mineure%%.*}
    case $majeure-$mineure in
    -* | *- | *[!0-9-]* | *-*-*) return 1 ;;
    esac
    [ "$majeure" -gt "${demande%%.*}" ] ||
        { [ "$majeure" -eq "${demande%%.*}" ] && [ "$mineure" -ge "$mineure_demandee" ]; }
}

if command -v cargo >/dev/null 2>&1; then
    assez_recent cargo && exit 0
    dit "cargo est trop ancien (version ${version:-inconnue}) : il faut Rust $demande ou plus récent." \
        "cargo is too old (version ${version:-unknown}): Rust $demande or later is needed." >&2
else
    dit "il manque Rust $demande ou plus récent (commande cargo introuvable)." \
        "Rust $demande or later is missing (command cargo not found)." >&2
fi

sien=${CARGO_HOME:-${HOME:-}/.cargo}
# What rustup needs to be fetched and asked nothing: it goes before the system's own cargo, without root.
if command -v rustup >/dev/null 2>&1; then
    dit "    rustup est là ; la ligne qui installe la bonne version :" \
        "    rustup is there; the line that installs the right version:" >&2
    echo "    rustup update stable && rustup default stable" >&2
elif [ -x "$sien/bin/cargo" ] && assez_recent "$sien/bin/cargo"; then
    dit "    une version récente est dans $sien ; ce terminal la trouve après cette ligne :" \
        "    a recent version is in $sien; this terminal finds it after this line:" >&2
    echo "    . \"$sien/env\"" >&2
else
    dit "    la ligne qui l'installe, sans droits d'administrateur :" \
        "    the line that installs it, without administrator's rights:" >&2
    if ! command -v curl >/dev/null 2>&1 && command -v wget >/dev/null 2>&1; then
        echo "    wget -qO- https://sh.rustup.rs | sh -s -- -y && . \"$sien/env\"" >&2
    else
        echo "    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y && . \"$sien/env\"" >&2
        command -v curl >/dev/null 2>&1 || dit "    (elle demande le paquet curl)" "    (it needs the package curl)" >&2
    fi
fi
dit "    puis recommencez." "    then start again." >&2
exit 1
