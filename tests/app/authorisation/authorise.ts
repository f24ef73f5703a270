import type { z } from 'zod'
import type { Calls } from '#contract/calls'
import type { Browser } from '#tests/app/browser/browser'
import { readAuthTicket } from '~/features/authorisation/auth-ticket.server'

/** A request of an application, and its page. */
export const uid = 'a-request-of-an-application'
export const page = `/login/authorize/${uid}`

/** What a loader of its page gets. */
export const argsOf = (browser: Browser, path = page) => ({
  request: browser.requestFor(path),
  context: {},
  params: { request: uid },
})

/** The ticket that a browser has for the request. */
export const ticketIn = (browser: Browser) => readAuthTicket(argsOf(browser))

const client = { client_key: 'orchard', name: 'Orchard', icon: null, is_verified: true, owner: null }

/** What an application asks of a person who is signed in. */
export const openInfo: z.input<Calls['openAuthInfo']['output']> = {
  client,
  person: { username: 'ann', name: '' },
  scopes: [
    { scope: 'openid', is_sensitive: false, is_required: true, already_granted: false, value: null },
    { scope: 'email', is_sensitive: true, is_required: false, already_granted: false, value: 'a***@example.com' },
    { scope: 'mobile', is_sensitive: false, is_required: false, already_granted: false, value: '+86 138****0001' },
  ],
  already_granted: false,
  subjects: [],
  needs: [],
  login_hint: null,
  returns_to: 'https://orchard.example/callback',
  expires_at: '2030-01-02T03:04:05.000Z',
}

/** A scope of an API, as a page receives it. */
export const apiScope = {
  scope: 'trees/trees.read',
  api: { name: 'Orchard trees', words: { en: 'See your trees', 'zh-Hans': '查看你的树' } },
  is_sensitive: true,
} as const

/** What a person has authorised. */
export const authorisation: z.input<Calls['listAuthorisations']['output']>['authorisations'][number] = {
  client,
  scopes: [
    { scope: 'openid', is_sensitive: false },
    { scope: 'email', is_sensitive: true },
  ],
  subject_name: null,
  granted_at: '2026-01-02T03:04:05.000Z',
  used_at: null,
}
