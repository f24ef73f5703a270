#!/bin/sh
# Finds the programs that the tests need and npm does not bring: a Chromium, a PostgreSQL server, sqlite3, w3m, tmux,
# zbarimg, NetSurf for framebuffers with Xvfb and xdotool to drive it, and Apache with its modules for CAS and OpenID (the
# program alone, which nothing starts). Where apt-get can be used, installs those that are missing, and also Chromium's headless
# shell, which runs the same pages for little more than half the CPU. CHROMIUM names another browser to use instead,
# APACHE_MODULES another folder of Apache's modules. Prints nothing when all is there.
set -eu

# Where no headless shell can be installed beside a full Chromium, this file says so, and it is not tried again.
unavailable="$(dirname "$0")/../.cache/headless-shell-unavailable"

has() { command -v "$1" >/dev/null 2>&1; }
has_postgres() { has postgres || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1; }
# Its package brings Apache along.
has_apache_module() { [ -e "${APACHE_MODULES:-/usr/lib/apache2/modules}/mod_$1.so" ]; }
has_chosen_chromium() { [ -n "${CHROMIUM:-}" ] && [ -x "$CHROMIUM" ]; }
has_full_chromium() { has chromium || has chromium-browser || has google-chrome; }
has_best_chromium() {
  has_chosen_chromium || has chromium-headless-shell || { [ -e "$unavailable" ] && has_full_chromium; }
}
has_chromium() { has_best_chromium || has_full_chromium; }

# The packages that are not there; $1 is the test for Chromium.
missing() {
  "$1" || printf ' chromium-headless-shell'
  has_postgres || printf ' postgresql'
  has sqlite3 || printf ' sqlite3'
  has w3m || printf ' w3m'
  has tmux || printf ' tmux'
  has zbarimg || printf ' zbar-tools'
  has netsurf-fb || printf ' netsurf-fb'
  has Xvfb || printf ' xvfb'
  has xdotool || printf ' xdotool'
  has_apache_module auth_cas || printf ' libapache2-mod-auth-cas'
  has_apache_module auth_openidc || printf ' libapache2-mod-auth-openidc'
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}
can_install() { has apt-get && { [ "$(id -u)" = 0 ] || { has sudo && sudo -n true 2>/dev/null; }; }; }

wanted=$(missing has_best_chromium)
if [ -n "$wanted" ] && can_install; then
  echo "Installing$wanted"
  as_root apt-get update || true
  for package in $wanted; do
    # Apart, so that one that cannot be had keeps no other away.
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$package" || true
  done
  if ! has_best_chromium && has_full_chromium; then
    mkdir -p "$(dirname "$unavailable")"
    : >"$unavailable"
  fi
fi

needed=$(missing has_chromium)
if [ -n "$needed" ]; then
  echo "Please install for the tests:$needed (on Debian: apt-get install$needed)" >&2
  exit 1
fi
