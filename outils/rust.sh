#!/bin/sh
# Vérifie que cargo est là, et assez récent pour ce que demande Cargo.toml ; sinon, dit la ligne qui l'installe :
#
#     sh outils/rust.sh
set -eu

racine=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
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
    echo "cargo est trop ancien (version ${version:-inconnue}) : il faut Rust $demande ou plus récent." >&2
else
    echo "il manque Rust $demande ou plus récent (commande cargo introuvable)." >&2
fi

sien=${CARGO_HOME:-${HOME:-}/.cargo}
# What rustup needs to be fetched and asked nothing: it goes before the system's own cargo, without root.
if command -v rustup >/dev/null 2>&1; then
    echo "    rustup est là ; la ligne qui installe la bonne version :" >&2
    echo "    rustup update stable && rustup default stable" >&2
elif [ -x "$sien/bin/cargo" ] && assez_recent "$sien/bin/cargo"; then
    echo "    une version récente est dans $sien ; ce terminal la trouve après cette ligne :" >&2
    echo "    . \"$sien/env\"" >&2
else
    echo "    la ligne qui l'installe, sans droits d'administrateur :" >&2
    if ! command -v curl >/dev/null 2>&1 && command -v wget >/dev/null 2>&1; then
        echo "    wget -qO- https://sh.rustup.rs | sh -s -- -y && . \"$sien/env\"" >&2
    else
        echo "    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y && . \"$sien/env\"" >&2
        command -v curl >/dev/null 2>&1 || echo "    (elle demande le paquet curl)" >&2
    fi
fi
echo "    puis recommencez." >&2
exit 1
