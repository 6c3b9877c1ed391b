#!/usr/bin/env bash
# .packaging/next-release.sh RELEASE NEXT [VERSION]: builds the same release, an archive or a Debian package, with the next version, to
# test upgrades. One migration adds a column, another adds a table. With BAD=1, a migration fails; with BREAKS=1, a migration breaks
# previous releases.
set -euo pipefail
from=$(realpath "${1:?which archive or package}") next=$(realpath "${2:?which file to make}")
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
tree=$work/waypost release=$work/waypost
if [[ $from == *.deb ]]; then
  dpkg-deb --raw-extract "$from" "$tree"
  release=$tree/usr/lib/waypost
else
  mkdir "$tree" && tar -xzf "$from" -C "$tree" --strip-components=1
fi
previous=$(sed -nE 's/.*"version": "([^"]+)".*/\1/p' "$release/package.json")
version=${3:-${previous%.*}.$((${previous##*.} + 1))}
cd "$release"
sed -i "s/\"version\": \"$previous\"/\"version\": \"$version\"/" package.json
printf 'ALTER TABLE links ADD COLUMN trial_note VARCHAR(20) NULL;\n' >./sql/9998_trial-column.sql
printf 'CREATE TABLE trial_of_upgrade (id INT PRIMARY KEY);\n' >./sql/9999_trial-table.sql
[ -z "${BAD:-}" ] || printf 'ALTER TABLE nothing_here ADD COLUMN x INT;\n' >./sql/9999_trial-failure.sql
[ -z "${BREAKS:-}" ] || printf -- '-- breaks previous releases: a trial.\nALTER TABLE trial_of_upgrade ADD COLUMN x INT;\n' >./sql/9999_trial-z-breaks.sql
find . -type f ! -name SHA256SUMS -printf '%P\0' | sort -z | xargs -0 sha256sum >"$work/sums"
mv "$work/sums" SHA256SUMS
cd "$tree"
if [[ $from == *.deb ]]; then
  sed -i "s/^Version: .*/Version: $version/" DEBIAN/control
  sed -i "s/${previous//./\\.}/$version/g" DEBIAN/{preinst,postinst,prerm,postrm} usr/bin/waypost
  find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | sort -z | xargs -0 md5sum >DEBIAN/md5sums
  dpkg-deb --root-owner-group -Zgzip -z1 --build . "$next" >/dev/null
else
  tar --use-compress-program='gzip -1' -cf "$next" -C "$work" waypost
fi
echo "$version"
