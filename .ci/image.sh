#!/usr/bin/env bash
# Builds the image of .github/container without a container engine and without a network, on a base of this machine's own
# Node, and tries it. Where the machine allows neither buildah nor namespaces, it says so in one line and succeeds.
set -euo pipefail
cd "$(dirname "$0")/.."

skip() { echo "The image is not tried: $1."; exit 0; }
fail() { echo "The image: $1" >&2; cat "$work/log" >&2; exit 1; }

[ "$(id -u)" = 0 ] || skip 'buildah needs root here'
if ! command -v buildah >/dev/null; then
  (apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends buildah) \
    >/dev/null 2>&1 || skip 'buildah cannot be installed'
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The inner shell expands what is in single quotes.
# shellcheck disable=SC2016
unshare --mount --pid --fork sh -c 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0"' "$work" 2>/dev/null ||
  skip 'this machine has no namespaces'

export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs
images() { buildah --root "$work/storage" --runroot "$work/run" "$@"; }
running=
end() {
  [ -z "$running" ] || kill -KILL $(pgrep -P "$running") 2>/dev/null || true
  images umount --all >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap end EXIT

# What Node's image has and this one uses, with the libraries of each program.
base=$work/base
mkdir -p "$base"/{etc,tmp,dev,proc}
for program in node install; do
  path=$(readlink -f "$(command -v "$program")")
  install -D "$path" "$base/usr/bin/$program"
  ldd "$path" | grep -o '/[^ ]*' | while read -r library; do install -D "$library" "$base$library"; done
done
container=$(images from scratch 2>"$work/log") || skip 'buildah does not work here'
images copy -q "$container" "$base" / >/dev/null
images config --env PATH=/usr/bin "$container"
images run "$container" -- node --version >/dev/null 2>&1 || skip 'buildah cannot run a command here'
images commit -q "$container" base >/dev/null 2>&1
npm pack --silent --pack-destination "$work" >/dev/null
tar -xzf "$work"/orders-mock-*.tgz -C "$work"
version=$(node -p 'require("./package.json").version')
images build --pull-never --format docker --build-arg NODE_IMAGE=localhost/base --build-arg VERSION="$version" \
  -f .github/container/Dockerfile -t orders-mock "$work/package" >"$work/log" 2>&1 || fail 'it cannot be built'

of_image() { images inspect --type image --format "$1" orders-mock; }
[ "$(of_image '{{index .Docker.Config.Labels "org.opencontainers.image.version"}}')" = "$version" ] || fail 'no version'
user=$(of_image '{{.Docker.Config.User}}')
[ "$user" = 1000:1000 ] || fail "its user is $user"
mapfile -t entry < <(of_image '{{range .Docker.Config.Entrypoint}}{{println .}}{{end}}' | sed '/^$/d')
mapfile -t variables < <(of_image '{{range .Docker.Config.Env}}{{println .}}{{end}}' | sed '/^$/d')
mapfile -t health < <(of_image '{{range .Docker.Config.Healthcheck.Test}}{{println .}}{{end}}' | sed '/^$/d')
root=$(images mount "$(images from --pull-never orders-mock)")
grown=$(($(du -sk "$root" | cut -f1) - $(du -sk "$base" | cut -f1)))
[ "$grown" -lt 60000 ] || fail "it adds $grown kB to its base"

# The first process of a new namespace, on a root that cannot be written, as the user of the image; /data is a volume.
data=$work/data
install -d -o 1000 -g 1000 "$data"
# The inner shell expands what is in single quotes.
# shellcheck disable=SC2016
in_image() {
  exec unshare --mount --pid --fork bash -c '
    mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && mount --bind "$2" "$1/data" && mount --bind /dev "$1/dev" &&
      shift 2 && exec "$@"' - \
    "$root" "$data" env -i "${variables[@]}" "$(command -v chroot)" --userspec="$user" "$root" "$@"
}

start() {
  : >"$work/log"
  (in_image "${entry[@]}" --port 0 --log json "$@") >"$work/log" 2>&1 &
  running=$!
  for _ in $(seq 100); do grep -q listening "$work/log" && break; sleep 0.1; done
  base_url=$(node -p 'JSON.parse(require("fs").readFileSync(process.argv[1], "utf8").split("\n")[0]).baseUrl' "$work/log") ||
    fail 'it does not start'
  base_url=${base_url/0.0.0.0/127.0.0.1}
}
# What `docker stop` does: SIGTERM to the first process.
stop() {
  kill -TERM "$(pgrep -P "$running")"
  local code=0
  wait "$running" || code=$?
  running=
  [ "$code" = 0 ] || fail "SIGTERM ends it with $code"
}
status() { curl --silent --output /dev/null --write-out '%{http_code}' "$@"; }
expect() { [ "$2" = "$3" ] || fail "$1: $2 instead of $3"; }

api=(-H 'Authorization: Bearer test-key')
start --data /data
origin=${base_url%/v1}
expect 'health' "$(status "$origin/__mock/health")" 200
expect 'the API' "$(status "${api[@]}" "$base_url/store/orders")" 200
expect 'the control API without a token' "$(status "$origin/__mock/sandboxes")" 401
(variables+=("ORDERS_MOCK_PORT=${origin##*:}") && in_image "${health[@]:1}") || fail 'its health check fails'
(in_image "${entry[@]}" verify "$base_url" --checks openapi,model) >"$work/verify" 2>&1 || fail "$(cat "$work/verify")"
expect 'a cancel' "$(status -X DELETE "${api[@]}" "$base_url/store/orders/1")" 204
stop
start --data /data
expect 'the same cancel after a restart' "$(status -X DELETE "${api[@]}" "$base_url/store/orders/1")" 409
stop
echo "The image adds $grown kB to its base, and works."
