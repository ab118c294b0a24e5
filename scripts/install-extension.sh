#!/usr/bin/env bash
# Packs the extension and lets code-server install the package into build/installed: what ships is what is tested.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

FOLDER=$ROOT/build/installed
case $(uname -m) in
  x86_64) platform=linux-x64 ;;
  aarch64) platform=linux-arm64 ;;
  *) platform=universal ;;
esac

cd "$ROOT"
code_server_is_current || die "code-server is missing: scripts/setup-code-server.sh"
PLATFORM=$platform scripts/package-vsix.sh
packages=("$ROOT"/dist/rootrank-"$platform"-*.vsix)
((${#packages[@]} == 1)) || die "dist/ holds several packages for $platform: make clean"
rm -rf "$FOLDER"
mkdir -p "$FOLDER"
code_server --config "$FOLDER/config.yaml" --user-data-dir "$FOLDER/data" --extensions-dir "$FOLDER/extensions" \
  --install-extension "${packages[0]}" >"$FOLDER/log" 2>&1 || die "code-server did not install the package: $(tail -n 5 "$FOLDER/log")"
