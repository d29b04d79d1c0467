#!/bin/sh
# Makes an authority for one cluster and a certificate for each member, signed by it, with openssl.
# usage: certs/make-cluster-ca.sh DIRECTORY ID=HOST...
#
# HOST is the name or address by which the others reach that member. The authority is kept when it is there already: run
# this again for members that come later, and for those that only ask. Whoever has a certificate of it is let in.
set -eu

CA_DAYS=3650
LEAF_DAYS=1825

fail() {
    echo "make-cluster-ca.sh: $*" >&2
    exit 1
}

[ $# -ge 2 ] || fail "usage: certs/make-cluster-ca.sh DIRECTORY ID=HOST..."
command -v openssl >/dev/null || fail "openssl is not installed"

directory=$1
shift
umask 077
mkdir -p "$directory"
cd "$directory"
if git rev-parse --is-inside-work-tree >/dev/null 2>&1 && ! git check-ignore -q ca.key; then
    fail "$directory lies in a git work tree: keys do not belong there, name another directory"
fi

# A fresh P-256 key, PKCS#8, readable by its owner only.
new_key() {
    openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1"
}

if [ ! -e ca.key ]; then
    new_key ca.key
    openssl req -x509 -new -key ca.key -sha256 -days "$CA_DAYS" -out ca.crt \
        -subj "/O=Snowgate cluster/CN=$(uname -n)" \
        -addext "keyUsage=critical,keyCertSign,cRLSign"
fi

for member in "$@"; do
    case $member in
    ?*=?*) ;;
    *) fail "a member must be ID=HOST: $member" ;;
    esac
    id=${member%%=*}
    host=${member#*=}
    case $host in
    *:* | [0-9]*.[0-9]*.[0-9]*.[0-9]*) name="IP:$host" ;;
    *) name="DNS:$host" ;;
    esac
    new_key "$id.key"
    openssl req -new -key "$id.key" -subj "/CN=$id" -out "$id.csr"
    cat >"$id.ext" <<END
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=serverAuth,clientAuth
subjectAltName=$name
END
    openssl x509 -req -in "$id.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -sha256 -days "$LEAF_DAYS" \
        -extfile "$id.ext" -out "$id.crt"
    rm "$id.csr" "$id.ext"
    chmod 644 "$id.crt"
done
chmod 644 ca.crt

echo "for each member: --set cluster.tls.cert=ID.crt --set cluster.tls.key=ID.key --set cluster.tls.ca=ca.crt, in $(pwd)"
echo "guard: ca.key lets anybody in; keep it off the members"
