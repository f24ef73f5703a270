import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { folderForTest } from '#tests/fixtures/programs/own-folder'
import { howToGet, programs } from '../../scripts/programs.mjs'

const script = fileURLToPath(new URL('../../scripts/programs.mjs', import.meta.url))

/** A machine with these programs only. Its apt-get writes down each call, and installs the packages that it has. */
const machineWith = (found: string[], { packages }: { packages?: string[] } = {}) => {
  const folder = folderForTest('programs')
  const [bin, scripts, calls] = [folder.at('bin'), folder.at('scripts'), folder.at('calls')]
  const put = (name: string, text: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  mkdirSync(bin)
  mkdirSync(scripts)
  copyFileSync(script, join(scripts, 'programs.mjs'))
  for (const name of ['env', 'cp', 'true']) {
    const place = ['/usr/bin', '/bin'].map((path) => join(path, name)).find(existsSync)
    if (place) symlinkSync(place, join(bin, name))
  }
  // A user who is not root installs by sudo.
  put('sudo', 'shift; exec "$@"')
  mkdirSync(join(bin, 'truetype/wqy'), { recursive: true })
  for (const name of found) put(name, ':')
  if (packages)
    put(
      'apt-get',
      `echo "$@" >>${calls}
[ "$1" = update ] && exit 0
for package; do :; done
case " ${packages.join(' ')} " in *" $package "*) cp ${join(bin, 'sudo')} ${bin}/$package ;; *) exit 100 ;; esac`,
    )
  return {
    /** Looks for programs, all by default; answers the exit code, stderr and the calls of apt-get. */
    find: ({ keys = [], environment = {} }: { keys?: string[]; environment?: Record<string, string> } = {}) => {
      writeFileSync(calls, '')
      const { status, stderr } = spawnSync(process.execPath, ['scripts/programs.mjs', ...keys], {
        cwd: folder.path,
        encoding: 'utf8',
        env: {
          NODE_ENV: 'test',
          PATH: bin,
          APACHE_MODULES: bin,
          PYTHON_MODULES: bin,
          FONTS: bin,
          SERVERS: bin,
          ...environment,
        },
      })
      return { status, stderr, calls: readFileSync(calls, 'utf8').trim().split('\n').filter(Boolean) }
    },
  }
}

const modules = ['mod_auth_cas.so', 'mod_auth_openidc.so']
const cluster = ['patroni', 'etcd', 'haproxy', 'pgbouncer']
const servers = ['postgres', ...cluster, 'nginx', 'caddy', 'promtool', 'kubectl', 'systemd-analyze']
const others = [
  ...servers,
  'curl',
  'sqlite3',
  'w3m',
  'lynx',
  'elinks',
  'links2',
  'tmux',
  'zbarimg',
  'netsurf-fb',
  'Xvfb',
  'xdotool',
  'authlib',
  'requests',
  'truetype/wqy/wqy-microhei.ttc',
  ...modules,
]
const install = (name: string) => `install -y --no-install-recommends ${name}`

it.each([
  ['a machine that has everything installs nothing', ['chromium-headless-shell', ...others], [], {}, []],
  ['only the programs that are asked for are installed', [], ['w3m', 'tmux'], { keys: ['w3m'] }, ['w3m']],
  ['CHROMIUM overrides the search', others, ['chromium-headless-shell'], { environment: { CHROMIUM: '/bin/sh' } }, []],
])('happy: %s', (_what, found, packages, asked, installed) => {
  const calls = installed.flatMap((name) => ['update', install(name)])
  expect(machineWith(found, { packages }).find(asked)).toEqual({ status: 0, stderr: '', calls })
})

it.each([
  ['happy: the headless shell is installed next to a full Chromium', ['chromium-headless-shell']],
  ['error: a full Chromium is used if the headless shell cannot be installed, which is tried once', []],
])('%s', (_what, packages) => {
  const machine = machineWith(['chromium', ...others], { packages })
  expect(machine.find()).toMatchObject({ status: 0, calls: ['update', install('chromium-headless-shell')] })
  expect(machine.find()).toMatchObject({ status: 0, calls: [] })
})

it('error: CHROMIUM that names no program counts as missing', () => {
  const environment = { CHROMIUM: '/no/such/program' }
  expect(machineWith(others).find({ environment })).toMatchObject({ status: 1, stderr: missing('chromium') })
})

const missing = (...keys: string[]) => keys.map((key) => `Missing: ${howToGet(key)}\n`).join('')

it('error: a package that cannot be installed does not block others', () => {
  const machine = machineWith(['sqlite3', 'netsurf-fb', 'Xvfb', 'xdotool', ...modules], {
    packages: ['w3m', 'chromium-headless-shell'],
  })
  expect(machine.find({ keys: ['chromium', 'w3m', 'tmux', 'zbarimg'] })).toMatchObject({
    status: 1,
    stderr: missing('tmux', 'zbarimg'),
    calls: ['update', install('chromium-headless-shell'), install('w3m'), install('tmux'), install('zbar-tools')],
  })
})

it('error: without apt-get, each missing program is named, with how to get it', () => {
  const { status, stderr } = machineWith(['postgres', 'curl', 'sqlite3']).find()
  expect(status).toBe(1)
  expect(stderr).toBe(missing(...Object.keys(programs).filter((key) => !['postgres', 'curl', 'sqlite3'].includes(key))))
  expect(stderr).toContain('Missing: zbarimg (on Debian: apt-get install zbar-tools; on macOS: brew install zbar)\n')
  expect(stderr).toContain('Missing: NetSurf (on Debian: apt-get install netsurf-fb; not available from Homebrew)\n')
})
