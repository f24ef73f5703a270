import { done, refuse } from '../../../../contract/server'
import type { AppBrowser } from '../app-browser'
import {
  accounts,
  allBlockers,
  challengedAgain,
  day,
  opened,
  password,
  type Reach,
  refused,
  type States,
  signIn,
  ticket,
  told,
  ways,
} from './state'

const losses = [
  { kind: 'username', text: 'ann' },
  { kind: 'mobile', text: '+86 138****0001' },
  { kind: 'email', text: 'a***@example.com' },
  { kind: 'password', text: '' },
  { kind: 'platform', text: 'Ann', platform: 'qq' },
  { kind: 'birthday', text: '' },
  { kind: 'picture', text: '' },
] as const

const begin = async (browser: AppBrowser, blockers: typeof allBlockers = []): Promise<void> => {
  await signIn(browser, accounts.both)
  const subjects = blockers.length > 0 ? [{ sec_subject_uid: 's'.repeat(22), subject_name: 'Riverside School' }] : []
  browser.fake.answer('cancelCheck', done({ blockers, subjects, losses: [...losses], restorable_until: day }))
  browser.fake.answer('cancelVerifyWay', done({ sms_code_key: 'key-of-a-test-00000001', ways }))
  browser.fake.answer('sendSecondCode', done({ retry_after: 60, masked: '+86 138****0001' }))
  await browser.open('/settings/cancel')
}

const byCode = async (browser: AppBrowser, way: 'mobile' | 'email'): Promise<void> => {
  await begin(browser)
  await browser.press(`use_${way}`)
}

const byPassword: Reach = async (browser) => {
  await begin(browser)
  await browser.press('use_password')
}

const toTheEnd: Reach = async (browser) => {
  await byPassword(browser)
  browser.fake.answer('verifySecond', done({ verify_ticket: ticket }))
  await browser.send({ password })
}

/** Signing in to a cancelled account. */
const toRestore: Reach = async (browser) => {
  browser.fake.answer(
    'accountLoginV2',
    refuse('account_cancelled', { ticket, restorable_until: day, time_zone: 'Asia/Shanghai' }),
  )
  await browser.open('/login')
  await browser.send({ account: 'ann', password })
}

export const cancellingStates: States = {
  '/settings/cancel': {
    cancelling: (browser) => begin(browser),
    'cancelling, something is in the way': (browser) => begin(browser, allBlockers),
    'cancelling, took too long': async (browser) => {
      await byCode(browser, 'mobile')
      browser.passMinutes(16)
      await browser.open('/settings/cancel/verify')
      told(browser)
    },
  },
  '/settings/cancel/verify': {
    'cancelling, code by SMS': (browser) => byCode(browser, 'mobile'),
    'cancelling, code by email': (browser) => byCode(browser, 'email'),
    'cancelling, captcha before another code': challengedAgain((browser) => byCode(browser, 'mobile')),
    'cancelling, wrong code': async (browser) => {
      await byCode(browser, 'mobile')
      await browser.send({ code: 'letters' })
      refused(browser)
    },
  },
  '/settings/cancel/password': {
    'cancelling, by password': byPassword,
    'cancelling, wrong password': async (browser) => {
      await byPassword(browser)
      browser.fake.answer('verifySecond', refuse('wrong_credentials', {}))
      await browser.send({ password: 'not the password' })
      refused(browser)
    },
  },
  '/settings/cancel/confirm': { 'cancelling, asked for the last time': toTheEnd },
  '/account-help/cancelled': {
    cancelled: async (browser) => {
      await toTheEnd(browser)
      browser.fake.answer('cancelConfirm', done({ restorable_until: day }))
      await browser.send()
    },
  },
  '/account-help/restore': {
    'how to restore a cancelled account': opened('/account-help/restore'),
    'restoring, took too long': async (browser) => {
      await toRestore(browser)
      browser.passMinutes(16)
      await browser.open('/account-help/restore/confirm')
      told(browser)
    },
  },
  '/account-help/restore/confirm': { 'restoring, asked': toRestore },
}
