#!/usr/bin/env bash
# Makes the files of a release in a folder: the package, and the list of what it is built of (SPDX). `.ci/release.sh
# <folder> publish` publishes this package to npm; without `publish`, npm only says what it would do.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$1
version=$(node -p 'require("./package.json").version')
fail() { echo "No release: $1" >&2; exit 1; }

grep -q "^## $version\b" .github/CHANGELOG.md || fail ".github/CHANGELOG.md has no section $version."
mkdir -p "$folder"
npm pack --silent --pack-destination "$folder" >/dev/null
npm sbom --sbom-format spdx >"$folder/orders-mock-$version.spdx.json"
if [ "${2:-}" = publish ]; then
  [ "${GITHUB_REF_NAME:-}" = "v$version" ] || fail "the tag is not v$version."
  npm publish --provenance --access public "$folder/orders-mock-$version.tgz"
else
  npm publish --dry-run --fetch-retries 0 --silent --access public "$folder/orders-mock-$version.tgz"
fi
