#!/usr/bin/env bash
# Prints the path of a mysqld that runs beside any other installation: Debian's newest, with its own libraries.
# It installs nothing, needs no root, and can be moved. Kept for the next time; delete it for a newer one.
# Usage: get-mysql.sh [DIRECTORY]
set -euo pipefail
source "$(dirname "$0")/debian.sh"
to=${1:-$kept/mysql}

if [ ! -x "$to/mysqld" ]; then
  rm -rf "$to" "$to.part"
  work=$(mktemp -d)
  trap 'rm -rf "$work" "$to.part"' EXIT
  mkdir -p "$to.part" "$work"/{state/lists,cache/archives}/partial
  echo "deb [signed-by=$keyring] $mirror $suite main" >"$work/sources.list"
  # To this apt nothing is installed, so it gets the C library too.
  touch "$work/status"
  cat >"$work/apt.conf" <<CONF
Dir::State "$work/state";
Dir::State::status "$work/status";
Dir::Cache "$work/cache";
Dir::Etc::SourceList "$work/sources.list";
Dir::Etc::SourceParts "/dev/null";
Acquire::Languages "none";
Acquire::Retries "1";
Acquire::http::Timeout "20";
Acquire::Check-Valid-Until "false";
APT::Sandbox::User "root";
CONF
  export APT_CONFIG=$work/apt.conf
  apt-get update -qq >&2
  apt-get install -qq -y --no-install-recommends --download-only mysql-server-core >&2
  for package in "$work"/cache/archives/*.deb; do dpkg -x "$package" "$to.part"; done
  cat >"$to.part/mysqld" <<'LAUNCHER'
#!/bin/sh
here=$(dirname "$(readlink -f "$0")")/usr
set -- "$here/sbin/mysqld" "$@" "--basedir=$here"
exec "$(echo "$here"/lib*/ld-linux-*.so.*)" --library-path "$(echo "$here"/lib/*-linux-gnu)" "$@"
LAUNCHER
  chmod +x "$to.part/mysqld"
  "$to.part/mysqld" --version >&2
  mv "$to.part" "$to"
fi
echo "$to/mysqld"
