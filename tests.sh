#!/bin/sh
# Lance tous les tests : installe ce qui manque, compile le moteur Java et le teste, puis les tests Rust.
#
#     sh tests.sh
set -eu

racine=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
cd "$racine"

sh outils/installer.sh --tests
sh moteur-ia/java/compile.sh
sh moteur-ia/java/tests.sh
# The store of the championship is tested on PostgreSQL too.
ARBITRE_TEST_PG=1 cargo test --workspace --quiet
