#!/usr/bin/env bash
# .packaging/try-life.sh SUITE PACKAGE.deb: the life of an installation on a booted system (see try-system.sh). Its settings change, the
# backup unit runs, apt installs the next release, and Waypost returns to the previous one. An older release and a failing
# migration are refused. apt and setup remove Waypost, and the backup is restored on another bare system. FIRST lists packages to
# install first, such as valkey-server or mysql-server; PARTS selects some of the parts below.
. "$(dirname "$0")/try-system.sh"

apt() { inside apt-get -qq -y "$@" >>"$dir/$suite.apt" 2>&1; }
waypost() { inside waypost "$@"; }
install() { inside apt-get update -qq && apt install ${FIRST:-} /root/waypost.deb; }
setup() { waypost setup --yes "$@" >>"$dir/$suite.setup" 2>&1; }
is() { [ "$2" = "$3" ] || { say "NOT: $1: $2 instead of $3"; tail -n 20 "$dir/$suite.apt" "$dir/$suite.setup" >&2; exit 1; }; say "ok: $1: $2"; }
refuses() { if "${@:2}"; then is "$1" accepted refused; else is "$1" refused refused; fi; }
serves() { waypost status --json | json .version; }
visit() { web -o /dev/null -w '%{http_code}' -A 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' https://$domain/${1:-hello}; }
dpkg_state() { inside dpkg-query -W -f '${Version} ${Status}' waypost; }
there() { inside sh -c "ls -d $* 2>/dev/null" | tr '\n' ' ' || true; }
api() { web "https://$domain/api/$1" -H "Authorization: Bearer $key" -H 'Content-Type: application/json' "${@:2}"; }
imported() { echo "$(visit imported), $(waypost automations export --format jsonl | json .email)"; }
clicks() { api "links/$link/stats" | json .totals.clicks; }

# Runs a command under a load of visits, and checks that all were redirected.
under_load() {
  : >"$dir/$suite.load"
  while [ -e "$dir/$suite.load" ]; do visit >>"$dir/$suite.visits"; echo >>"$dir/$suite.visits"; done 2>&1 &
  local visitors=$!
  : >"$dir/$suite.visits"
  local from=$SECONDS
  "$@"
  say "$* took $((SECONDS - from)) s"
  rm "$dir/$suite.load" && wait $visitors
  is "visits not redirected, of $(wc -l <"$dir/$suite.visits")" "$(grep -vc '^302$' "$dir/$suite.visits" || true)" 0
}

set -E
trap 'say "line $LINENO failed"' ERR

settings() {
  setup --contacts-domain crm.example.com
  is 'contacts on a host of their own' "$(web -o /dev/null -w '%{http_code}' https://crm.example.com/wp-admin/)" 200
  is 'asked again' "$(waypost setup)" 'Everything is up to date; nothing was changed.'
  inside systemctl --quiet disable --now caddy
  setup --tls waypost
  is "visits by Waypost's own certificate" "$(for _ in 1 2 3 4 5 6 7 8 9 10; do visit; done)" 302302302302302302302302302302
  is 'asked again' "$(waypost setup)" 'Everything is up to date; nothing was changed.'
  say "exposure: $(inside systemd-analyze security --no-pager waypost.service | tail -1)"
  inside systemctl --quiet disable --now waypost && inside systemctl --quiet enable caddy
  setup --tls caddy --contacts-domain $domain
  is 'and by Caddy again' "$(visit)" 302
}

backup() {
  echo 'https://example.com/y,imported' | inside sh -c '(echo url,slug; cat) >/tmp/links.csv'
  echo 'ada@example.com' | inside sh -c '(echo email; cat) >/tmp/people.csv'
  is 'without root' "$(inside runuser -u nobody -- waypost status 2>&1 || true)" 'status: you cannot read /etc/waypost/waypost.env: run this command as root, with sudo'
  waypost links import /tmp/links.csv --workspace $workspace >>"$dir/$suite.setup" 2>&1
  waypost automations import /tmp/people.csv >>"$dir/$suite.setup" 2>&1
  is 'an imported link and contact' "$(imported)" '302, ada@example.com'
  sleep 3
  counted=$(clicks)
  inside systemctl start waypost-backup.service
  backup=$(there '/var/backups/waypost/*.tar')
  backup=${backup% }
  is 'one backup by the unit' "$(there '/var/backups/waypost/*' | wc -w)" 1
  cp "$root$backup" "$dir/$suite.backup" && cp "$root/etc/waypost/backup-passphrase" "$dir/$suite.passphrase"
  waypost restore "$backup" --check --passphrase-file /etc/waypost/backup-passphrase | tail -1 >&2
  is 'backups that check misses' "$(waypost check | grep -c "no longer exists" || true)" 0
  say "exposure: $(inside systemd-analyze security --no-pager waypost-backup.service | tail -1)"
}

upgrade() {
  under_load apt install /root/next.deb
  is 'apt brings the next release' "$(serves), $(dpkg_state)" "$next, $next install ok installed"
  is 'migrations that wait' "$(waypost migrate --dry-run)" 'the database is up to date'
  is 'backups' "$(there '/var/backups/waypost/*.tar' | wc -w)" 2
  refuses 'an older release' apt install --allow-downgrades /root/waypost.deb
  is 'nothing changed' "$(serves), $(dpkg_state)" "$next, $next install ok installed"
  refuses 'a release whose migration fails' apt install /root/bad.deb
  is 'because of its migration' "$(grep -c 'migrate: 9999_trial-failure\.sql' "$dir/$suite.apt")" 1
  is 'it continues' "$(serves), $(visit)" "$next, 302"
  apt install --allow-downgrades /root/next.deb
  is 'the previous package is back' "$(dpkg_state)" "$next install ok installed"
  under_load waypost upgrade --back --yes
  is 'back' "$(serves)" "$now"
  apt install --allow-downgrades /root/waypost.deb
  is 'its package' "$(serves), $(dpkg_state)" "$now, $now install ok installed"
}

removal() {
  apt remove waypost
  say "apt remove leaves: $(there /usr/lib/waypost /opt/waypost /etc/waypost /var/lib/waypost /var/backups/waypost '/etc/systemd/system/waypost*' /etc/sysctl.d/60-waypost.conf)"
  apt install /root/waypost.deb
  setup
  is 'installed and set up again' "$(visit), $(clicks)" "302, $(clicks)"
  setup --remove
  is 'removed twice' "$(waypost setup --remove --yes)" 'Nothing to remove. Data, backups and database are unchanged.'
  say "setup --remove leaves: $(there /usr/lib/waypost /opt/waypost /etc/waypost /var/lib/waypost /var/backups/waypost '/etc/systemd/system/waypost*' /etc/sysctl.d/60-waypost.conf /etc/caddy/waypost.caddy)"
  setup "${acme[@]}"
  is 'set up again with its data' "$(visit)" 302
}

restore() {
  setup --remove
  apt purge waypost
  say "apt purge leaves: $(there /usr/lib/waypost /opt/waypost /etc/waypost /var/lib/waypost '/var/backups/waypost/*' '/etc/systemd/system/waypost*' /etc/sysctl.d/60-waypost.conf)"
  begin
  cp "$dir/$suite.backup" "$root/root/backup.tar" && cp "$dir/$suite.passphrase" "$root/root/passphrase"
  install
  setup --domain $domain --email other@example.com "${acme[@]}"
  is 'nothing is here yet' "$(visit)" 404
  inside systemctl stop waypost
  secret=$(waypost restore /root/backup.tar --settings --passphrase-file /root/passphrase | grep '^CERTIFICATE_SECRET=')
  sed -i "s|^CERTIFICATE_SECRET=.*|$secret|" "$root/etc/waypost/waypost.env"
  waypost restore /root/backup.tar --force --passphrase-file /root/passphrase >>"$dir/$suite.setup" 2>&1
  inside systemctl start waypost
  for _ in $(seq 120); do web --fail "https://$domain/readyz" >/dev/null 2>&1 && break; sleep 0.5; done
  is 'clicks of the restored link' "$(clicks)" "$counted"
  is 'the imported link and contact' "$(imported)" '302, ada@example.com'
  is 'a visit' "$(visit)" 302
  local email password
  email=$(json .login.email <"$dir/$suite.json") password=$(json .login.password <"$dir/$suite.json")
  is 'the old sign-in' "$(web -o /dev/null -w '%{http_code}' https://$domain/api/auth/login -H 'Content-Type: application/json' -d "{\"email\":\"$email\",\"password\":\"$password\"}")" 200
  waypost check >"$dir/$suite.check" || true
  is 'faults that check finds' "$(grep -c '^  ✗' "$dir/$suite.check" || true)" 0
}

begin
: >"$dir/$suite.apt" >"$dir/$suite.setup"
place=$root/root
now=$(dpkg-deb --field "$package" Version)
next=$(bash "$(dirname "$0")/next-release.sh" "$package" "$place/next.deb")
BAD=1 bash "$(dirname "$0")/next-release.sh" "$package" "$place/bad.deb" "${next%.*}.$((${next##*.} + 1))" >/dev/null

install
waypost setup --domain $domain --email me@example.com "${acme[@]}" --json >"$dir/$suite.json" 2>>"$dir/$suite.setup"
key=$(json .login.keys.linksKey <"$dir/$suite.json")
workspace=$(json .login.keys.workspaceId <"$dir/$suite.json")
link=$(api links -d '{"url":"https://example.com/x","slug":"hello"}' | json .id)
say "stores: $(waypost status | grep -E '^(MySQL|Redis)' | tr -s ' ' | tr '\n' ',')"
is 'a visit' "$(visit)" 302
is 'the kernel hands connections on' "$(inside cat /proc/sys/net/ipv4/tcp_migrate_req)" 1
waypost setup >"$dir/$suite.again" && is 'asked again' "$(cat "$dir/$suite.again")" 'Everything is up to date; nothing was changed.'
waypost check >"$dir/$suite.check" || true
is 'faults that check finds' "$(grep -c '^  ✗' "$dir/$suite.check" || true)" 0

for part in ${PARTS:-settings backup upgrade removal restore}; do $part; done
