#!/bin/sh
# Builds jeux.wasm, and writes down what it was built from; the same sources give the same bytes. It is committed: nothing else needs
# the target wasm32-unknown-unknown.
#
#     sh bindings/web/build.sh            # rustup target add wasm32-unknown-unknown
#     sh bindings/web/build.sh --check    # is jeux.wasm older than its sources?
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
cd "$root"
record=bindings/web/jeux.wasm.sha256

if [ "${1-}" = --check ]; then
    sha256sum --check --quiet "$record" || {
        echo "jeux.wasm is not of these sources: sh bindings/web/build.sh" >&2
        exit 1
    }
    exit
fi

target=wasm32-unknown-unknown
built=target/web/$target/web/jeux_web
# No path of this machine is in the file.
RUSTFLAGS="-C link-arg=--strip-all --remap-path-prefix=$root=. --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo" \
    cargo rustc --locked -p jeux-web --lib --crate-type cdylib --profile web --target $target --target-dir target/web
cp "$built.wasm" bindings/web/jeux.wasm
chmod 644 bindings/web/jeux.wasm

# The rule for make that cargo leaves names every source of the workspace.
sources=$(sed 's|^[^:]*: ||' "$built.d" | tr ' ' '\n' | xargs realpath --relative-to=. | LC_ALL=C sort -u)
# shellcheck disable=SC2086
sha256sum bindings/web/jeux.wasm $sources >"$record"
printf '%s bytes, %s with gzip\n' "$(wc -c <bindings/web/jeux.wasm)" "$(gzip -9c bindings/web/jeux.wasm | wc -c)"
