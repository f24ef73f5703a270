// The programs that the tests need and npm does not install: where they are, and how to get them. `node
// scripts/programs.mjs chromium postgres` installs missing ones, if apt-get can be used.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {object} Program
 * @property {string} name as its own documentation writes it
 * @property {string} debian the packages of Debian that bring it, separated by spaces
 * @property {string} [brew] the argument of `brew install`. Not given: Homebrew does not have it
 * @property {() => string | undefined} find its path, where the machine has it
 * @property {() => boolean} [isBest] false: it can be used, and the package of Debian has a better one
 */

/** @param {string} path */
const isProgram = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of the first of these programs that is installed. @param {string[]} names @param {string[]} [folders] */
const inPath = (names, folders = []) => {
  const all = [...folders, ...(process.env.PATH ?? '').split(delimiter)]
  return names.flatMap((name) => all.map((folder) => join(folder, name))).find(isProgram)
}

/** The folders below `base` whose name fits, the newest version first. @param {string} base @param {RegExp} pattern */
const versionsBelow = (base, pattern) => {
  const version = (/** @type {string} */ name) => Number(/\d+$/.exec(name)?.[0] ?? 0)
  const names = existsSync(base) ? readdirSync(base).filter((name) => pattern.test(name)) : []
  return names.sort((one, other) => version(other) - version(one)).map((name) => join(base, name, 'bin'))
}

/** Debian and Homebrew keep the programs of a PostgreSQL server out of PATH, in a folder for each version. */
const postgresFolders = () => [
  ...versionsBelow('/usr/lib/postgresql', /^\d+$/),
  ...['/opt/homebrew/opt', '/usr/local/opt'].flatMap((base) => versionsBelow(base, /^postgresql(@\d+)?$/)),
]

/** A program of a PostgreSQL server. @param {string} name */
export const findOfPostgres = (name) => inPath([name], postgresFolders())

// If no headless shell can be installed besides a full Chromium, this file records that, so it is not tried again.
const noShell = fileURLToPath(new URL('../.cache/headless-shell-unavailable', import.meta.url))

/** Chromium without a window: the same pages for little more than half the CPU. */
const shell = 'chromium-headless-shell'
const chromes = ['chromium', 'chromium-browser', 'google-chrome']
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS'

/** The browser that CHROMIUM names, or the first that is installed. */
export const findChromium = () => {
  const chosen = process.env.CHROMIUM
  if (chosen !== undefined) return isProgram(chosen) ? chosen : undefined
  return inPath([shell, ...chromes]) ?? inPath(['Google Chrome'], [macChrome])
}

/** The folder where Debian keeps servers, which only root has in PATH. */
const servers = process.env.SERVERS ?? '/usr/sbin'

export const apacheModules = process.env.APACHE_MODULES ?? '/usr/lib/apache2/modules'

/** Where the Python of Debian has its libraries. */
const pythonModules = process.env.PYTHON_MODULES ?? '/usr/lib/python3/dist-packages'

/** Fonts with Chinese letters, on Debian and on macOS. Without one, a browser draws boxes of another width. */
const chineseFonts = ['truetype/wqy/wqy-microhei.ttc', 'opentype/noto/NotoSansCJK-Regular.ttc']
  .map((font) => join(process.env.FONTS ?? '/usr/share/fonts', font))
  .concat('/System/Library/Fonts/PingFang.ttc', '/System/Library/Fonts/STHeiti Medium.ttc')

/** @param {string} name */
const findApacheModule = (name) => [join(apacheModules, `mod_${name}.so`)].find(existsSync)

/** @type {Record<string, Program>} */
export const programs = {
  chromium: {
    name: 'Chromium',
    debian: shell,
    brew: '--cask google-chrome',
    find: findChromium,
    isBest: () => process.env.CHROMIUM !== undefined || inPath([shell]) !== undefined || existsSync(noShell),
  },
  postgres: {
    name: 'PostgreSQL',
    debian: 'postgresql',
    brew: 'postgresql@17',
    find: () => findOfPostgres('postgres'),
  },
  curl: { name: 'curl', debian: 'curl', brew: 'curl', find: () => inPath(['curl']) },
  sqlite3: { name: 'sqlite3', debian: 'sqlite3', brew: 'sqlite', find: () => inPath(['sqlite3']) },
  w3m: { name: 'w3m', debian: 'w3m', brew: 'w3m', find: () => inPath(['w3m']) },
  lynx: { name: 'Lynx', debian: 'lynx', brew: 'lynx', find: () => inPath(['lynx']) },
  elinks: { name: 'ELinks', debian: 'elinks', brew: 'elinks', find: () => inPath(['elinks']) },
  links2: { name: 'Links', debian: 'links2', find: () => inPath(['links2']) },
  tmux: { name: 'tmux', debian: 'tmux', brew: 'tmux', find: () => inPath(['tmux']) },
  zbarimg: { name: 'zbarimg', debian: 'zbar-tools', brew: 'zbar', find: () => inPath(['zbarimg']) },
  netsurf: { name: 'NetSurf', debian: 'netsurf-fb', find: () => inPath(['netsurf-fb']) },
  xvfb: { name: 'Xvfb', debian: 'xvfb', find: () => inPath(['Xvfb']) },
  xdotool: { name: 'xdotool', debian: 'xdotool', brew: 'xdotool', find: () => inPath(['xdotool']) },
  nginx: { name: 'nginx', debian: 'nginx-light', brew: 'nginx', find: () => inPath(['nginx'], [servers]) },
  caddy: { name: 'Caddy', debian: 'caddy', brew: 'caddy', find: () => inPath(['caddy']) },
  patroni: { name: 'Patroni', debian: 'patroni', brew: 'patroni', find: () => inPath(['patroni']) },
  etcd: { name: 'etcd', debian: 'etcd-server', brew: 'etcd', find: () => inPath(['etcd']) },
  haproxy: { name: 'HAProxy', debian: 'haproxy', brew: 'haproxy', find: () => inPath(['haproxy'], [servers]) },
  pgbouncer: {
    name: 'PgBouncer',
    debian: 'pgbouncer',
    brew: 'pgbouncer',
    find: () => inPath(['pgbouncer'], [servers]),
  },
  promtool: { name: 'promtool', debian: 'prometheus', brew: 'prometheus', find: () => inPath(['promtool']) },
  kubectl: {
    name: 'kubectl',
    debian: 'kubernetes-client',
    brew: 'kubernetes-cli',
    find: () => inPath(['kubectl']),
  },
  systemd: { name: 'systemd-analyze', debian: 'systemd', find: () => inPath(['systemd-analyze']) },
  // Each of these packages installs Apache too. Only tests start it.
  cas: { name: 'mod_auth_cas', debian: 'libapache2-mod-auth-cas', find: () => findApacheModule('auth_cas') },
  openidc: {
    name: 'mod_auth_openidc',
    debian: 'libapache2-mod-auth-openidc',
    find: () => findApacheModule('auth_openidc'),
  },
  chinese: { name: 'a Chinese font', debian: 'fonts-wqy-microhei', find: () => chineseFonts.find(existsSync) },
  // A library, only for the Python of Debian.
  authlib: {
    name: 'Authlib',
    debian: 'python3-authlib python3-requests',
    // Authlib only recommends the library by which it makes requests.
    find: () =>
      existsSync(join(pythonModules, 'requests')) ? [join(pythonModules, 'authlib')].find(existsSync) : undefined,
  },
}

/** @param {string} key @returns {Program} */
const programOf = (key) => {
  const program = programs[key]
  if (!program) throw new Error(`There is no ${key} in the list of programs`)
  return program
}

/** How to get a program, in a few words. @param {string} key */
export const howToGet = (key) => {
  const { name, debian, brew } = programOf(key)
  const onMac = brew ? `on macOS: brew install ${brew}` : 'not available from Homebrew'
  return `${name} (on Debian: apt-get install ${debian}; ${onMac})`
}

/** Which of these programs are missing. @param {string[]} keys */
export const missingOf = (keys) => keys.filter((key) => programOf(key).find() === undefined)

/** @param {string[]} args */
const aptGet = (...args) => {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const [program = '', ...words] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args]
  spawnSync(program, words, { stdio: ['ignore', 'inherit', 'inherit'] })
}

const canInstall = () => {
  if (!inPath(['apt-get'])) return false
  return process.getuid?.() === 0 || spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0
}

/**
 * Installs the missing ones of these programs, if apt-get can be used: each separately, so an unavailable one does not
 * affect the others.
 * @param {string[]} keys
 */
export const installMissing = (keys) => {
  const wanted = keys.filter((key) => !(programOf(key).isBest?.() ?? programOf(key).find() !== undefined))
  if (wanted.length === 0 || !canInstall()) return
  aptGet('update')
  for (const key of wanted) aptGet('install', '-y', '--no-install-recommends', ...programOf(key).debian.split(' '))
  if (wanted.includes('chromium') && !inPath([shell]) && findChromium() !== undefined) {
    mkdirSync(fileURLToPath(new URL('../.cache', import.meta.url)), { recursive: true })
    writeFileSync(noShell, '')
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const keys = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(programs)
  installMissing(keys)
  const missing = missingOf(keys)
  for (const key of missing) process.stderr.write(`Missing: ${howToGet(key)}\n`)
  process.exitCode = missing.length > 0 ? 1 : 0
}
