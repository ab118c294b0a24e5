#!/usr/bin/env bash
# Installs the npm packages of the extension (and of the editor tests, when asked with --editor) from their lock files.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

install_node_modules() {
  local folder=$ROOT/$1 wanted
  wanted=$(fingerprint "$folder/package-lock.json")
  is_current "$folder/node_modules" "$wanted" && return
  say "npm packages of $1package-lock.json"
  (cd "$folder" && npm ci --no-audit --no-fund --no-update-notifier --loglevel=error)
  stamp "$folder/node_modules" "$wanted"
}

need node "install Node 20 or newer"
need npm "install npm (it comes with Node)"
node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 20 ? 0 : 1)' ||
  die "Node $(node --version) is too old: install Node 20 or newer"
install_node_modules ""
if [[ ${1:-} == --editor ]]; then
  install_node_modules tests/editor/
fi
