# Functions for trials that boot a bare Debian or Ubuntu (bookworm, trixie, noble) with its own systemd (systemd-nspawn) and network, on
# one core and with 1 GB of memory. Its certificates come from an authority on the same machine. Source this file with the suite and the
# package as arguments. It needs root, debootstrap, systemd-container, nftables, caddy and curl, and for Ubuntu its keyring as
# UBUNTU_KEYRING. KEEP=1 leaves the system running.
set -euo pipefail
suite=${1:?which: bookworm, trixie or noble}
package=$(realpath "${2:?which package}")
dir=${TRY_DIR:-/var/tmp/waypost-try}
name=wp-$suite
root=$dir/$suite
ca=$dir/$suite.ca
domain=go.example.com
custom=links.example.net
mkdir -p "$dir"

case $suite in
  noble) mirror=http://archive.ubuntu.com/ubuntu keyring=(--keyring="${UBUNTU_KEYRING:?}") parts='main universe' net=10.213.9 ;;
  trixie) mirror=http://deb.debian.org/debian keyring=() parts=main net=10.213.8 ;;
  *) mirror=http://deb.debian.org/debian keyring=() parts=main net=10.213.7 ;;
esac

say() { printf '%s\n' "$*" >&2; }

bare_root() {
  if [ ! -e "$dir/$suite.tar" ]; then
    say "creating a bare $suite …"
    script=/usr/share/debootstrap/scripts/$suite
    # An older Debian has no script for this Ubuntu, but another script works.
    [ -e "$script" ] || script=/usr/share/debootstrap/scripts/gutsy
    debootstrap "${keyring[@]}" --include=systemd-sysv,dbus,ca-certificates "$suite" "$root" $mirror "$script" >"$dir/$suite.log"
    chroot "$root" apt-get clean
    tar -C "$root" -cf "$dir/$suite.tar.new" . && mv "$dir/$suite.tar.new" "$dir/$suite.tar"
  fi
  rm -rf "$root" && mkdir "$root" && tar -C "$root" -xf "$dir/$suite.tar"
  echo "deb $mirror $suite $parts" >"$root/etc/apt/sources.list"
  rm -f "$root"/etc/apt/sources.list.d/*
  cp /etc/apt/apt.conf.d/*prox* "$root/etc/apt/apt.conf.d/" 2>/dev/null || true
  echo server >"$root/etc/hostname"
  hosts >"$root/etc/hosts"
  rm -f "$root/etc/resolv.conf" && cp /etc/resolv.conf "$root/etc/resolv.conf"
  cp "$package" "$root/root/waypost.deb"
}

hosts() {
  echo "127.0.0.1 localhost"
  echo "$net.2 $domain ca.example.com crm.example.com $custom"
}

# Creates the system's own network, which reaches the mirrors.
network() {
  ip netns add $name
  mkdir -p /etc/netns/$name && hosts >/etc/netns/$name/hosts
  ip link add $name type veth peer name eth0 netns $name
  ip addr add $net.1/24 dev $name && ip link set $name up
  ip -n $name addr add $net.2/24 dev eth0
  ip -n $name link set lo up && ip -n $name link set eth0 up && ip -n $name route add default via $net.1
  sysctl -qw net.ipv4.ip_forward=1
  nft "add table ip $name; add chain ip $name out { type nat hook postrouting priority 100; }; add rule ip $name out ip saddr $net.0/24 masquerade"
}

inside() { nsenter --target "$leader" --mount --uts --ipc --net --pid --cgroup --root --wdns=/root env -i PATH="$PATH" HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

authority() {
  mkdir -p "$ca"
  cat >"$ca/Caddyfile" <<END
{
	admin off
	auto_https disable_redirects
	skip_install_trust
	storage file_system $ca
}
https://ca.example.com:4443 {
	tls internal
	acme_server
}
END
  XDG_DATA_HOME=$ca ip netns exec $name caddy run --config "$ca/Caddyfile" --adapter caddyfile >"$ca/log" 2>&1 &
  authority=$!
  for _ in $(seq 100); do [ -e "$ca/pki/authorities/local/root.crt" ] && break; sleep 0.1; done
  cp "$ca/pki/authorities/local/root.crt" "$root/root/ca.pem"
}

boot() {
  for place in /sys/fs/cgroup/memory /sys/fs/cgroup; do
    limit=$place/$name/memory.limit_in_bytes
    mkdir -p $place/$name && [ -e "$limit" ] && break
    limit=$place/$name/memory.max
    [ -e "$limit" ] && break
  done
  if [ -e "$limit" ]; then echo $((1 << 30)) >"$limit"; else limit=; say 'no memory limit here'; fi
  (
    [ -z "$limit" ] || echo $BASHPID >"$(dirname "$limit")/cgroup.procs"
    SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 SYSTEMD_NSPAWN_API_VFS_WRITABLE=network exec taskset -c 0 systemd-nspawn --quiet --register=no --keep-unit --boot \
      --network-namespace-path=/run/netns/$name --resolv-conf=off --directory="$root" --console=read-only
  ) >"$dir/$suite.console" 2>&1 </dev/null &
  machine=$!
  for _ in $(seq 300); do
    leader=$(pgrep -P $machine 2>/dev/null | head -1 || true)
    [ -n "$leader" ] && inside systemctl is-system-running 2>/dev/null | grep -Eq 'running|degraded' && return
    sleep 0.2
  done
  say 'it does not boot'; tail "$dir/$suite.console" >&2; exit 1
}

clean() {
  [ -z "${leader:-}" ] || kill -s RTMIN+4 "$leader" 2>/dev/null || true
  for _ in $(seq 200); do kill -0 "${machine:-0}" 2>/dev/null || break; sleep 0.1; done
  kill -9 "${machine:-}" 2>/dev/null || true
  kill "${authority:-}" 2>/dev/null || true
  ip link del $name 2>/dev/null || true
  ip netns del $name 2>/dev/null || true
  nft delete table ip $name 2>/dev/null || true
  rm -rf /etc/netns/$name
}

web() { ip netns exec $name curl --silent --show-error --max-time 20 --cacert "$ca/pki/authorities/local/root.crt" "$@"; }
json() { node -pe "JSON.parse(fs.readFileSync(0, 'utf8'))$1"; }

# Boots a bare system.
begin() {
  clean
  bare_root
  [ -n "${KEEP:-}" ] || trap clean EXIT
  network
  authority
  boot
}

acme=(--acme-directory https://ca.example.com:4443/acme/local/directory --acme-ca /root/ca.pem)
