#!/usr/bin/env bash
# Runs the rings of tests: says first what will be installed, then sets up and runs, and says at the end how each went.
#   scripts/test.sh [--require-all] [RING...]      all rings when none is named
# Without root the rings that need Debian packages are left out, and named at the end. That is a failure with
# --require-all, or when the ring was named.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

ALL_RINGS=(lint unit rules cli protocol extension package lab editor)
PLACE=$ROOT/scripts

require_all=false
rings=()
for word in "$@"; do
  case $word in
    --require-all) require_all=true ;;
    *)
      [[ " ${ALL_RINGS[*]} " == *" $word "* ]] || die "no ring is called $word; there are: ${ALL_RINGS[*]}"
      rings+=("$word")
      # Asked for by name, it must not be passed over.
      require_all=true
      ;;
  esac
done
((${#rings[@]})) || rings=("${ALL_RINGS[@]}")
wants() {
  local ring
  for ring in "$@"; do
    if [[ " ${rings[*]} " == *" $ring "* ]]; then return 0; fi
  done
  return 1
}

# ---- what will be installed -------------------------------------------------------------------------------------

state() { if is_current "$1" "$2"; then echo "there already"; else echo "to install"; fi; }

missing=()
if wants editor; then
  packages=("${EDITOR_RUN_PACKAGES[@]}")
  code_server_is_current || packages+=("${EDITOR_BUILD_PACKAGES[@]}")
  if command -v dpkg-query >/dev/null; then mapfile -t missing < <(missing_packages "${packages[@]}"); fi
fi

say "What this sets up (downloads are kept in $TOOLS)"
note ".venv: Python packages of requirements/dev.lock ($(state "$VENV" "$(fingerprint "$ROOT/requirements/dev.lock")"))"
if wants lint extension package editor; then
  note "node_modules: npm packages of package-lock.json ($(state "$ROOT/node_modules" "$(fingerprint "$ROOT/package-lock.json")"))"
fi
if wants editor; then
  note "tests/editor/node_modules: playwright-core ($(state "$ROOT/tests/editor/node_modules" "$(fingerprint "$ROOT/tests/editor/package-lock.json")"))"
fi
if wants lab editor; then
  if [[ -n ${ROOTRANK_LAB_PYTHON:-} ]]; then
    note "PyTorch: taken from $ROOTRANK_LAB_PYTHON"
  else
    note "$TOOLS/lab: PyTorch of requirements/lab.txt, about 1 GB ($(state "$TOOLS/lab" "$(fingerprint "$ROOT/requirements/lab.txt")"))"
  fi
fi
if wants editor; then
  if code_server_is_current; then
    note "$TOOLS/code-server: code-server $CODE_SERVER_VERSION (there already)"
  else
    note "$TOOLS/code-server: code-server $CODE_SERVER_VERSION and Node $NODE_WHEEL_VERSION, about 700 MB, two minutes (to install)"
  fi
  note "Debian packages, with root: ${missing[*]:-none missing}"
fi

# ---- what can't run here -----------------------------------------------------------------------------------------

left_out=()
leave_out() {
  local ring=$1 why=$2 kept=() each
  for each in "${rings[@]}"; do
    if [[ $each != "$ring" ]]; then kept+=("$each"); fi
  done
  rings=("${kept[@]}")
  left_out+=("$ring: $why")
}

if wants editor; then
  if ! command -v dpkg-query >/dev/null; then
    leave_out editor "it is set up for Debian and Ubuntu only"
  elif ((${#missing[@]})) && ! can_be_root; then
    leave_out editor "needs root to install: ${missing[*]}
             as root: apt-get update && apt-get install --no-install-recommends ${missing[*]}"
  fi
fi

# ---- set up --------------------------------------------------------------------------------------------------------

"$PLACE/setup-python.sh"
if wants lint extension package editor; then "$PLACE/setup-node.sh"; fi
if wants editor; then "$PLACE/setup-node.sh" --editor; fi
if wants lab editor; then "$PLACE/setup-lab.sh"; fi
if wants editor; then
  "$PLACE/setup-apt.sh" "${packages[@]}"
  "$PLACE/setup-code-server.sh"
fi

# ---- the rings -----------------------------------------------------------------------------------------------------

run_pytest() { "$VENV/bin/python" -m pytest "$@"; }

ring_lint() {
  "$VENV/bin/ruff" check server tests scripts hatch_build.py &&
    "$VENV/bin/ruff" format --check server tests scripts hatch_build.py &&
    "$VENV/bin/mypy" &&
    npm run --silent lint && npm run --silent typecheck &&
    npx --no-install prettier --check --log-level warn "tests/editor/**/*.{mjs,js}"
}
ring_unit() { run_pytest tests/unit; }
ring_rules() { run_pytest tests/rules; }
ring_cli() { run_pytest tests/cli; }
ring_protocol() { run_pytest tests/lsp; }
ring_extension() { npm run --silent build && npm test; }
ring_package() { run_pytest tests/package; }
ring_lab() { ROOTRANK_LAB_PYTHON=$(lab_python) run_pytest tests/lab; }
ring_editor() {
  "$PLACE/install-extension.sh" &&
    ROOTRANK_LAB_PYTHON=$(lab_python) node --test --test-concurrency=1 tests/editor/stories/*.test.mjs
}

cd "$ROOT"
results=("$(printf '%-10s          %4d s' set-up "$SECONDS")")
failed=0
for ring in "${rings[@]}"; do
  say "ring: $ring"
  began=$SECONDS
  if "ring_$ring"; then
    results+=("$(printf '%-10s passed   %4d s' "$ring" $((SECONDS - began)))")
  else
    results+=("$(printf '%-10s FAILED   %4d s' "$ring" $((SECONDS - began)))")
    failed=$((failed + 1))
  fi
done

say "Rings"
for line in "${results[@]}"; do note "$line"; done
for line in ${left_out[@]+"${left_out[@]}"}; do note "left out: $line"; done
if ((failed)); then die "$failed ring(s) failed"; fi
if $require_all && ((${#left_out[@]})); then die "a ring that was asked for was left out"; fi
