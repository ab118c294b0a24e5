#!/usr/bin/env bash
# Makes .venv: the packages of requirements/dev.lock (hashes checked), the compiled rulebook, this tree as an editable install.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

LOCK=$ROOT/requirements/dev.lock
RULEBOOK=$ROOT/server/rootrank/rulebook/data

install_packages() {
  local wanted
  wanted=$(fingerprint "$LOCK")
  is_current "$VENV" "$wanted" && return
  say "Python packages of requirements/dev.lock into .venv"
  if [[ -d $VENV && ! -f $VENV/.rootrank-stamp && ! -f $VENV/.rootrank-unfinished ]]; then
    note ".venv was made by hand: kept, and brought up to the lock file"
  else
    make_venv "$VENV"
  fi
  "$VENV/bin/python" -m pip install -qq --require-hashes -r "$LOCK"
  stamp "$VENV" "$wanted"
}

# What ships is one compiled file; it is written again when a rule changed.
compile_rules() {
  local wanted marker=$VENV/.rootrank-rules
  mapfile -t files < <(find "$ROOT/rules" "$ROOT/server/rootrank/rulebook" -type f -name '*.yaml' -o -type f -name '*.py' | sort)
  wanted=$(fingerprint "${files[@]}")
  [[ -f $marker && $(<"$marker") == "$wanted" && -n $(compgen -G "$RULEBOOK/*.json") ]] && return
  note "the rulebook, compiled"
  PYTHONPATH=$ROOT/server "$VENV/bin/python" -m rootrank rules compile --out "$RULEBOOK" "$ROOT/rules" >/dev/null ||
    die "the rulebook has errors, named above"
  printf '%s\n' "$wanted" >"$marker"
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
  compile_rules
  install_tree
}
locked "python-$(printf %s "$ROOT" | sha256sum | cut -c1-8)" setup
