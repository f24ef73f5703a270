import type { AppLoadContext } from '@remix-run/node'
import { refuse } from '../../../../contract/server'
import { password, type Reach, type States, signIn } from './state'

/** Where the server lets the app answer what it refuses itself. */
const refusals = '/-/refused'

/** What the server refuses, before any page is asked. */
const refusedByServer =
  (refusal: NonNullable<AppLoadContext['refusal']>): Reach =>
  (browser) =>
    browser.open(refusals, { refusal })

/** The pages of requests that cannot be answered. */
export const problemStates: States = {
  '/settings/nowhere': { 'page that is gone': (browser) => browser.open('/settings/nowhere') },
  '/nowhere': { 'no such page': (browser) => browser.open('/nowhere') },
  '/login': {
    'cookies are needed': async (browser) => {
      await browser.open('/login')
      browser.cookies = new Map()
      await browser.send({ account: 'ann', password })
    },
    'account API is down': async (browser) => {
      await browser.open('/login')
      browser.fake.answer('accountLoginV2', () => new Response('', { status: 502 }))
      await browser.send({ account: 'ann', password })
    },
  },
  '/settings/profile': {
    'too many requests': async (browser) => {
      await signIn(browser)
      for (const call of ['accountInfo', 'checkDefaultInfo', 'remainingUpdateTimes', 'recommendedName'] as const)
        browser.fake.answer(call, refuse('too_many_requests', { retry_after: 30 }))
      await browser.open('/settings/profile')
    },
  },
  [refusals]: {
    busy: refusedByServer('busy'),
    'too large': refusedByServer('too_large'),
    'form of another site': refusedByServer('origin'),
    'method that no page takes': refusedByServer('method'),
    'request that cannot be read': refusedByServer('bad_request'),
  },
}
