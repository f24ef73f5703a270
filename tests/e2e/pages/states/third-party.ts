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
const visit = async (browser: AppBrowser): Promise<void> => {
  const redirect_uri = `${origin}${at}/callback`
  const url = vouchedUrl.parse(`${redirect_uri}?code=code&state=${state}`)
  const secrets = { state, nonce: 'n'.repeat(22), code_verifier: 'v'.repeat(43) }
  browser.fake.answer('thirdPartyStart', done({ platform: 'github', url, redirect_uri, ...secrets }))
  await browser.open(at)
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
