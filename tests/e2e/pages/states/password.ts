import { done, refuse } from '../../../../contract/server'
import { emailSent, infoOf, signedIn, smsSent } from '../../../app/answers'
import type { AppBrowser } from '../app-browser'
import {
  accounts,
  code,
  email,
  masked,
  mobile,
  opened,
  password,
  picturesAreThere,
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

/** The page of the link of a reset. */
const linkOpened: Reach = async (browser) => {
  browser.fake.answer('resetTicketCheck', done({ username: 'ann', email: masked.email }))
  await browser.open(byLink)
}

/** The page of the password in the settings, of an account that has one or not. */
const inSettings = async (browser: AppBrowser, has_password: boolean): Promise<void> => {
  await signIn(browser, infoOf({ has_password }))
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
    'password reset by mobile, password to be read': async (browser) => {
      await mobileCode(browser)
      await browser.send({ ...code, password, show_password: 'x' })
    },
    'password reset by mobile, code without tries': async (browser) => {
      await mobileCode(browser)
      browser.fake.answer('resetPasswordByMobile', refuse('code_locked', { field: 'code', retry_after: 42 }))
      await browser.send({ ...code, password })
      refused(browser)
    },
    'password reset by mobile, wrong code and short password': async (browser) => {
      await mobileCode(browser)
      await browser.send({ code: 'letters', password: 'short' })
      refused(browser)
    },
  },
  [byEmail]: {
    'password reset by email': opened(byEmail),
    'password reset by link, over': async (browser) => {
      browser.fake.answer('resetTicketCheck', refuse('ticket_refused', {}))
      await browser.open(byLink)
      told(browser)
    },
  },
  [`${byEmail}/code`]: { 'password reset by email, code': emailCode },
  '/account-help/password/link': {
    'password reset by link': linkOpened,
    'password reset by link, short password': async (browser) => {
      await linkOpened(browser)
      browser.fake.answer('resetPasswordByTicket', refuse('password_refused', { reason: 'too_short' }))
      await browser.send({ password: 'short' })
      refused(browser)
    },
  },
  '/settings': {
    'password reset, done': async (browser) => {
      await mobileCode(browser)
      browser.fake.answer('resetPasswordByMobile', done({ done: true, ...signedIn().data }))
      browser.fake.answer('accountInfo', done(accounts.both))
      picturesAreThere(browser)
      await browser.send({ ...code, password })
      told(browser)
    },
    'password change, done': async (browser) => {
      picturesAreThere(browser)
      await inSettings(browser, true)
      browser.fake.answer('updatePassword', done({ done: true }))
      picturesAreThere(browser)
      await browser.send({ current_password: 'the present one', password })
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
