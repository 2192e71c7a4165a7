#!/usr/bin/env bash
# Installs the package in an empty folder, as a user does, starts the mock and verifies it.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
npm pack --silent --pack-destination "$folder" >/dev/null
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund ./orders-mock-*.tgz @pact-foundation/pact@16
bin=node_modules/orders-mock/dist/bin/main.js
node "$bin" --port 0 --log json >log &
server=$!
for _ in $(seq 100); do grep -q listening log && break; sleep 0.1; done
base_url=$(node -p 'JSON.parse(require("fs").readFileSync("log", "utf8").split("\n")[0]).baseUrl')
node "$bin" verify "$base_url" --states "${base_url%/v1}/__mock/provider-states" --require-all-states --runs 10
