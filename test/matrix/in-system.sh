#!/usr/bin/env bash
# Runs a command in a directory made by make-system.sh, in /waypost. Its processes end with it, and its /tmp is deleted.
# Usage: in-system.sh DIRECTORY COMMAND [ARGUMENT…]
set -euo pipefail
export system=$1
shift
exec unshare --mount --pid --fork --kill-child bash -euc '
  mount --rbind /dev "$system/dev"
  mount -t proc proc "$system/proc"
  mount -t sysfs sysfs "$system/sys"
  mount -t tmpfs tmpfs "$system/tmp"
  # Not by exec: the first process of its kind must adopt orphans, which bash does.
  chroot "$system" env -i HOME=/root LANG=C.UTF-8 NODE_EXTRA_CA_CERTS=/etc/ssl/extra.pem \
    PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin TEST_MYSQLD="${TEST_MYSQLD:-}" TEST_FULL="${TEST_FULL:-}" \
    sh -c "cd /waypost && exec \"\$@\"" sh "$@"
  exit' bash "$@"
