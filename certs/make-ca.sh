#!/bin/sh
# Makes a local certificate authority and a certificate for localhost, signed by it, with openssl.
# usage: certs/make-ca.sh DIRECTORY [NAME-OR-ADDRESS...]
#
# The authority is kept when it is there already: trust ca.crt once, run this again when localhost.crt ends.
set -eu

CA_DAYS=3650
LEAF_DAYS=365

fail() {
    echo "make-ca.sh: $*" >&2
    exit 1
}

[ $# -ge 1 ] || fail "usage: certs/make-ca.sh DIRECTORY [NAME-OR-ADDRESS...]"
command -v openssl >/dev/null || fail "openssl is not installed"

directory=$1
shift
umask 077
mkdir -p "$directory"
cd "$directory"
if git rev-parse --is-inside-work-tree >/dev/null 2>&1 && ! git check-ignore -q ca.key; then
    fail "$directory lies in a git work tree: keys do not belong there, name another directory"
fi

names="DNS:localhost,IP:127.0.0.1,IP:::1"
for name in "$@"; do
    case $name in
    *:* | [0-9]*.[0-9]*.[0-9]*.[0-9]*) names="$names,IP:$name" ;;
    *) names="$names,DNS:$name" ;;
    esac
done

# A fresh P-256 key, PKCS#8, readable by its owner only.
new_key() {
    openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1"
}

if [ ! -e ca.key ]; then
    new_key ca.key
    openssl req -x509 -new -key ca.key -sha256 -days "$CA_DAYS" -out ca.crt \
        -subj "/O=Snowgate local authority/CN=$(uname -n)" \
        -addext "keyUsage=critical,keyCertSign,cRLSign"
fi

new_key localhost.key
openssl req -new -key localhost.key -subj "/CN=localhost" -out localhost.csr
cat >localhost.ext <<END
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=serverAuth
subjectAltName=$names
END
openssl x509 -req -in localhost.csr -CA ca.crt -CAkey ca.key -CAcreateserial -sha256 -days "$LEAF_DAYS" \
    -extfile localhost.ext -out localhost.crt
rm localhost.csr localhost.ext
chmod 644 ca.crt localhost.crt

here=$(pwd)
echo "for $names"
echo "serve:  ./snowgate --cert '$here/localhost.crt' --key '$here/localhost.key'"
echo "try:    curl --cacert '$here/ca.crt' https://localhost:8443/up"
echo "guard:  $here/ca.key can vouch for any site to whoever trusts ca.crt; remove it when you are done"
