import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freePort } from '#tests/fixtures/programs/free-port'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { startProgram } from '#tests/fixtures/programs/program'
import { root } from '#tests/fixtures/programs/server'
import { eventually } from '#tests/fixtures/time/eventually'

const folder = ownFolder('pod')

it('happy: next to a Service named like our variables, the program starts from files, warns once, and survives SIGHUP', async () => {
  const port = await freePort()
  const file = (name: string, value: string) => {
    const path = join(folder.path, name)
    writeFileSync(path, `${value}\n`)
    return path
  }
  const program = startProgram(process.execPath, ['build/web.js'], {
    cwd: root,
    env: {
      ...{ PATH: process.env.PATH, DATA_DIR: join(folder.path, 'data'), PORT: String(port) },
      ...{ ACCOUNT_API_PORT: String(await freePort()), DESK_PORT: 'tcp://10.0.0.2:80' },
      PUBLIC_URL_FILE: file('url', `http://localhost:${port}`),
      SESSION_SECRETS_FILE: file('secrets', 's'.repeat(32)),
      ACCOUNT_API_KEY_FILE: file('key', 'k'.repeat(32)),
    },
  })
  const status = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.status,
      () => undefined,
    )
  await eventually('the program to be ready', async () => ((await status()) === 200 ? true : undefined))
  expect(program.said().match(/is ignored/g)).toHaveLength(1)
  process.kill(program.pid, 'SIGHUP')
  expect(await status()).toBe(200)
  expect(program.ended()).toBeUndefined()
  await program.stop('SIGTERM')
})
