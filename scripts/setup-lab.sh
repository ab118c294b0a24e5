#!/usr/bin/env bash
# Makes the lab: a virtual environment with real PyTorch for the CPU, outside the tree. About 1 GB.
# ROOTRANK_LAB_PYTHON names an interpreter that has PyTorch already; then nothing is installed.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

FOLDER=$TOOLS/lab
LOCK=$ROOT/requirements/lab.txt

install_lab() {
  local wanted
  wanted=$(fingerprint "$LOCK")
  is_current "$FOLDER" "$wanted" && return
  say "PyTorch from requirements/lab.txt into $FOLDER"
  make_venv "$FOLDER"
  "$FOLDER/bin/python" -m pip install -qq -r "$LOCK"
  "$FOLDER/bin/python" -c 'import torch; print("  ", "torch", torch.__version__)'
  stamp "$FOLDER" "$wanted"
}

if [[ -n ${ROOTRANK_LAB_PYTHON:-} ]]; then
  "$ROOTRANK_LAB_PYTHON" -c 'import torch' ||
    die "ROOTRANK_LAB_PYTHON=$ROOTRANK_LAB_PYTHON can't import torch: install it there, or unset the variable"
  exit 0
fi
locked lab install_lab
