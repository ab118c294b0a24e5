#!/usr/bin/env bash
# Lays the built extension out as a package holds it: scripts/stage-extension.sh FOLDER [PLATFORM]
# The bundle, the server, the compiled rulebook and the Python libraries of requirements/bundled.lock.
#
# PLATFORM is linux-x64, linux-arm64, alpine-x64, darwin-arm64, darwin-x64, win32-x64, or `universal`, which carries
# no native code; without it, this machine's. Native wheels are downloaded for PLATFORM, not built, so that each can be
# made on any machine. Kept in build/libs.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

LOCK=$ROOT/requirements/bundled.lock
NATIVE=(ast-grep-cli hyperscan)
# The CPythons that hyperscan has wheels for; each gets its own, in a folder named by its tag.
CPYTHONS=(310 311 312 313 314)

this_platform() {
  case $(uname -s)-$(uname -m) in
    Linux-x86_64) if ldd --version 2>&1 | grep -q musl; then echo alpine-x64; else echo linux-x64; fi ;;
    Linux-aarch64) echo linux-arm64 ;;
    Darwin-arm64) echo darwin-arm64 ;;
    Darwin-x86_64) echo darwin-x64 ;;
    *) echo universal ;;
  esac
}

# The tags of wheels that run on a platform. pip takes only the manylinux tags that it is given, not older ones.
wheel_tags() {
  case $1 in
    linux-x64) echo manylinux_2_28_x86_64 manylinux_2_17_x86_64 manylinux2014_x86_64 ;;
    linux-arm64) echo manylinux_2_28_aarch64 manylinux_2_17_aarch64 manylinux2014_aarch64 ;;
    alpine-x64) echo musllinux_1_2_x86_64 musllinux_1_1_x86_64 ;;
    darwin-arm64) echo macosx_14_0_arm64 ;;
    darwin-x64) echo macosx_14_0_x86_64 ;;
    win32-x64) echo win_amd64 ;;
    *) die "unknown platform: $1" ;;
  esac
}

# locked_lines NAME...: their lines of the lock, without the markers, which speak of the machine that pip runs on.
locked_lines() {
  awk -v names="$*" '
    BEGIN { split(names, list, " "); for (n in list) wanted[list[n]] = 1 }
    /^[a-z]/ { split($1, part, "=="); keep = part[1] in wanted; if (keep) print $1 " \\"; next }
    keep
  ' "$LOCK"
}
pure_names() { sed -nE 's/^([a-z][a-z0-9-]*)==.*/\1/p' "$LOCK" | grep -vxF -f <(printf '%s\n' "${NATIVE[@]}"); }

# install FOLDER OPTION... <LINES: into FOLDER, every hash checked.
install() {
  local folder=$1 lines
  shift
  lines=$(mktemp)
  cat >"$lines"
  "$VENV/bin/python" -m pip install -qq --require-hashes --no-deps --no-compile --target "$folder" "$@" -r "$lines"
  rm -f "$lines"
}

install_pure() {
  # shellcheck disable=SC2046
  locked_lines $(pure_names) | install "$1"
  # PyYAML works without its binding to libyaml, which fits one Python only.
  find "$1" \( -name '*.so' -o -name '*.pyd' \) -delete
  rm -rf "$1/bin"
}

install_native() {
  local folder=$1 platform=$2 python tag options=(--only-binary :all:)
  for tag in $(wheel_tags "$platform"); do options+=(--platform "$tag"); done
  for python in "${CPYTHONS[@]}"; do
    locked_lines hyperscan | install "$folder/hyperscan/cp$python" "${options[@]}" \
      --implementation cp --abi "cp$python" --python-version "$python"
  done
  # ast-grep has no musl build.
  if [[ $platform != alpine-x64 ]]; then
    locked_lines ast-grep-cli | install "$folder/ast-grep" "${options[@]}"
  fi
}

# kept NAME COMMAND...: build/libs/NAME, made by COMMAND FOLDER when this lock and this script have not made it yet.
kept() {
  local folder=$ROOT/build/libs/$1 wanted
  wanted=$(fingerprint "$LOCK" "${BASH_SOURCE[0]}")
  is_current "$folder" "$wanted" && return
  shift
  rm -rf "$folder" "$folder.draft"
  mkdir -p "$folder.draft"
  "$1" "$folder.draft" "${@:2}"
  stamp "$folder.draft" "$wanted"
  mv "$folder.draft" "$folder"
}

copy_libraries() {
  local libs=$ROOT/build/libs
  mkdir "$1/bundled"
  cp -r "$libs/pure" "$1/bundled/libs"
  [[ $2 == universal ]] && return
  cp -r "$libs/$2/hyperscan" "$1/bundled/"
  [[ -d $libs/$2/ast-grep ]] || return 0
  mkdir "$1/bundled/bin"
  # The wheel's other program is the same one under a shorter name.
  find "$libs/$2/ast-grep" -type f \( -name ast-grep -o -name ast-grep.exe \) -exec cp {} "$1/bundled/bin/" \;
}

(($# == 1 || $# == 2)) || die "usage: scripts/stage-extension.sh FOLDER [PLATFORM]"
folder=$1
platform=${2:-$(this_platform)}
[[ -f $ROOT/build/extension/extension.js ]] || die "the extension is not built: npm run build"
[[ -n $(compgen -G "$ROOT/server/rootrank/rulebook/data/*.json") ]] || die "the rulebook is not compiled: make setup"
kept pure install_pure
if [[ $platform != universal ]]; then kept "$platform" install_native "$platform"; fi

rm -rf "$folder"
mkdir -p "$folder/build" "$folder/server" "$folder/extension/media" "$folder/rules"
cp "$ROOT"/{package.nls.json,LICENSE,README.md,CHANGELOG.md,.vscodeignore} "$folder/"
cp -r "$ROOT/syntaxes" "$folder/"
cp "$ROOT/rules/entry.schema.json" "$folder/rules/"
cp -r "$ROOT/build/extension" "$folder/build/"
cp -r "$ROOT/server/rootrank" "$folder/server/"
cp "$ROOT/extension/media/icon.png" "$folder/extension/media/"
copy_libraries "$folder" "$platform"
# A package builds nothing and depends on nothing: what it needs is in it.
node -e '
  const { scripts, devDependencies, ...shipped } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
  require("fs").writeFileSync(process.argv[2], JSON.stringify(shipped, null, 2) + "\n");
' "$ROOT/package.json" "$folder/package.json"
node "$ROOT/extension/scripts/notices.mjs" "$folder/ThirdPartyNotices.txt" "$ROOT/build/libs/pure" \
  $([[ $platform == universal ]] || echo "$ROOT/build/libs/$platform")
find "$folder" \( -name '*.dist-info' -o -name __pycache__ \) -prune -exec rm -rf {} +
find "$folder/bundled" \( -name .rootrank-stamp -o -name '*.pyi' -o -name '*.c' \) -delete
