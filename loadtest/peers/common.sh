# Sourced by `prepare` and `start` of every peer.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[1]}")" && pwd -P)
PATH=$PATH:/usr/sbin:/usr/local/sbin:/usr/local/go/bin
ulimit -n "$(ulimit -Hn)"

say() { printf '%s\n' "$*" >&2; }

# What a peer answers that makes no IDs: the length of Snowgate's own answer in JSON.
FIXED_ID='{"id":"7400000000000000001"}'

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

# The rest is for servers in Java: Server.java, and a pom.xml when they need libraries.

compile() {
  is_compiled && return
  if [[ -f $here/pom.xml ]]; then
    need "${MVN:-mvn}" 'apt install maven'
    JAVA_HOME=$SNOWGATE_JDK quietly "${MVN:-mvn}" -B -f "$here/pom.xml" dependency:copy-dependencies \
      -DoutputDirectory="$WORK/lib"
  fi
  quietly "$SNOWGATE_JDK/bin/javac" -cp "$WORK/lib/*" -d "$WORK/classes" "$here/Server.java"
}

is_compiled() {
  [[ -f $WORK/classes/Server.class && -z $(find "$here" -newer "$WORK/classes/Server.class" -print -quit) ]]
}

java_version() {
  sed -n 's/^JAVA_RUNTIME_VERSION="\(.*\)"/\1/p' "$SNOWGATE_JDK/release"
}

# version ARTIFACT: of a library that was fetched for the pom.
version() {
  local jar
  jar=$(cd "$WORK/lib" && echo "$1"-[0-9]*.jar)
  jar=${jar#"$1"-}
  printf '%s' "${jar%.jar}"
}

# keystore: certificate and key as a file that Java reads.
keystore() {
  umask 077
  export KEYSTORE=$WORK/keystore.p12 KEYSTORE_PASSWORD=scratch
  openssl pkcs12 -export -in "$CERT" -inkey "$KEY" -out "$KEYSTORE" -passout env:KEYSTORE_PASSWORD
}
