import { existsSync, readdirSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { openedHere } from '#tests/fixtures/hooks'
import { freePort } from '#tests/fixtures/programs/free-port'
import { ready } from '#tests/fixtures/programs/server'
import { eventually } from '#tests/fixtures/time/eventually'
import { lastOf } from './dockerfile'
import { makeImages } from './image'
import { ofTheOperator } from './programs'

vi.setConfig({ hookTimeout: 1_200_000 })
const images = openedHere(makeImages, ({ remove }) => remove())

const ofBoth = {
  ...ofTheOperator,
  DRAIN_SECONDS: '0',
  // The image listens on all addresses of its container. A test listens on loopback.
  HOST: '127.0.0.1',
  ACCOUNT_API_HOST: '127.0.0.1',
}

/** Starts an image, and waits until its own probe finds it well. */
const startWell = async (target: string, settings: Record<string, string>) => {
  const started = images.start(target, settings)
  const look = async () => {
    if (started.ended() !== undefined) return true
    return (await images.isWell(target, settings)) || undefined
  }
  await eventually(`the image of ${target} to be well`, look, { seconds: 60, everyMs: 250 })
  if (started.ended() !== undefined) throw new Error(`The image of ${target} ended. It said:\n${started.said()}`)
  return started
}

it('happy: the images run as their user and stop at their signal; their probe reports both states', async () => {
  const [apiPort, webPort] = [String(await freePort()), String(await freePort())]
  const ofApi = { ...ofBoth, ACCOUNT_API_PORT: apiPort }
  const ofWeb = { ...ofBoth, PORT: webPort, ACCOUNT_API_URL: `http://127.0.0.1:${apiPort}` }
  const api = await startWell('account-api', ofApi)
  const web = await startWell('web', ofWeb)
  await ready(web, Number(webPort), 'the image of web')
  const page = await fetch(`http://127.0.0.1:${webPort}/login`)
  expect([page.status, (await page.text()).includes('<form')]).toEqual([200, true])
  for (const [program, target, settings] of [
    [web, 'web', ofWeb],
    [api, 'account-api', ofApi],
  ] as const) {
    expect(await program.stop(lastOf(target, 'STOPSIGNAL') as NodeJS.Signals)).toBe(0)
    expect(await images.isWell(target, settings)).toBe(false)
  }
})

it('happy: the web app’s image is sufficient for one machine', async () => {
  const settings = { ...ofBoth, PORT: String(await freePort()), ACCOUNT_API_PORT: String(await freePort()) }
  const program = await startWell('web', settings)
  expect((await fetch(`http://127.0.0.1:${settings.PORT}/readyz`)).status).toBe(200)
  expect(readdirSync(images.at('web', '/data'))).toContain('butterfly.db')
  expect(await program.stop()).toBe(0)
})

it('security: an image has no tools and no sources, and its user can write to the data folder alone', async () => {
  expect(readdirSync(images.at('web', '/butterfly')).sort()).toEqual(['build', 'node_modules', 'package.json'])
  const packages = ['fastify', 'esbuild', 'vite', 'typescript', '@remix-run/dev']
  expect(packages.filter((one) => existsSync(images.at('web', `/butterfly/node_modules/${one}`)))).toEqual(['fastify'])
  for (const place of ['.', 'build', 'build/client', 'node_modules', 'node_modules/fastify'])
    expect([place, await images.can('web', `touch ${place}/intruder`)]).toEqual([place, false])
  expect(await images.can('web', 'touch "$DATA_DIR/ours" && rm "$DATA_DIR/ours"')).toBe(true)
})
