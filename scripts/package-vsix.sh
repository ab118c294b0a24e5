#!/usr/bin/env bash
# Packs the extension: dist/rootrank-PLATFORM-VERSION.vsix. PLATFORM=... scripts/package-vsix.sh
#
# PLATFORM is a list of what scripts/stage-extension.sh knows. By default "linux-x64 universal"; any of them can be made
# on any machine, since native parts come as wheels of the platform:
#   PLATFORM="linux-arm64 alpine-x64 darwin-arm64 darwin-x64 win32-x64" make vsix
# The universal one has neither hyperscan nor ast-grep: a slower scan and no edits, which the status item says.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

MOST_BYTES=$((30 * 1000 * 1000))

pack() {
  local platform=$1 version=$2 file size options=()
  file=$ROOT/dist/rootrank-$platform-$version.vsix
  [[ $platform == universal ]] || options=(--target "$platform")
  "$ROOT/scripts/stage-extension.sh" "$ROOT/build/vsix-$platform" "$platform"
  # Links of the README stay as they are: the manifest names no repository that they could lead to.
  (cd "$ROOT/build/vsix-$platform" && "$ROOT/node_modules/.bin/vsce" package --no-dependencies \
    --allow-missing-repository --no-rewrite-relative-links "${options[@]}" --out "$file" >"$file.log" 2>&1) ||
    die "vsce: $(tail -n 5 "$file.log")"
  rm -f "$file.log"
  size=$(wc -c <"$file")
  ((size <= MOST_BYTES)) || die "$file has $size bytes, $MOST_BYTES are allowed"
  note "dist/${file##*/}: $((size / 1000)) kB"
}

cd "$ROOT"
[[ -x node_modules/.bin/vsce ]] || die "node_modules is missing: scripts/setup-node.sh"
npm run --silent build >/dev/null
mkdir -p dist
version=$(node -p 'require("./package.json").version')
for platform in ${PLATFORM:-linux-x64 universal}; do pack "$platform" "$version"; done
