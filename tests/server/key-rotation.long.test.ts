import { afterAll, expect, it } from 'vitest'
import { mobilePurpose } from '#contract/terms/purposes'
import { clientOf } from '#tests/faults/run'
import { freePort } from '#tests/fixtures/programs/free-port'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { type Server, startWebApp } from '#tests/fixtures/programs/server'
import { Browser, formTokenIn } from './browser'

const folder = ownFolder('rotation')
let running: Server | undefined
afterAll(() => running?.stop())

const [older, newer] = ['the older of two keys that this test uses', 'the newer of two keys that this test uses']
const [mobile, password] = ['+8613900000002', 'a river under the moon']

/** Starts both programs again, as an operator does who changed a variable. */
const restart = async (
  ports: { PORT: string; ACCOUNT_API_PORT: string },
  rings: { SESSION_SECRETS: string; ACCOUNT_API_KEY: string },
): Promise<void> => {
  await running?.stop()
  running = await startWebApp({ ...ports, ...rings, DATA_DIR: folder.path, TEST_IDENTIFIERS: `${mobile}=123456` })
}

/** Makes an account at the running account API. */
const register = async (port: string, key: string): Promise<void> => {
  const client = clientOf(`http://127.0.0.1:${port}`, { application: { aid: 'butterfly', key }, timeoutMs: 25_000 })
  await client.sendCode({ mobile, type: mobilePurpose.register })
  expect(await client.registerByMobile({ mobile, code: '123456', password })).toMatchObject({ ok: true })
}

it('happy: people stay signed in, and applications keep the keys they know, while both keys are replaced', async () => {
  const ports = { PORT: String(await freePort()), ACCOUNT_API_PORT: String(await freePort()) }
  const origin = `http://localhost:${ports.PORT}`
  const browser = new Browser(origin, { 'accept-language': 'zh' })
  const ours = { headers: { origin, 'sec-fetch-site': 'same-origin' } }
  const openForm = async () => formTokenIn((await browser.open('/settings/profile')).text)
  /** The keys by which applications check tokens. */
  const publishedKeys = async () => {
    const { keys } = (await (await fetch(`${origin}/oidc/jwks`)).json()) as { keys: { kid: string }[] }
    return keys.map(({ kid }) => kid)
  }
  const postForm = async (form_token: string) =>
    (await browser.post('/settings/accounts', { form_token, others: '1' }, ours)).status

  await restart(ports, { SESSION_SECRETS: older, ACCOUNT_API_KEY: older })
  await register(ports.ACCOUNT_API_PORT, older)
  expect((await browser.submit('/login', { account: mobile, password }, ours)).status).toBe(303)

  const keys = await publishedKeys()
  expect(keys).toHaveLength(2)
  const steps = [
    { SESSION_SECRETS: `${older},${newer}`, ACCOUNT_API_KEY: `${older},${newer}` },
    { SESSION_SECRETS: `${newer},${older}`, ACCOUNT_API_KEY: `${newer},${older}` },
    // The last step of the application key, which is early: sessions last longer.
    { SESSION_SECRETS: `${newer},${older}`, ACCOUNT_API_KEY: newer },
  ]
  for (const rings of steps) {
    const formOfBefore = await openForm()
    expect(formOfBefore).not.toBe('')
    await restart(ports, rings)
    expect(await postForm(formOfBefore)).toBe(303)
    expect((await browser.open('/settings')).status).toBe(200)
  }

  expect(await publishedKeys()).toEqual(keys)

  // Without the secrets that sealed it, a session cookie is worth nothing, no matter who has a copy of it.
  await restart(ports, { SESSION_SECRETS: 'a third secret that sealed none of these cookies', ACCOUNT_API_KEY: newer })
  expect((await browser.open('/settings')).headers.location).toMatch(/^\/login/)
})
