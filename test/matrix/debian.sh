# The source of the newest Debian packages, and the folder for the results. To be sourced.
suite=${MATRIX_SUITE:-unstable}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
kept=${MATRIX_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/waypost-matrix}

cannot() {
  echo "$1" >&2
  exit 1
}

# The mirror that this machine's apt is set to.
[ -r "$keyring" ] && command -v apt-get dpkg >/dev/null || cannot 'This needs Debian: apt-get and debian-archive-keyring.'
mirror=$(apt-get indextargets --format '$(REPO_URI)' | grep -m1 '/debian/\?$') || cannot "apt here has no Debian mirror."
