import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type PathMap, pathMap } from '#contract/wire/path-map'
import { type Browser, openBrowser } from '#tests/app/browser/browser'
import { root } from '#tests/fixtures/programs/server'
import { type PlainUpstream, startPlainUpstream } from '#tests/plain-upstream/server'
import { openKindsMemory } from '~/navigation/open-pages/open-kinds.server'
import { env } from '~/runtime/env.server'

/** The path map that the owner of the plain upstream has written. */
export const plainMap = (): PathMap =>
  pathMap.parse(JSON.parse(readFileSync(join(root, 'tests/plain-upstream/paths.json'), 'utf8')))

const phone = { mobile: '+8613800000001', email: 'ann@example.com', password: 'a long walk' } as const

/**
 * Lets the pages of a test file talk to the plain upstream, over the real wire.
 * @param settings what the operator has set
 */
export const withPlainUpstream = (
  settings: Partial<ReturnType<typeof env>> = {},
  account: Partial<ReturnType<typeof env>['accountApi']> = {},
  options: Parameters<typeof startPlainUpstream>[0] = {},
) => {
  const plain = {} as PlainUpstream
  let before: ReturnType<typeof env>
  beforeAll(async () => {
    before = { ...env() }
    // What another account API has offered does not count here.
    openKindsMemory.known = undefined
    Object.assign(plain, await startPlainUpstream(options))
    Object.assign(env(), settings, {
      accountApi: { ...env().accountApi, url: plain.url, paths: plainMap(), ...account },
    })
  })
  beforeEach(() => plain.reset())
  afterAll(async () => {
    Object.assign(env(), before)
    await plain.stop()
  })
  return plain
}

/** A person with an account there, and a browser that is signed in to it. */
export const plainPerson = async (
  plain: PlainUpstream,
  who: { mobile?: string; email?: string | undefined } = phone,
) => {
  const { email, ...known } = { ...phone, ...who }
  plain.add({ ...known, ...(email !== undefined && { email }) })
  const browser = openBrowser()
  await signIn(browser, who.mobile ?? phone.mobile)
  return browser
}

export const signIn = async (browser: Browser, account: string): Promise<void> => {
  const landed = await browser.submit('/login', { account, password: phone.password })
  expect(landed).toMatchObject({ status: 303, location: '/settings' })
}

/** Sends a form that is answered by a redirect. Returns where. */
export const goOn = async (browser: Browser, ...form: Parameters<Browser['submit']>): Promise<string> => {
  const { status, location, data } = await browser.submit(...form)
  expect(status, JSON.stringify(data)).toBe(303)
  return location ?? ''
}

/** The code that the upstream sends, always. */
export const code = '112233'
