import type { AppLoadContext } from '@remix-run/node'
import { credentials, tooManyRequests } from './samples'
import type { Reach, States } from './state'
import { given, opened, sent, signedInTo, walk } from './steps'

/** Where the server lets the app answer what it refuses itself. */
const refusals = '/-/refused'

/** What the server refuses, before any page is asked. */
const refusedByServer =
  (refusal: NonNullable<AppLoadContext['refusal']>): Reach =>
  (browser) =>
    browser.open(refusals, { refusal })

export const problemStates: States = {
  '/settings/nowhere': { 'page that is gone': opened('/settings/nowhere') },
  '/nowhere': { 'no such page': opened('/nowhere') },
  '/login': {
    'cookies are needed': async (browser) => {
      await browser.open('/login')
      browser.cookies = new Map()
      await browser.send(credentials)
    },
    'account API is down': walk(
      opened('/login'),
      given({ accountLoginV2: () => new Response('', { status: 502 }) }),
      sent(credentials),
    ),
  },
  '/settings/profile': {
    'too many requests': signedInTo('/settings/profile', {
      accountInfo: tooManyRequests,
      checkDefaultInfo: tooManyRequests,
      remainingUpdateTimes: tooManyRequests,
      recommendedName: tooManyRequests,
    }),
  },
  [refusals]: {
    busy: refusedByServer('busy'),
    'too large': refusedByServer('too_large'),
    'form of another site': refusedByServer('origin'),
    'method that no page takes': refusedByServer('method'),
    'request that cannot be read': refusedByServer('bad_request'),
  },
}
