import { openScopes } from '#contract/applications/open-scopes'
import { apiScope, openInfo } from '#tests/app/authorisation/authorise'
import { done, refuse, smsSent } from '#tests/app/browser/answers'
import {
  credentials,
  longName,
  masked,
  mobile,
  signInNeeded,
  ticket,
  tooManyRequests,
  wrongCode,
  wrongCredentials,
} from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import {
  given,
  opened,
  refusedBy,
  sent,
  signedInAt,
  signedInTo,
  toldAfter,
  walk,
  wrong,
} from '#tests/e2e/pages/states/steps'

type Info = typeof openInfo

const values: Record<string, string> = {
  profile: 'annette',
  email: masked.email,
  mobile: masked.mobile,
  mobile_plain: masked.mobile,
  organisations: longName,
}

const { client } = openInfo

const longNamed = { ...client, name: longName }

const ofApi = { ...apiScope, is_required: false, already_granted: false, value: null }

export const asked: Info = {
  ...openInfo,
  scopes: Object.entries(openScopes).map(([scope, { isSensitive }]) => ({
    scope: scope as keyof typeof openScopes,
    is_sensitive: isSensitive,
    is_required: scope === 'openid',
    already_granted: false,
    value: values[scope] ?? null,
  })),
}

const path = '/login/authorize/a-request-of-an-application'

const beginning = `/login/begin/${'b'.repeat(22)}`

const beginsAt = (goes_on_at: string | null): Reach => opened(beginning, { openBeginInfo: done({ goes_on_at }) })

const leaving = `/login/leave/${'l'.repeat(22)}`

const leadingOff = (posts: Record<string, string> | null): Reach =>
  opened(leaving, {
    openLeavingInfo: done({
      client: { ...client, name: longName, is_verified: false, owner: longName },
      leads_to: 'https://a-site-with-a-rather-long-name.orchard.example/callback?error=login_required',
      posts,
    }),
  })

const asking = (more: Partial<Info> = {}): Reach =>
  walk(given({ openAuthInfo: done({ ...asked, ...more }) }), more.person === null ? opened(path) : signedInAt(path))

/** Anyone who opens a page below that of the request is signed out. */
const way = (below: string): Reach => opened(`${path}/${below}`, { openAuthInfo: done({ ...asked, ...signInNeeded }) })

/** Proves who one is by a password, up to the page of the request. */
const proven: Reach = walk(
  way('password'),
  given({ openAccountAuth: done({ auth_ticket: ticket }), openAuthInfo: done(asked) }),
  sent(credentials),
)

const codeSent: Reach = walk(way('sms'), given({ openSendCode: smsSent() }), sent(mobile))

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

const listing = (names: string[], at = list): Reach =>
  signedInTo(at, { listAuthorisations: done({ authorisations: names.map(authorised), time_zone: 'Asia/Shanghai' }) })

/** What applications ask, and what they were given. */
export const authoriseStates: States = {
  '/login/authorize': { 'application, that is none': opened('/login/authorize') },
  [path]: {
    'application, asks': asking(),
    'application, asks whom one acts for, and for a proof': asking({
      client: { ...client, name: longName, is_verified: false, owner: longName },
      subjects: [{ sec_subject_uid: 's'.repeat(22), subject_name: longName }],
      needs: ['proof'],
    }),
    'application, describes itself and asks for an API': asking({
      client: { ...client, is_verified: false, document_host: 'a-client-with-a-rather-long-name.orchard.example' },
      scopes: [...(asked.scopes ?? []), ofApi],
    }),
    'application, asks for a second factor': asking({ client: longNamed, needs: ['factor', 'proof'] }),
    'application, asks for a second factor that one lacks': asking({ client: longNamed, needs: ['new_factor'] }),
    'application, has changed since the agreement': asking({
      client: { ...client, name: longName, is_verified: false, owner: longName },
      changed: [
        { what: 'name', was: longName },
        { what: 'owner', was: null },
        { what: 'place', was: 'https://a-site-with-a-rather-long-name.orchard.example' },
      ],
    }),
    'application, asks somebody who is signed out': asking(signInNeeded),
    'application, asks for another account': asking({
      client: { ...client, name: longName },
      person: { username: longName },
      needs: ['sign_in'],
    }),
    'application, asks somebody who was proven for it alone': proven,
    'application, the proof is over': walk(
      proven,
      toldAfter(
        {
          openWebAuth: refuse('ticket_refused', {}),
          openAuthInfo: ({ input }) => ('auth_ticket' in input ? done(asked) : done({ ...asked, ...signInNeeded })),
        },
        { scopes: 'openid' },
      ),
    ),
    'application, too many requests': walk(asking(), refusedBy({ openWebAuth: tooManyRequests as never })),
    'application, the request is over': opened(path, { openAuthInfo: refuse('no_such_open_request', {}) }),
  },
  [`${path}/password`]: {
    'application, password': way('password'),
    'application, password, wrong': walk(
      way('password'),
      refusedBy({ openAccountAuth: wrongCredentials }, credentials),
    ),
  },
  [`${path}/sms`]: { 'application, SMS': way('sms'), 'application, SMS, empty': walk(way('sms'), wrong()) },
  [`${path}/sms/code`]: {
    'application, SMS code': codeSent,
    'application, SMS code, wrong': walk(codeSent, refusedBy({ openSmsAuth: wrongCode }, { code: '123456' })),
  },
  [`${path}/platform/github`]: { 'application, another service': way('platform/github') },
  [beginning]: {
    'application, a security check first': beginsAt(null),
    'application, the security check is done': beginsAt('http://localhost:3000/oidc/auth?beginning=1'),
    'application, begins no more': opened(beginning, { openBeginInfo: refuse('no_such_beginning', {}) }),
  },
  [leaving]: {
    'application, leads off': leadingOff(null),
    'application, leads off by a form': leadingOff({ error: 'login_required' }),
    'application, leads off no more': opened(leaving, { openLeavingInfo: refuse('no_such_leaving', {}) }),
  },
  [list]: { 'applications with access': listing(['Orchard', longName]) },
  [`${list}/orchard-1`]: { 'application with access': listing(['Orchard', longName], `${list}/orchard-1`) },
  [`${list}/orchard-0`]: { 'application with access, to be ended': listing(['Orchard'], `${list}/orchard-0?end=1`) },
}
