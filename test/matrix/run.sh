#!/usr/bin/env bash
# npm run test:matrix [-- TEST…]: the tests, all of them unless some are named, on three platforms: this machine's own, and
# Debian's newest Node.js with its MariaDB and with its MySQL. The results say what they ran on.
set -uo pipefail
cd "$(dirname "$0")/../.."
here=test/matrix
mysql=$($here/get-mysql.sh) && system=$($here/make-system.sh) || exit 1

# Copies the project without installed packages and builds.
copy=$system/waypost
rm -rf "$copy" && mkdir "$copy"
tar -c --exclude={.git,.local,.build,.tap,node_modules} . | tar -x -C "$copy"
rm -rf "$system/opt/mysql" && cp -a "$(dirname "$mysql")" "$system/opt/mysql"
# A test lists the pages with git.
$here/in-system.sh "$system" sh -c 'git init -q && npm ci' || exit 1

# Also runs the cases that ordinary runs skip.
export TEST_FULL=1
results=()
failed=0
try() {
  local log
  log=$(mktemp)
  "$@" 2>&1 | tee "$log"
  [ "${PIPESTATUS[0]}" = 0 ] || failed=1
  results+=("$(date -u +%F)  $(grep -m1 -a '^on Node' "$log"): $(tail -n1 "$log")")
  rm "$log"
}
try npm test -- "$@"
try $here/in-system.sh "$system" npm test -- "$@"
TEST_MYSQLD=/opt/mysql/mysqld try $here/in-system.sh "$system" npm test -- "$@"
printf '%s\n' '' "${results[@]}"
exit $failed
