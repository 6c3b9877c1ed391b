#!/usr/bin/env bash
# Makes a Debian of its own in a directory, with its Node.js, npm, MariaDB, Redis and what else the tests use, and prints
# that directory. Needs root, for debootstrap. Kept for the next time; delete it for a newer one.
# Usage: make-system.sh [DIRECTORY]
set -euo pipefail
source "$(dirname "$0")/debian.sh"
to=${1:-$kept/system}
packages=(nodejs npm mariadb-server redis-server openssl pebble poppler-utils zbar-tools nginx-light haproxy caddy procps git)

if [ ! -d "$to" ]; then
  [ "$(id -u)" = 0 ] || cannot 'Only root can create a whole system: sudo npm run test:matrix'
  command -v debootstrap >/dev/null || cannot 'This needs debootstrap: apt-get install debootstrap'
  rm -rf "$to.part"
  mkdir -p "$to.part"
  debootstrap --variant=minbase --keyring="$keyring" "$suite" "$to.part" "$mirror" >&2
  echo 'Acquire::Check-Valid-Until "false";' >"$to.part/etc/apt/apt.conf.d/90matrix"
  # Keeps the packages from starting their services.
  install -m 755 /dev/stdin "$to.part/usr/sbin/policy-rc.d" <<<$'#!/bin/sh\nexit 101'
  cp -L /etc/resolv.conf "$to.part/etc/resolv.conf"
  printf '127.0.0.1 localhost\n::1 localhost ip6-localhost ip6-loopback\n' >"$to.part/etc/hosts"
  # npm asks the registry as it does outside, where a private certificate can be needed.
  mkdir -p "$to.part/etc/ssl"
  cp -L "${NODE_EXTRA_CA_CERTS:-/dev/null}" "$to.part/etc/ssl/extra.pem"
  DEBIAN_FRONTEND=noninteractive chroot "$to.part" sh -c '
    apt-get update -qq && apt-get install -qq -y --no-install-recommends "$@"' sh "${packages[@]}" >&2
  mv "$to.part" "$to"
fi
echo "$to"
