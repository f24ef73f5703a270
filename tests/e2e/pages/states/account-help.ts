import { done, refuse } from '../../../../contract/server'
import { emailSent } from '../../../app/answers'
import type { AppBrowser } from '../app-browser'
import {
  code,
  day,
  email,
  masked,
  opened,
  openedSignedIn,
  password,
  type Reach,
  refused,
  refusedEmpty,
  type States,
  ticket,
  told,
  wrongCode,
} from './state'

const lost = '/account-help/mobile-lost'
const notMe = '/account-help/not-me'
const link = `${notMe}?ticket=${ticket}`

const emailCode: Reach = async (browser) => {
  browser.fake.answer('sendEmailCode', emailSent())
  await browser.open(`${lost}/email`)
  await browser.send(email)
}

/** What would be done with a lost number, once its account is proven by email. */
const proveEmail = async (
  browser: AppBrowser,
  number: string | null = masked.mobile,
  password_helps = true,
): Promise<void> => {
  await emailCode(browser)
  browser.fake.answer('validateEmailCode', done({ ticket }))
  browser.fake.answer(
    'unusableMobileCheck',
    done({ mobile: number, email: masked.email, hold_hours: 48, password_helps }),
  )
  await browser.send(code)
}

/** The same, once it is proven by password. */
const provePassword = async (
  browser: AppBrowser,
  address: string | null = null,
  username_left: string | null = null,
): Promise<void> => {
  browser.fake.answer('verifyPassword', done({ ticket, mobile: masked.mobile, email: address }))
  const check = { mobile: masked.mobile, email: address, hold_hours: 48, username_left }
  browser.fake.answer('unusableMobileCheck', done(check))
  await browser.open(`${lost}/password`)
  await browser.send({ account: 'ann', password })
}

interface Securing {
  change: 'mobile_removed' | 'mobile_removal_asked' | 'mobile_changed'
  puts_back?: string[]
  takes_off?: string[]
  elsewhere?: string[]
  ends_account?: boolean
  asks_password?: boolean
}

/** The link of a message that told of a change. */
const openLink = async (
  browser: AppBrowser,
  securing: Securing = { change: 'mobile_removal_asked' },
): Promise<void> => {
  browser.fake.answer('secureAccountCheck', done({ told_at: day, ...securing }))
  await browser.open(link)
}

/** A mobile that was reported lost asks for the password of before. */
const reportedLost: Securing = { change: 'mobile_removed', puts_back: [masked.mobile], asks_password: true }

const secure = async (browser: AppBrowser, password_ended: boolean, elsewhere: string[] = []): Promise<void> => {
  await openLink(browser)
  browser.fake.answer('secureAccount', done({ done: true, put_back: [], elsewhere, password_ended }))
  await browser.send()
}

/** Account help: what to do when something has happened. */
export const helpStates: States = {
  '/account-help': {
    'account help': opened('/account-help'),
    'account help, opened from an app': async (browser) => {
      browser.cookies = new Map([['butterfly_host_app', { value: 'com.example.app', path: '/' }]])
      await browser.open('/account-help')
      if (!browser.shown.html.includes('/login/app/back')) throw new Error('The page does not lead back to the app')
    },
  },
  '/account-help/no-code': {
    'no code arrives': opened('/account-help/no-code'),
    'no code arrives, with the page of the code': opened('/account-help/no-code?code=/login/register/code'),
  },
  [lost]: { 'number lost': opened(lost) },
  [`${lost}/email`]: {
    'number lost, email': opened(`${lost}/email`),
    'number lost, email empty': refusedEmpty(`${lost}/email`),
    'number lost, took too long': async (browser) => {
      await proveEmail(browser)
      browser.passMinutes(16)
      await browser.open(`${lost}/email/confirm`)
      told(browser)
    },
  },
  [`${lost}/email/code`]: {
    'number lost, code by email': emailCode,
    'number lost, wrong code by email': async (browser) => {
      await emailCode(browser)
      browser.fake.answer('validateEmailCode', wrongCode)
      await browser.send(code)
      refused(browser)
    },
  },
  [`${lost}/email/confirm`]: {
    'number lost, confirm': (browser) => proveEmail(browser),
    'number lost, account without a number': (browser) => proveEmail(browser, null),
  },
  [`${lost}/password`]: {
    'number lost, password': opened(`${lost}/password`),
    'number lost, wrong password': async (browser) => {
      browser.fake.answer('verifyPassword', refuse('wrong_credentials', {}))
      await browser.open(`${lost}/password`)
      await browser.send({ account: 'ann', password: 'not the password' })
      refused(browser)
    },
  },
  [`${lost}/held`]: {
    'number lost, held': (browser) => provePassword(browser),
    'number lost, held, with an email': (browser) => provePassword(browser, masked.email),
    'number lost, held, the last address': (browser) => provePassword(browser, null, 'ann'),
  },
  [`${lost}/asked`]: {
    'number lost, asked for': async (browser) => {
      await provePassword(browser, masked.email)
      browser.fake.answer('unbindUnusableMobile', done({ done: false, takes_effect_at: day }))
      await browser.send()
    },
  },
  [notMe]: {
    'not me': opened(notMe),
    'not me, signed in': openedSignedIn(notMe),
    'not me, by the link of a message': (browser) => openLink(browser),
    'not me, by the link of a change': (browser) =>
      openLink(browser, { change: 'mobile_removed', puts_back: [masked.mobile] }),
    'not me, by the link of a change that took an address': (browser) =>
      openLink(browser, {
        change: 'mobile_changed',
        puts_back: [masked.mobile, masked.email],
        takes_off: ['+86 139****0002', 't***@example.com'],
      }),
    'not me, with an address that another account uses': (browser) =>
      openLink(browser, { change: 'mobile_changed', elsewhere: [masked.mobile], takes_off: ['+86 139****0002'] }),
    'not me, with an account that was created since': (browser) =>
      openLink(browser, { change: 'mobile_removed', puts_back: [masked.mobile], ends_account: true }),
    'not me, number reported lost': (browser) => openLink(browser, reportedLost),
    'not me, number reported lost, wrong password': async (browser) => {
      await openLink(browser, reportedLost)
      browser.fake.answer('secureAccount', refuse('wrong_credentials', { field: 'password' }))
      await browser.send({ password: 'not the password' })
      refused(browser)
    },
    'not me, number reported lost, no password': async (browser) => {
      await openLink(browser, reportedLost)
      const fields = [{ field: 'password', reason: 'missing' as const }]
      browser.fake.answer('secureAccount', refuse('invalid_input', { fields }))
      await browser.send()
      refused(browser)
    },
    'not me, link used before': async (browser) => {
      browser.fake.answer('secureAccountCheck', refuse('ticket_refused', {}))
      await browser.open(link)
      told(browser)
    },
  },
  [`${notMe}/done`]: {
    'not me, secured': (browser) => secure(browser, true),
    'not me, secured where the password is all there is': (browser) => secure(browser, false),
    'not me, secured, an address is elsewhere': (browser) => secure(browser, true, [masked.mobile]),
  },
}
