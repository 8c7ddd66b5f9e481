#!/bin/sh
# Starts Noroshi from its unpacked archive. It needs no network, no npm and no Node of this machine.
#   ./start                 starts the server; options follow: ./start --demo
#   ./start NAME            runs a command that the documents call `npm run NAME`: sudo ./start service:install
set -eu
cd "$(dirname "$0")"

# Prints the sentence in the language of the locale: English, Japanese.
say() {
  case "${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}" in
    ja*) printf '%s\n' "$2" ;;
    *) printf '%s\n' "$1" ;;
  esac
}
fail() {
  say "$1" "$2" >&2
  exit 1
}

read -r built < ARCHITECTURE
case "$(uname -m)" in
  x86_64) machine=x64 ;;
  aarch64) machine=arm64 ;;
  *) machine=$(uname -m) ;;
esac
here="$(uname -s)-$machine"
[ "$here" = "Linux-${built#linux-}" ] || fail \
  "Noroshi does not start: this archive is for $built, and this machine is $here." \
  "Noroshi を起動できません。このアーカイブは $built 用ですが、このコンピューターは $here です。"

if [ ! -e .checked ]; then
  say "Checking the files once…" "最初の起動のため、ファイルを確認しています…"
  sha256sum --check --quiet --strict SHA256SUMS || fail \
    "Noroshi does not start: the files above are damaged or missing. Copy the archive again and unpack it into an empty folder." \
    "Noroshi を起動できません。上のファイルが壊れているか、ありません。アーカイブをもう一度コピーし、空のフォルダーに展開してください。"
  # Not `:`, which would end the shell.
  true 2> /dev/null > .checked || fail \
    "Noroshi does not start: the user $(id -un) may not write to the folder $PWD." \
    "Noroshi を起動できません。ユーザー $(id -un) にはフォルダー $PWD への書き込み権限がありません。"
fi

bin="$PWD/node_modules/node-$built/bin"
"$bin/node" --version > /dev/null || fail \
  "Noroshi does not start: the archive needs a Linux of 64 bits with glibc, such as Debian or Ubuntu." \
  "Noroshi を起動できません。Debian や Ubuntu など、glibc を使う 64 ビットの Linux が必要です。"
PATH="$bin:$PATH"
export PATH
case "${1:-}" in
  '' | -*) exec node scripts/start.mjs "$@" ;;
esac
name=$1
shift
exec node --run "$name" -- "$@"
