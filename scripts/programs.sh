#!/bin/sh
# Programs that the tests need and npm does not bring: chromium, a PostgreSQL server, w3m and tmux. Finds them on the
# machine; what is missing is installed with apt-get where that is possible. Says nothing when all is there.
set -eu

has() { command -v "$1" >/dev/null 2>&1; }
has_postgres() { has postgres || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1; }
has_chromium() {
  [ -n "${CHROMIUM:-}" ] && [ -x "$CHROMIUM" ] ||
    has chromium-headless-shell || has chromium || has chromium-browser || has google-chrome
}

missing() {
  has_chromium || printf ' chromium-headless-shell'
  has_postgres || printf ' postgresql'
  has w3m || printf ' w3m'
  has tmux || printf ' tmux'
}

packages=$(missing)
[ -z "$packages" ] && exit 0

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

if has apt-get && { [ "$(id -u)" = 0 ] || { has sudo && sudo -n true 2>/dev/null; }; }; then
  echo "Installing$packages"
  log=$(mktemp)
  # shellcheck disable=SC2086 # each word is a package
  if ! { as_root apt-get update && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $packages; } >"$log" 2>&1; then
    tail -n 5 "$log" >&2
  fi
  rm -f "$log"
  packages=$(missing)
fi

if [ -n "$packages" ]; then
  echo "Please install for the tests:$packages (on Debian: apt-get install$packages)" >&2
  exit 1
fi
