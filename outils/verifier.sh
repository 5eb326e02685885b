#!/bin/sh
# Tout ce qui se vérifie sans jouer : mise en forme, clippy, documentation, version de Rust, dépendances.
#
#     sh outils/verifier.sh
set -eu

racine=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$racine"
PATH=$PATH:$racine/target/outils/cargo-deny/bin

etape() {
    echo "vérification : $*"
}

faute() {
    echo "vérification : $*" >&2
    exit 1
}

cargo deny --version >/dev/null 2>&1 || faute "il manque cargo-deny : sh outils/installer.sh --verifications"

etape "mise en forme"
cargo fmt --all --check

if command -v shellcheck >/dev/null 2>&1; then
    etape "scripts"
    shellcheck ./*.sh bindings/*/*.sh outils/*.sh rapport/*.sh rapport/*/*.sh
fi

# The version of Rust that people are told is the one that cargo asks for.
msrv=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
etape "version de Rust, $msrv ou plus récente"
for fichier in README.md LISEZMOI.md; do
    grep -q "Rust $msrv " "$fichier" || faute "$fichier ne dit pas « Rust $msrv », que demande Cargo.toml"
done

# What newcomers build first, in one look at what it depends on.
etape "serveur, joueur et moteur sans base de données, plein écran ni bibliothèques de réseau"
lourd=$(cargo tree --locked -p serveur -p joueur -p moteur-ia -e normal,build --prefix none |
    grep -E '^(sqlx|libsqlite3-sys|ratatui|crossterm|tokio|axum|hyper|[a-z0-9-]*-sys) ' |
    grep -vE '^(jni-sys|linux-raw-sys) ' | sort -u) || true
[ -z "$lourd" ] || faute "dépendances de trop : $lourd"

etape "dépendances : licences, doublons, provenance"
cargo deny --all-features --locked check licenses bans sources
cargo deny --config "$racine/deny.toml" --manifest-path fuzz/Cargo.toml --locked check licenses bans sources
etape "dépendances : failles connues"
compte_rendu=$(mktemp)
trap 'rm -f "$compte_rendu"' EXIT
if cargo deny --locked check advisories >"$compte_rendu" 2>&1; then
    tail -n 1 "$compte_rendu"
elif grep -q 'failed to fetch advisory database' "$compte_rendu"; then
    echo "    NON VÉRIFIÉ : la base des failles (RustSec) ne peut être atteinte d'ici" >&2
else
    cat "$compte_rendu" >&2
    exit 1
fi

etape "clippy"
cargo clippy --quiet --workspace --all-targets --locked -- -D warnings

# The installed compiler may be that version, or rustup may have it; a newer one alone proves nothing about it, and
# clippy has looked for what is more recent.
if ! rustc --version | grep -q "^rustc $msrv\."; then
    if cargo "+$msrv" --version >/dev/null 2>&1; then
        etape "compilation par Rust $msrv"
        cargo "+$msrv" check --quiet --workspace --locked --target-dir target/msrv
    else
        echo "    NON VÉRIFIÉ : Rust $msrv n'est pas installé (rustup toolchain install $msrv)" >&2
    fi
fi

etape "documentation"
RUSTDOCFLAGS='-D warnings' cargo doc --quiet --workspace --no-deps --document-private-items --locked
echo "vérification : aucune faute"
