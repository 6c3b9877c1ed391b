#!/usr/bin/env bash
# .packaging/try-setup.sh SUITE PACKAGE.deb: sets up Waypost on a bare Debian or Ubuntu in two commands (see try-system.sh). Prints the
# time from the bare system to a sign-in over HTTPS. SETUP_FLAGS are additional options for `waypost setup`.
. "$(dirname "$0")/try-system.sh"

begin
say "$suite is booted; its two commands:"
SECONDS=0
inside apt-get update -qq
inside apt-get install -qq -y /root/waypost.deb >"$dir/$suite.apt" 2>&1 || { tail -20 "$dir/$suite.apt" >&2; exit 1; }
installed=$SECONDS
setup=(waypost setup --domain $domain --email me@example.com "${acme[@]}" ${SETUP_FLAGS:-})
inside "${setup[@]}" --json >"$dir/$suite.json"
cat "$dir/$suite.json" >&2
email=$(json .login.email <"$dir/$suite.json") password=$(json .login.password <"$dir/$suite.json")
token=$(web https://$domain/api/auth/login -H 'Content-Type: application/json' -d "{\"email\":\"$email\",\"password\":\"$password\"}" | json .token)
[ -n "$token" ] && [ "$token" != undefined ] || { say 'no sign-in'; exit 1; }
say "signed in after $SECONDS s (apt install: $installed s)"

key=$(json .login.keys.linksKey <"$dir/$suite.json")
web https://$domain/api/links -H "Authorization: Bearer $key" -H 'Content-Type: application/json' -d '{"url":"https://example.com/x","slug":"hello"}' >/dev/null
sleep 1
say "a link: $(web -o /dev/null -w '%{http_code} %{redirect_url}' https://$domain/hello)"
say "contacts: $(web -o /dev/null -w '%{http_code}' https://$domain/wp-admin/)"
say "memory: $(inside sh -c 'cat /proc/[0-9]*/smaps_rollup' 2>/dev/null | awk '/^Pss:/ { s += $2 } END { printf "%d MB PSS of all processes", s / 1024 }'), $(inside sh -c 'for p in $(pgrep -u waypost); do cat /proc/$p/smaps_rollup; done' | awk '/^Pss:/ { s += $2 } END { printf "%d MB of Waypost", s / 1024 }')"
say "hardening: $(inside systemd-analyze security waypost.service waypost-backup.service 2>/dev/null | tail -3 || true)"
inside systemd-analyze security --no-pager waypost.service | tail -1 >&2 || true
say "asked again: $(inside "${setup[@]}")"
inside systemctl list-timers waypost-backup.timer --no-pager --no-legend >&2
