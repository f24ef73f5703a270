import type { z } from 'zod'
import type { Calls } from '../../../../contract/calls'
import { openScopes } from '../../../../contract/open-scopes'
import { done, refuse } from '../../../../contract/server'
import { smsSent } from '../../../app/answers'
import type { AppBrowser } from '../app-browser'
import {
  longName,
  masked,
  mobile,
  opened,
  openedSignedIn,
  password,
  type Reach,
  refused,
  type States,
  ticket,
  told,
  wrongCode,
} from './state'

type Info = z.input<Calls['openAuthInfo']['output']>

const values: Record<string, string> = {
  profile: 'annette',
  email: masked.email,
  mobile: masked.mobile,
  mobile_plain: masked.mobile,
  organisations: longName,
}

const client = { client_key: 'orchard', name: 'Orchard', icon: null, is_verified: true, owner: null }

export const asked: Info = {
  client,
  person: { username: 'annette' },
  scopes: Object.entries(openScopes).map(([scope, { isSensitive }]) => ({
    scope: scope as keyof typeof openScopes,
    is_sensitive: isSensitive,
    is_required: scope === 'openid',
    already_granted: false,
    value: values[scope] ?? null,
  })),
  already_granted: false,
  subjects: [],
  needs: [],
  login_hint: null,
  returns_to: 'https://orchard.example/callback',
  expires_at: '2030-01-02T03:04:05.000Z',
}

const path = '/login/authorize/a-request-of-an-application'

const asking =
  (more: Partial<Info> = {}): Reach =>
  async (browser: AppBrowser) => {
    browser.fake.answer('openAuthInfo', done({ ...asked, ...more }))
    await (more.person === null ? opened(path) : openedSignedIn(path))(browser)
  }

/** Whoever opens a page below that of the request is signed out. */
const way =
  (below: string): Reach =>
  async (browser) => {
    browser.fake.answer('openAuthInfo', done({ ...asked, person: null, needs: ['sign_in'] }))
    await opened(`${path}/${below}`)(browser)
  }

/** Proves who one is by a password, up to the page of the request. */
const proven: Reach = async (browser) => {
  await way('password')(browser)
  browser.fake.answer('openAccountAuth', done({ auth_ticket: ticket }))
  browser.fake.answer('openAuthInfo', done(asked))
  await browser.send({ account: 'ann', password })
}

const codeSent: Reach = async (browser) => {
  await way('sms')(browser)
  browser.fake.answer('openSendCode', smsSent())
  await browser.send(mobile)
}

const unanswerable =
  (code: 'no_such_open_request' | 'open_request_elsewhere' | 'no_such_client'): Reach =>
  async (browser) => {
    browser.fake.answer('openAuthInfo', refuse(code, {}))
    await opened(path)(browser)
  }

const authorised = (name: string, nth: number) => ({
  client: { ...client, client_key: `orchard-${nth}`, name, owner: nth === 0 ? null : longName },
  scopes: Object.entries(openScopes)
    .slice(0, 2 + 3 * nth)
    .map(([scope, { isSensitive }]) => ({ scope: scope as keyof typeof openScopes, is_sensitive: isSensitive })),
  subject_name: nth === 0 ? null : longName,
  granted_at: '2026-01-02T03:04:05.000Z',
  used_at: nth === 0 ? null : '2026-02-03T04:00:00.000Z',
})

const list = '/settings/authorisations'

const listing =
  (names: string[], at = list): Reach =>
  async (browser) => {
    const authorisations = names.map(authorised)
    browser.fake.answer('listAuthorisations', done({ authorisations, time_zone: 'Asia/Shanghai' }))
    await openedSignedIn(at)(browser)
  }

/** What applications ask, and what they were given. */
export const authoriseStates: States = {
  '/login/authorize': {
    'application, that is none': opened('/login/authorize'),
  },
  [path]: {
    'application, asks': asking(),
    'application, asks whom one acts for, and for a proof': asking({
      client: { ...client, name: longName, is_verified: false, owner: longName },
      subjects: [{ sec_subject_uid: 's'.repeat(22), subject_name: longName }],
      needs: ['proof'],
    }),
    'application, asks somebody who is signed out': asking({ person: null, needs: ['sign_in'] }),
    'application, asks for another account': asking({
      client: { ...client, name: longName },
      person: { username: longName },
      needs: ['sign_in'],
    }),
    'application, asks somebody who was proven for it alone': proven,
    'application, the proof is over': async (browser) => {
      await proven(browser)
      browser.fake.answer('openWebAuth', refuse('ticket_refused', {}))
      browser.fake.answer('openAuthInfo', ({ input }) =>
        'auth_ticket' in input ? done(asked) : done({ ...asked, person: null, needs: ['sign_in'] }),
      )
      await browser.send({ scopes: 'openid' })
      told(browser)
    },
    'application, too many requests': async (browser) => {
      await asking()(browser)
      browser.fake.answer('openWebAuth', refuse('too_many_requests', { retry_after: 30 }) as never)
      await browser.send()
      refused(browser)
    },
    'application, the request is over': unanswerable('no_such_open_request'),
    'application, from another browser': unanswerable('open_request_elsewhere'),
    'application, that cannot ask': unanswerable('no_such_client'),
  },
  [`${path}/password`]: {
    'application, password': way('password'),
    'application, password, wrong': async (browser) => {
      await way('password')(browser)
      browser.fake.answer('openAccountAuth', refuse('wrong_credentials', {}))
      await browser.send({ account: 'ann', password })
      refused(browser)
    },
  },
  [`${path}/sms`]: {
    'application, SMS': way('sms'),
    'application, SMS, empty': async (browser) => {
      await way('sms')(browser)
      await browser.send()
      refused(browser)
    },
  },
  [`${path}/sms/code`]: {
    'application, SMS code': codeSent,
    'application, SMS code, wrong': async (browser) => {
      await codeSent(browser)
      browser.fake.answer('openSmsAuth', wrongCode)
      await browser.send({ code: '123456' })
      refused(browser)
    },
  },
  [`${path}/platform/github`]: {
    'application, another service': way('platform/github'),
  },
  [list]: {
    'applications with access': listing(['Orchard', longName]),
    'applications with access, none': listing([]),
  },
  [`${list}/orchard-1`]: {
    'application with access': listing(['Orchard', longName], `${list}/orchard-1`),
  },
  [`${list}/orchard-0`]: {
    'application with access, to be ended': listing(['Orchard'], `${list}/orchard-0?end=1`),
  },
}
