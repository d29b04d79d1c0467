# Sourced by `prepare` and `start` of every peer.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[1]}")" && pwd -P)
PATH=$PATH:/usr/sbin:/usr/local/sbin:/usr/local/go/bin
ulimit -n "$(ulimit -Hn)"

say() { printf '%s\n' "$*" >&2; }

# need COMMAND ADVICE: ends with 3 and the advice where there is no such command.
need() {
  command -v "$1" >/dev/null || missing "$2"
}

# missing ADVICE
missing() {
  say "$1"
  exit 3
}

# quietly COMMAND …: shows what the command printed only when it failed, which is the end.
quietly() {
  "$@" >"$WORK/build.log" 2>&1 || {
    cat "$WORK/build.log" >&2
    exit 1
  }
}

# fill FILE: prints a configuration with @NAME@ replaced by the environment's value.
fill() {
  local text name
  text=$(<"$1")
  for name in WORK CERT KEY DOCUMENT DOCUMENT_GZIP HTTPS_PORT HTTP_PORT FIXED_ID; do
    text=${text//"@$name@"/${!name}}
  done
  printf '%s\n' "$text"
}

# tree: the documents as a directory of files, for servers of files.
tree() {
  mkdir -p "$WORK/root/api"
  cp "$DOCUMENT" "$WORK/root/state"
  cp "$DOCUMENT_GZIP" "$WORK/root/state.gz"
  touch -r "$WORK/root/state" "$WORK/root/state.gz"
  printf '%s' "$FIXED_ID" >"$WORK/root/api/snowflake"
}

# As long as Snowgate's own answer.
FIXED_ID='{"id":"7400000000000000001","time":"2026-11-21T00:00:00.000Z"}'
