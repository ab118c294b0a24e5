#!/usr/bin/env bash
# Renews the lock files: requirements/*.lock (with hashes) and the two package-lock.json.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

UV=0.13.9
draft=$(mktemp -d)
trap 'rm -rf "$draft"' EXIT
make_venv "$draft/venv"
"$draft/venv/bin/python" -m pip install -qq "uv==$UV"

cd "$ROOT"

# compile NAME WHAT ARGUMENTS...: one lock file for every Python from 3.10 on.
compile() {
  local name=$1 what=$2
  shift 2
  say "requirements/$name"
  {
    printf '# Made by `make lock`, for Python 3.10 and newer: %s.\n' "$what"
    "$draft/venv/bin/uv" --quiet --system-certs pip compile --universal --python-version 3.10 --generate-hashes --upgrade \
      --no-header --no-annotate --no-emit-index-url --no-emit-find-links "$@"
  } >"$draft/$name"
  mv "$draft/$name" "requirements/$name"
}
compile dev.lock "what developing takes" --extra dev pyproject.toml requirements/build.in
compile bundled.lock "what the packaged extension carries" --constraint requirements/dev.lock pyproject.toml

for folder in . tests/editor; do
  say "$folder/package-lock.json"
  (cd "$folder" && npm install --package-lock-only --no-audit --no-fund --loglevel=error --omit-lockfile-registry-resolved)
done
