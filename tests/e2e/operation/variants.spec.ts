import { wireOfVariant } from '../../../contract/call'
import { temporaryFolder } from '../../fixtures/folder'
import { freePort } from '../../fixtures/free-port'
import { accountApiKey } from '../../fixtures/pair'
import { codeOf, outboxOffice } from '../../fixtures/post-office'
import { type Exchange, startRelay } from '../../fixtures/relay'
import { startAccountApi, startWebApp } from '../../fixtures/server'
import { expect, bareTest as test } from '../journey'
import { expectPage } from '../pages'
import { enter, registerByMobile, signInByPassword, signInBySms, signOut } from '../roads'
import { textsOf } from '../texts'

const t = textsOf('en')

/** How each envelope begins (spec section 8). */
const envelopes = { web: /^\{"message":/, sso: /^\{"error_code":/, auth: /^\{"status_code":/ }

/** The variants whose calls these are, and whether every answer is in the envelope of its variant. */
const variantsOf = (exchanges: readonly Exchange[]) => {
  const calls = exchanges.flatMap(({ path, headers, body }) => {
    const [, variant] = /^\/passport\/(web|app|sso)\//.exec(path) ?? []
    const isJson = headers['content-type']?.startsWith('application/json')
    return variant !== undefined && isJson ? [{ variant: variant as keyof typeof wireOfVariant, body }] : []
  })
  return {
    variants: [...new Set(calls.map(({ variant }) => variant))],
    strays: calls.filter(({ variant, body }) => !envelopes[wireOfVariant[variant]].test(body)),
  }
}

test('happy: three hosts of one process have a variant each, with its own calls and envelope', async ({ browser }) => {
  const [apiFolder, webFolder] = [temporaryFolder('api'), temporaryFolder('web')]
  const key = { ACCOUNT_API_KEY: accountApiKey }
  const api = await startAccountApi({ ...key, DATA_DIR: apiFolder.path })
  const relay = await startRelay(`http://127.0.0.1:${api.port}`)
  const port = await freePort()
  const hosts = { web: `localhost:${port}`, app: `app.localhost:${port}`, sso: `sso.localhost:${port}` }
  const web = await startWebApp({
    ...key,
    PORT: String(port),
    DATA_DIR: webFolder.path,
    ACCOUNT_API_URL: relay.url,
    PUBLIC_URL: `http://${hosts.web}`,
    VARIANT: JSON.stringify(Object.fromEntries(Object.entries(hosts).map(([variant, host]) => [host, variant]))),
  })
  const office = outboxOffice(api.port)
  const code = (to: string, nth?: number) => codeOf(office, to, nth)

  for (const [variant, host] of Object.entries(hosts)) {
    const before = relay.exchanges.length
    const context = await browser.newContext({
      baseURL: `http://${host}`,
      locale: 'en-GB',
      javaScriptEnabled: false,
    })
    const visitor = { page: await context.newPage(), t, code }
    const { mobile, password } = await registerByMobile(visitor)
    await signOut(visitor)
    await signInByPassword(visitor, mobile, 'not the password')
    await expectPage(visitor, 'signIn')
    await enter(visitor, mobile, password)
    await signOut(visitor)
    await signInBySms(visitor, mobile)
    await expectPage(visitor, 'settings')
    await context.close()
    // Of the calls that exist three times, only those of the host's variant were made.
    const made = variantsOf(relay.exchanges.slice(before).filter(({ path }) => !path.includes('/check_login')))
    expect(made).toEqual({ variants: [variant], strays: [] })
  }

  await web.stop()
  await relay.stop()
  await api.stop()
  for (const folder of [apiFolder, webFolder]) folder.remove()
})
