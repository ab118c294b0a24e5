#!/usr/bin/env bash
# Opens VS Code in the browser with the extension as it stands in the tree and a sample project.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

say "This sets up .venv, node_modules and, in $TOOLS, code-server (700 MB) and PyTorch (1 GB), where they are missing"
cd "$ROOT"
scripts/setup-python.sh
scripts/setup-node.sh --editor
scripts/setup-lab.sh
scripts/setup-code-server.sh
scripts/install-extension.sh
say "VS Code with Rootrank"
exec node tests/editor/open.mjs
