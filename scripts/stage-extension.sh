#!/usr/bin/env bash
# Lays the built extension out as a package holds it: scripts/stage-extension.sh FOLDER
# The bundle, the server, the compiled rulebook and the Python libraries of requirements/bundled.lock.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

(($# == 1)) || die "usage: scripts/stage-extension.sh FOLDER"
folder=$1
LIBRARIES=$ROOT/build/libs
LOCK=$ROOT/requirements/bundled.lock

install_libraries() {
  local wanted
  wanted=$(fingerprint "$LOCK")-$("$VENV/bin/python" -c 'import sys; print(sys.version_info[:2])')
  is_current "$LIBRARIES" "$wanted" && return
  rm -rf "$LIBRARIES.draft"
  "$VENV/bin/python" -m pip install -qq --require-hashes --no-deps --target "$LIBRARIES.draft" -r "$LOCK"
  stamp "$LIBRARIES.draft" "$wanted"
  rm -rf "$LIBRARIES"
  mv "$LIBRARIES.draft" "$LIBRARIES"
}

[[ -f $ROOT/build/extension/extension.js ]] || die "the extension is not built: npm run build"
[[ -n $(compgen -G "$ROOT/server/rootrank/rulebook/data/*.json") ]] || die "the rulebook is not compiled: make setup"
mkdir -p "$ROOT/build"
install_libraries
rm -rf "$folder"
mkdir -p "$folder/build" "$folder/server" "$folder/bundled" "$folder/extension"
cp "$ROOT/package.json" "$ROOT/package.nls.json" "$ROOT/LICENSE" "$ROOT/README.md" "$ROOT/CHANGELOG.md" "$folder/"
cp -r "$ROOT/build/extension" "$folder/build/"
cp -r "$ROOT/server/rootrank" "$folder/server/"
mkdir "$folder/bundled/bin"
cp -r "$LIBRARIES" "$folder/bundled/libs"
# Of the libraries' programs the server calls one.
mv "$folder/bundled/libs/bin/ast-grep" "$folder/bundled/bin/"
rm -rf "$folder/bundled/libs/bin" "$folder/bundled/libs/.rootrank-stamp"
if [[ -d $ROOT/extension/media ]]; then cp -r "$ROOT/extension/media" "$folder/extension/"; fi
