#!/usr/bin/env bash
# npm run test:mysql [-- TEST…]: on Debian's newest MySQL, the tests of what reaches MySQL in ways of its own: migrations,
# transactions and locks, partitions, kept counts, generated columns, races. The whole suite on it, with a group that takes writes
# on every member, is part of test:matrix.
# Without Debian's packages it says so and is content.
set -euo pipefail
cd "$(dirname "$0")/../.."
if ! TEST_MYSQLD=$(test/matrix/get-mysql.sh); then
  echo 'Nothing was tested on MySQL: its packages cannot be had here.'
  exit 0
fi
export TEST_MYSQLD
[ $# -gt 0 ] || set -- \
  test/shared/db/db.test.ts test/shared/migrations/{foreign-keys,migrate}.test.ts \
  test/daemon/{pulse,read-only,redirect/map/feed}.test.ts \
  test/daemon/clicks/shards.test.ts test/daemon/links/races.test.ts \
  test/automations-api/{counts,merge,races}.test.ts
# Few jobs, because the whole suite can run at the same time.
exec npm test -- --jobs "${MYSQL_JOBS:-2}" "$@"
