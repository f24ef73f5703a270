import { vouchedUrl } from '#contract/terms/vouched-url'
import { done, infoOf, refuse, smsSent } from '#tests/app/browser/answers'
import { origin } from '#tests/e2e/pages/built-app'
import { credentials, masked, mobile, ticket, wrongCredentials } from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import { given, opened, refusedBy, sent, signedInAt, signIn, told, walk, wrong } from '#tests/e2e/pages/states/steps'

const at = '/passport/web/auth/github'
const state = 's'.repeat(22)
const profile = { profile_key: ticket, platform: 'github', name: 'a-name-that-is-longer-than-any-small-screen-is-wide' }

const redirect_uri = `${origin}${at}/callback`
const started = {
  platform: profile.platform,
  url: vouchedUrl.parse(`${redirect_uri}?code=code&state=${state}`),
  redirect_uri,
  state,
  nonce: 'n'.repeat(22),
  code_verifier: 'v'.repeat(43),
}

/** A provider that sends the browser back at once. */
const visit = (query = ''): Reach => opened(at + query, { thirdPartyStart: done(started) })

/** Comes back with an identity that no account has. */
const arrive = walk(given({ authLogin: refuse('not_bound', profile) }), visit())

const byMobile = walk(arrive, opened('/login/bind/mobile'))

const connect = (platforms: { platform: string; name: string; bound_at: string }[]): Reach =>
  walk(
    signIn(),
    given({
      authProfile: done(profile),
      bindVerifyInfo: done({ ways: [{ way: 'mobile', masked: masked.mobile }], platforms }),
      checkLogin: done({ signed_in: true, account: infoOf() }),
    }),
    visit(),
  )

/** A person with only a provider as sign-in method has to prove themselves there. */
const askedOutside: Reach = walk(
  signedInAt('/settings/addresses'),
  given({
    accountInfo: refuse('second_verification_required', {
      sms_code_key: 'key-of-a-test-00000001',
      ways: [],
      platforms: [{ platform: profile.platform, name: profile.name }],
    }),
  }),
  sent(),
)

const provenOutside = walk(
  askedOutside,
  given({ verifySecondByPlatform: done({ verify_ticket: ticket }) }),
  visit('?prove=1'),
  told,
)

const bound_at = '2026-01-02T03:04:05.000Z'

/** Signing in with an account of another service, and connecting one. */
export const thirdPartyStates: States = {
  '/login/bind': {
    'another service, not connected': arrive,
    'another service, wrong password': walk(arrive, refusedBy({ bindLogin: wrongCredentials }, credentials)),
  },
  '/login/bind/mobile': {
    'another service, mobile': byMobile,
    'another service, mobile, empty': walk(byMobile, wrong()),
  },
  '/login/bind/code': { 'another service, code': walk(byMobile, given({ sendCode: smsSent() }), sent(mobile)) },
  '/settings/addresses': { 'addresses, proof at another service': askedOutside },
  '/settings/proof': {
    'proof at another service': provenOutside,
    'proof at another service, refused': walk(
      askedOutside,
      given({ verifySecondByPlatform: refuse('not_proven_there', {}) }),
      visit('?prove=1'),
      told,
    ),
  },
  '/settings/third-party/new': {
    'third-party, connect': connect([]),
    'third-party, connect in the place of another': connect([{ platform: 'github', name: 'Bea', bound_at }]),
    'third-party, too late to connect': walk(
      connect([]),
      refusedBy({ bindAuth: refuse('held_by_other', { field: 'platform' }) }),
    ),
  },
}
