#!/usr/bin/env bash
# Installs the Debian packages that are named and missing. Needs root, or sudo that asks no password.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need dpkg-query "the editor ring is set up for Debian and Ubuntu only"
mapfile -t missing < <(missing_packages "$@")
if ((${#missing[@]} == 0)); then
  exit 0
fi
can_be_root || die "these Debian packages are missing and installing them needs root: ${missing[*]}
       as root: apt-get update && apt-get install --no-install-recommends ${missing[*]}"
say "Debian packages: ${missing[*]}"
as_root apt-get -qq update
as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends "${missing[@]}" >/dev/null
