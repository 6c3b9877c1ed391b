#!/usr/bin/env bash
# npm run test:mysql [-- TEST…]: on Debian's newest MySQL, the tests of what reaches MySQL in ways of its own: migrations,
# transactions and locks, plans of queries, partitions, counts, races.
# Without Debian's packages it says so and is content.
set -euo pipefail
cd "$(dirname "$0")/../.."
if ! TEST_MYSQLD=$(test/matrix/get-mysql.sh); then
  echo 'Nothing was tested on MySQL: its packages cannot be had here.'
  exit 0
fi
export TEST_MYSQLD
[ $# -gt 0 ] || set -- \
  test/shared/{db,lease,migrate,released-migrations,upgrade}.test.ts \
  test/daemon/{silent-store,read-only,workspaces/isolation,stats/stats,redirect/map/feed,redirect/map/restore}.test.ts \
  test/daemon/clicks/{counts,upkeep}.test.ts test/daemon/links/{order,races,search}.test.ts \
  test/automations-api/{batch,contacts,counts,export,fields,locked-row,prefixes,races,search,tags-and-lists}.test.ts
exec npm test -- "$@"
