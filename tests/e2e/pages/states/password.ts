import { done, refuse } from '../../../../contract/server'
import { emailSent, infoOf, smsSent } from '../../../app/answers'
import type { AppBrowser } from '../app-browser'
import {
  accounts,
  code,
  email,
  mobile,
  opened,
  password,
  type Reach,
  refused,
  refusedEmpty,
  type States,
  signIn,
  ticket,
  told,
} from './state'

const byMobile = '/account-help/password'
const byEmail = '/account-help/password/email'
const byLink = `/account-help/password/link?ticket=${ticket}`

const mobileCode: Reach = async (browser) => {
  browser.fake.answer('sendCode', smsSent())
  await browser.open(byMobile)
  await browser.send(mobile)
}

const emailCode: Reach = async (browser) => {
  browser.fake.answer('sendEmailCode', emailSent())
  await browser.open(byEmail)
  await browser.send(email)
}

/** The page of the password in the settings, of an account that has one or not. */
const inSettings = async (browser: AppBrowser, has_set: boolean): Promise<void> => {
  await signIn(browser, infoOf({ has_password: has_set }))
  browser.fake.answer('hasSetPasswordGet', done({ has_set }))
  await browser.open('/settings/password')
}

const forgotten = async (browser: AppBrowser, account = accounts.both): Promise<void> => {
  browser.fake.answer('sendEmailCode', emailSent())
  await signIn(browser, account)
  await browser.open('/settings/password/forgotten')
}

const ownCode: Reach = async (browser) => {
  await forgotten(browser)
  await browser.press('by_email')
}

/** The pages of passwords. */
export const passwordStates: States = {
  [byMobile]: {
    'password reset by mobile': opened(byMobile),
    'password reset by mobile, empty': refusedEmpty(byMobile),
  },
  [`${byMobile}/code`]: {
    'password reset by mobile, code': mobileCode,
    'password reset by mobile, wrong code and short password': async (browser) => {
      await mobileCode(browser)
      await browser.send({ code: 'letters', password: 'short' })
      refused(browser)
    },
  },
  [byEmail]: {
    'password reset by email': opened(byEmail),
    'password reset by link, over': async (browser) => {
      await browser.open(byLink)
      browser.fake.answer('resetPasswordByTicket', refuse('ticket_refused', {}))
      await browser.send({ password })
      told(browser)
    },
  },
  [`${byEmail}/code`]: { 'password reset by email, code': emailCode },
  '/account-help/password/link': {
    'password reset by link': opened(byLink),
    'password reset by link, short password': async (browser) => {
      await browser.open(byLink)
      browser.fake.answer('resetPasswordByTicket', refuse('password_refused', { reason: 'too_short' }))
      await browser.send({ password: 'short' })
      refused(browser)
    },
  },
  '/login': {
    'password reset, done': async (browser) => {
      await mobileCode(browser)
      browser.fake.answer('resetPasswordByMobile', done({ done: true }))
      await browser.send({ ...code, password })
      told(browser)
    },
  },
  '/settings/password': {
    'password change': (browser) => inSettings(browser, true),
    'password change, wrong': async (browser) => {
      await inSettings(browser, true)
      browser.fake.answer('updatePassword', refuse('wrong_credentials', { field: 'current_password' }))
      await browser.send({ current_password: 'not that one', password })
      refused(browser)
    },
    'password change, done': async (browser) => {
      await inSettings(browser, true)
      browser.fake.answer('updatePassword', done({ done: true }))
      await browser.send({ current_password: 'the present one', password })
      told(browser)
    },
  },
  '/settings/password/set': { 'password, first one': (browser) => inSettings(browser, false) },
  '/settings/password/forgotten': {
    'password forgotten': (browser) => forgotten(browser),
    'password forgotten, no address': (browser) => forgotten(browser, infoOf({ mobile: null })),
  },
  '/settings/password/forgotten/code': { 'password forgotten, code': ownCode },
  '/settings/password/forgotten/new': {
    'password forgotten, new one': async (browser) => {
      await ownCode(browser)
      browser.fake.answer('verifyEmail', done({ verify_ticket: ticket }))
      await browser.send(code)
    },
  },
}
