import { openScopeNames } from '#contract/applications/open-scopes'
import { apiScope } from '#tests/app/authorisation/authorise'
import { actingAs, done, refuse, subjectId } from '#tests/app/browser/answers'
import { application } from '#tests/app/organisations/answers'
import { day, longName } from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import {
  given,
  opened,
  picturesAreThere,
  refusedBy,
  sent,
  signIn,
  toldAfter,
  walk,
} from '#tests/e2e/pages/states/steps'

const home = `/settings/organisations/${subjectId}/applications`
const key = application.client_key
const one = `${home}/${key}`
const issuer = 'https://account.example'
const offered_scopes = [apiScope]

const long = {
  ...application,
  client_key: 'b'.repeat(20),
  name: longName,
  icon: 'default-avatar-1',
  is_verified: true,
  redirect_uris: [`https://${'donaudampfschifffahrt.'.repeat(3)}example/${'back/'.repeat(20)}`, 'https://b.example/'],
  post_logout_uris: ['https://ledger.example/bye'],
  logout_url: 'https://ledger.example/signed-out',
  scopes: openScopeNames,
  previous_secret_until: day,
  service_scopes: offered_scopes,
  registered_by: longName,
  last_used_at: day,
  secret_expires_at: day,
}
const unable = { ...application, is_confidential: false, secret_id: null }
const disabled = { ...application, disabled_since: day, disabled_by: 'organisation' as const }
const byOperator = { ...application, disabled_since: day, disabled_by: 'operator' as const }

type Application = typeof application | typeof long | typeof unable | typeof disabled | typeof byOperator
type Subject = Parameters<typeof actingAs>[0]

const at = (path: string, clients: Application[], subject: Subject = {}): Reach =>
  walk(
    signIn(),
    given({
      subjectInfo: actingAs({ subject_name: 'Riverside School of Music', ...subject }),
      listSubjectClients: done({ clients, most: 20, issuer, offered_scopes }),
      ...(clients[0] && { subjectClientInfo: done({ client: clients[0], issuer, offered_scopes }) }),
    }),
    picturesAreThere,
    opened(path),
  )

const wrongAddresses = [
  { field: 'redirect_uris' as const, line: 1, reason: 'not_https' as const },
  { field: 'redirect_uris' as const, line: 2, reason: 'spelling' as const, instead: 'https://b.example/' },
  { field: 'logout_url' as const, line: 1, reason: 'fragment' as const },
]

const typed = {
  name: 'Ledger',
  redirect_uris: 'http://a.example/\n\nhttps://b.example',
  logout_url: 'https://b.example/#out',
  scopes: 'email',
  kind: 'confidential',
}

export const organisationClientStates: States = {
  [home]: {
    'applications, none': at(home, []),
    applications: at(home, [application, long, disabled, byOperator]),
    'applications of a frozen organisation': at(home, [application], { frozen_by: 'manager' }),
  },
  [`${home}/new`]: {
    'register an application': at(`${home}/new`, []),
    'register an application, wrong addresses': walk(
      at(`${home}/new`, []),
      refusedBy({ registerClient: refuse('client_urls_refused', { refused: wrongAddresses }) }, typed),
    ),
    'register an application, its name is taken': walk(
      at(`${home}/new`, []),
      refusedBy({ registerClient: refuse('client_name_refused', { reason: 'taken' }) }, typed),
    ),
    'an application is registered, with its secret': walk(
      at(`${home}/new`, []),
      given({ registerClient: done({ client: application, secret: 'S3-cret_'.repeat(5) }) }),
      sent(typed),
    ),
  },
  [one]: {
    'an application': at(one, [application]),
    'an application with all that one may have': at(one, [long]),
    'an application without a secret': at(one, [unable]),
    'an application that the operator has disabled': at(one, [byOperator]),
    'an application of a frozen organisation': at(one, [application], { frozen_by: 'manager' }),
    'an application, just enabled': walk(
      at(`${one}/disable`, [disabled]),
      toldAfter(
        { subjectClientInfo: done({ client: application, issuer }), disableClient: done({ client: application }) },
        { is_disabled: '0' },
      ),
    ),
  },
  [`${one}/change`]: { 'change an application': at(`${one}/change`, [long]) },
  [`${one}/icon`]: {
    'the picture of an application, none': at(`${one}/icon`, [application]),
    'the picture of an application': at(`${one}/icon`, [long]),
  },
  [`${one}/secret`]: {
    'a new secret': at(`${one}/secret`, [application]),
    'a new secret, which ends a former one': at(`${one}/secret`, [long]),
    'a new secret, replaced meanwhile': walk(
      at(`${one}/secret`, [long]),
      refusedBy({ rotateClientSecret: refuse('client_secret_changed', {}) }, { secret_id: 'x' }),
    ),
    'a new secret, shown': walk(
      at(`${one}/secret`, [application]),
      given({
        rotateClientSecret: done({ client: long, secret: 'S3-cret_'.repeat(5) }),
        subjectClientInfo: done({ client: long, issuer }),
      }),
      sent({ secret_id: 'x' }),
    ),
  },
  [`${one}/disable`]: {
    'an application, disable?': at(`${one}/disable`, [application]),
    'an application, enable?': at(`${one}/disable`, [disabled]),
  },
  [`${one}/remove`]: { 'an application, remove?': at(`${one}/remove`, [application]) },
}
