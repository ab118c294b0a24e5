#!/usr/bin/env bash
# Makes .venv: the packages of requirements/dev.lock (hashes checked) and this tree, installed editable.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

LOCK=$ROOT/requirements/dev.lock
UNFINISHED=$VENV/.rootrank-unfinished

install_packages() {
  local wanted
  wanted=$(fingerprint "$LOCK")
  is_current "$VENV" "$wanted" && return
  say "Python packages of requirements/dev.lock into .venv"
  if [[ -d $VENV && ! -f $VENV/.rootrank-stamp && ! -f $UNFINISHED ]]; then
    note ".venv was made by hand: kept, and brought up to the lock file"
  else
    make_venv "$VENV"
    : >"$UNFINISHED"
  fi
  "$VENV/bin/python" -m pip install -qq --require-hashes -r "$LOCK"
  rm -f "$UNFINISHED"
  stamp "$VENV" "$wanted"
}

# Apart from the packages, since its inputs change more often than the lock file.
install_tree() {
  local wanted marker=$VENV/.rootrank-tree
  wanted=$(fingerprint "$ROOT/pyproject.toml" "$ROOT/hatch_build.py" "$VENV/.rootrank-stamp")
  [[ -f $marker && $(<"$marker") == "$wanted" ]] && return
  note "rootrank itself, editable"
  "$VENV/bin/python" -m pip install -qq --no-deps --no-build-isolation -e "$ROOT"
  printf '%s\n' "$wanted" >"$marker"
}

setup() {
  install_packages
  install_tree
}
locked "python-$(printf %s "$ROOT" | sha256sum | cut -c1-8)" setup
