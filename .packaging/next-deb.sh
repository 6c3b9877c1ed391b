#!/usr/bin/env bash
# .packaging/next-deb.sh PACKAGE.deb NEXT.deb [VERSION]: builds the same release with the next version, to test upgrades. One
# migration adds a column, another adds a table. With BAD=1 a migration fails.
set -euo pipefail
deb=$(realpath "${1:?which package}") next=$(realpath "${2:?which package to make}")
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
dpkg-deb --raw-extract "$deb" "$work/tree"
cd "$work/tree"
previous=$(sed -n 's/^Version: //p' DEBIAN/control)
version=${3:-${previous%.*}.$((${previous##*.} + 1))}
sed -i "s/^Version: .*/Version: $version/" DEBIAN/control
sed -i "s/${previous//./\\.}/$version/g" DEBIAN/{preinst,postinst,prerm,postrm} usr/bin/waypost
sed -i "s/\"version\": \"$previous\"/\"version\": \"$version\"/" usr/lib/waypost/package.json
printf 'ALTER TABLE links ADD COLUMN trial_note VARCHAR(20) NULL;\n' >usr/lib/waypost/sql/9998_trial-column.sql
printf 'CREATE TABLE trial_of_upgrade (id INT PRIMARY KEY);\n' >usr/lib/waypost/sql/9999_trial-table.sql
[ -z "${BAD:-}" ] || printf 'ALTER TABLE nothing_here ADD COLUMN x INT;\n' >usr/lib/waypost/sql/9999_trial-failure.sql
(cd usr/lib/waypost && find . -type f ! -name SHA256SUMS -printf '%P\0' | sort -z | xargs -0 sha256sum >SHA256SUMS)
find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | sort -z | xargs -0 md5sum >DEBIAN/md5sums
dpkg-deb --root-owner-group -Zgzip -z1 --build . "$next" >/dev/null
echo "$version"
