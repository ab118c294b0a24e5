#!/usr/bin/env bash
# Diagnoses the recorded run of docs/demo, with its source at hand. Finding the failure is exit code 1, and right.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

cd "$ROOT"
say "rootrank diagnose docs/demo/sqrt-at-zero.log --workspace docs/demo"
code=0
"$VENV/bin/rootrank" diagnose docs/demo/sqrt-at-zero.log --workspace docs/demo || code=$?
((code == 1)) || die "the demo's failure was not found (exit code $code)"
