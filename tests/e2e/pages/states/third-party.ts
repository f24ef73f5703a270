import { done, refuse } from '../../../../contract/server'
import { vouchedUrl } from '../../../../contract/vouched-url'
import { infoOf, smsSent } from '../../../app/answers'
import type { AppBrowser } from '../app-browser'
import { origin } from '../built-app'
import { masked, mobile, opened, password, type Reach, refused, type States, signIn, ticket, told } from './state'

const at = '/passport/web/auth/github'
const state = 's'.repeat(22)
const profile = { profile_key: ticket, platform: 'github', name: 'a-name-that-is-longer-than-any-small-screen-is-wide' }

/** A provider that sends the browser back at once. */
const visit = async (browser: AppBrowser, query = ''): Promise<void> => {
  const redirect_uri = `${origin}${at}/callback`
  const url = vouchedUrl.parse(`${redirect_uri}?code=code&state=${state}`)
  const secrets = { state, nonce: 'n'.repeat(22), code_verifier: 'v'.repeat(43) }
  browser.fake.answer('thirdPartyStart', done({ platform: 'github', url, redirect_uri, ...secrets }))
  await browser.open(at + query)
}

/** Comes back with an identity that no account has. */
const arrive = async (browser: AppBrowser): Promise<void> => {
  browser.fake.answer('authLogin', refuse('not_bound', profile))
  await visit(browser)
}

const byMobile = async (browser: AppBrowser): Promise<void> => {
  await arrive(browser)
  await browser.open('/login/bind/mobile')
}

const connect =
  (platforms: { platform: string; name: string; bound_at: string }[]): Reach =>
  async (browser) => {
    await signIn(browser)
    browser.fake.answer('authProfile', done(profile))
    browser.fake.answer('bindVerifyInfo', done({ ways: [{ way: 'mobile', masked: masked.mobile }], platforms }))
    browser.fake.answer('checkLogin', done({ signed_in: true, account: infoOf() }))
    await visit(browser)
  }

/** Somebody whose only sign-in method is a provider is to prove themselves there. */
const askedOutside = async (browser: AppBrowser): Promise<void> => {
  await signIn(browser)
  const { platform, name } = profile
  const asked = { sms_code_key: 'key-of-a-test-00000001', ways: [], platforms: [{ platform, name }] }
  browser.fake.answer('accountInfo', refuse('second_verification_required', asked))
  await browser.open('/settings/addresses')
  await browser.send()
}

const provenOutside = async (browser: AppBrowser): Promise<void> => {
  await askedOutside(browser)
  browser.fake.answer('verifySecondByPlatform', done({ verify_ticket: ticket }))
  await visit(browser, '?prove=1')
  told(browser)
}

const bound_at = '2026-01-02T03:04:05.000Z'

/** Signing in with an account of another service, and connecting one. */
export const thirdPartyStates: States = {
  '/login': {
    'sign-in, the other service gives no answer': async (browser) => {
      browser.fake.answer('thirdPartyStart', refuse('platform_unreachable', {}))
      await opened(at)(browser)
      told(browser)
    },
  },
  '/login/bind': {
    'another service, not connected': arrive,
    'another service, wrong password': async (browser) => {
      await arrive(browser)
      browser.fake.answer('bindLogin', refuse('wrong_credentials', {}))
      await browser.send({ account: 'ann', password })
      refused(browser)
    },
  },
  '/login/bind/mobile': {
    'another service, mobile': byMobile,
    'another service, mobile, empty': async (browser) => {
      await byMobile(browser)
      await browser.send()
      refused(browser)
    },
  },
  '/login/bind/code': {
    'another service, code': async (browser) => {
      await byMobile(browser)
      browser.fake.answer('sendCode', smsSent())
      await browser.send(mobile)
    },
  },
  '/settings/addresses': { 'addresses, proof at another service': askedOutside },
  '/settings/proof': {
    'proof at another service': provenOutside,
    'proof at another service, refused': async (browser) => {
      await askedOutside(browser)
      browser.fake.answer('verifySecondByPlatform', refuse('not_proven_there', {}))
      await visit(browser, '?prove=1')
      told(browser)
    },
  },
  '/settings/third-party/new': {
    'third-party, connect': connect([]),
    'third-party, connect in the place of another': connect([{ platform: 'github', name: 'Bea', bound_at }]),
    'third-party, too late to connect': async (browser) => {
      await connect([])(browser)
      browser.fake.answer('bindAuth', refuse('held_by_other', { field: 'platform' }))
      await browser.send()
      refused(browser)
    },
  },
}
