import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { temporaryFolder } from '../fixtures/folder'

const script = fileURLToPath(new URL('../../scripts/programs.sh', import.meta.url))
const folders: ReturnType<typeof temporaryFolder>[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove()
})

/** A machine with these programs only. Its apt-get writes down each call, and installs the packages that it has. */
const machineWith = (programs: string[], { packages }: { packages?: string[] } = {}) => {
  const folder = temporaryFolder('programs')
  folders.push(folder)
  const [bin, scripts, calls] = [join(folder.path, 'bin'), join(folder.path, 'scripts'), join(folder.path, 'calls')]
  const put = (name: string, text: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  mkdirSync(bin)
  mkdirSync(scripts)
  copyFileSync(script, join(scripts, 'programs.sh'))
  for (const name of ['dirname', 'mkdir', 'ls', 'env', 'cp', 'true']) {
    const found = ['/usr/bin', '/bin'].map((path) => join(path, name)).find(existsSync)
    if (found) symlinkSync(found, join(bin, name))
  }
  put('id', 'echo 0')
  for (const name of programs) put(name, ':')
  if (packages)
    put(
      'apt-get',
      `echo "$@" >>${calls}
[ "$1" = update ] && exit 0
for package; do :; done
case " ${packages.join(' ')} " in *" $package "*) cp ${join(bin, 'id')} ${bin}/$package ;; *) exit 100 ;; esac`,
    )
  return {
    /** Runs the script; answers its exit code, its stderr and the calls of apt-get. */
    find: (environment: Record<string, string> = {}) => {
      writeFileSync(calls, '')
      const { status, stderr } = spawnSync('/bin/sh', ['scripts/programs.sh'], {
        cwd: folder.path,
        encoding: 'utf8',
        env: { NODE_ENV: 'test', PATH: bin, APACHE_MODULES: bin, ...environment },
      })
      return { status, stderr, calls: readFileSync(calls, 'utf8').trim().split('\n').filter(Boolean) }
    },
  }
}

const modules = ['mod_auth_cas.so', 'mod_auth_openidc.so']
const others = ['postgres', 'sqlite3', 'w3m', 'tmux', 'zbarimg', 'netsurf-fb', 'Xvfb', 'xdotool', ...modules]
const install = (name: string) => `install -y --no-install-recommends ${name}`

it('happy: a machine that has everything installs nothing', () => {
  const machine = machineWith(['chromium-headless-shell', ...others], { packages: [] })
  expect(machine.find()).toEqual({ status: 0, stderr: '', calls: [] })
})

it('happy: the headless shell is installed beside a full Chromium', () => {
  const machine = machineWith(['chromium', ...others], { packages: ['chromium-headless-shell'] })
  expect(machine.find()).toMatchObject({ status: 0, calls: ['update', install('chromium-headless-shell')] })
  expect(machine.find()).toMatchObject({ status: 0, calls: [] })
})

it('error: a full Chromium serves where the headless shell cannot be had, which is tried once', () => {
  const machine = machineWith(['chromium', ...others], { packages: [] })
  expect(machine.find()).toMatchObject({ status: 0, calls: ['update', install('chromium-headless-shell')] })
  expect(machine.find()).toMatchObject({ status: 0, calls: [] })
})

it('happy: CHROMIUM overrides the search', () => {
  const machine = machineWith(others, { packages: ['chromium-headless-shell'] })
  expect(machine.find({ CHROMIUM: '/bin/sh' })).toMatchObject({ status: 0, calls: [] })
})

it('error: one package that cannot be had keeps no other away', () => {
  const machine = machineWith(['postgres', 'sqlite3', 'netsurf-fb', 'Xvfb', 'xdotool', ...modules], {
    packages: ['w3m', 'chromium-headless-shell'],
  })
  expect(machine.find()).toMatchObject({
    status: 1,
    stderr: 'Please install for the tests: tmux zbar-tools (on Debian: apt-get install tmux zbar-tools)\n',
    calls: ['update', install('chromium-headless-shell'), install('w3m'), install('tmux'), install('zbar-tools')],
  })
})

it('error: without apt-get, the missing programs are named', () => {
  const { status, stderr } = machineWith(['postgres', 'sqlite3']).find()
  expect(status).toBe(1)
  const names = 'chromium-headless-shell w3m tmux zbar-tools netsurf-fb xvfb xdotool'
  const modules = 'libapache2-mod-auth-cas libapache2-mod-auth-openidc'
  expect(stderr).toContain(`apt-get install ${names} ${modules}`)
})
