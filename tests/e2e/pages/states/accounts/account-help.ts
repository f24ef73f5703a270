import type { Calls } from '#contract/calls'
import { done, type Outcome, refuse } from '#contract/server'
import { emailSent } from '#tests/app/browser/answers'
import {
  code,
  credentials,
  day,
  email,
  masked,
  ticket,
  wrongCode,
  wrongCredentials,
} from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import { formAt, given, opened, refusedBy, sent, told, walk, wrong } from '#tests/e2e/pages/states/steps'

const lost = '/account-help/mobile-lost'
const notMe = '/account-help/not-me'
const link = `${notMe}?ticket=${ticket}`

const emailCode: Reach = walk(opened(`${lost}/email`, { sendEmailCode: emailSent() }), sent(email))

/** What would be done with a lost number, once its account is proven by email. */
const proveEmail = (number: string | null = masked.mobile, password_helps = true): Reach =>
  walk(
    emailCode,
    given({
      validateEmailCode: done({ ticket }),
      unusableMobileCheck: done({ mobile: number, email: masked.email, hold_hours: 48, password_helps }),
    }),
    sent(code),
  )

/** The same, once it is proven by password. */
const provePassword = (email: string | null = null, username_left: string | null = null): Reach =>
  walk(
    opened(`${lost}/password`, {
      verifyPassword: done({ ticket, mobile: masked.mobile, email }),
      unusableMobileCheck: done({ mobile: masked.mobile, email, hold_hours: 48, username_left }),
    }),
    sent(credentials),
  )

type Securing = Omit<Extract<Outcome<Calls['secureAccountCheck']>, { ok: true }>['data'], 'told_at'>

/** The link of a message that reported a change. */
const openLink = (securing: Securing = { change: 'mobile_removal_asked' }): Reach =>
  opened(link, { secureAccountCheck: done({ told_at: day, ...securing }) })

/** A mobile that was reported lost requires the previous password. */
const reportedLost: Securing = { change: 'mobile_removed', puts_back: [masked.mobile], asks_password: true }

const from = { at: day, client: { browser: 'Firefox', system: 'Linux' }, address: '192.0.2.7' }
/** Two changes. The person may untick one. */
const changesListed: Securing = {
  change: 'mobile_changed',
  puts_back: [masked.mobile],
  takes_off: ['+86 139****0002'],
  username_back: 'ann',
  changes: [
    { id: 'a'.repeat(32), kind: 'mobile_changed', detail: '+86 139****0002', ...from },
    { id: 'b'.repeat(32), kind: 'username_changed', detail: 'a-name-that-nobody-would-choose', ...from },
  ],
}

const secure = (elsewhere: string[] = []): Reach => {
  const secured = done({ done: true, put_back: [], elsewhere, password_ended: true, own_undone: false })
  return walk(openLink(), given({ secureAccount: secured }), sent())
}

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
  [`${lost}/email`]: formAt(`${lost}/email`, 'number lost, email'),
  [`${lost}/email/code`]: {
    'number lost, code by email': emailCode,
    'number lost, wrong code by email': walk(emailCode, refusedBy({ validateEmailCode: wrongCode }, code)),
  },
  [`${lost}/email/confirm`]: {
    'number lost, confirm': proveEmail(),
    'number lost, account without a number': proveEmail(null),
  },
  [`${lost}/password`]: {
    'number lost, password': opened(`${lost}/password`),
    'number lost, wrong password': walk(
      opened(`${lost}/password`, { verifyPassword: wrongCredentials }),
      wrong({ account: 'ann', password: 'not the password' }),
    ),
  },
  [`${lost}/held`]: {
    'number lost, held': provePassword(),
    'number lost, held, with an email': provePassword(masked.email),
    'number lost, held, the last address': provePassword(null, 'ann'),
  },
  [`${lost}/asked`]: {
    'number lost, asked for': walk(
      provePassword(masked.email),
      given({ unbindUnusableMobile: done({ done: false, takes_effect_at: day }) }),
      sent(),
    ),
  },
  [notMe]: {
    'not me': opened(notMe),
    'not me, by the link of a message': openLink(),
    'not me, by the link of a change': openLink({ change: 'mobile_removed', puts_back: [masked.mobile] }),
    'not me, by the link of a change that took an address': openLink({
      change: 'mobile_changed',
      puts_back: [masked.mobile, masked.email],
      takes_off: ['+86 139****0002', 't***@example.com'],
    }),
    'not me, with the changes to untick': openLink(changesListed),
    'not me, with an address that another account uses': openLink({
      change: 'mobile_changed',
      elsewhere: [masked.mobile],
      takes_off: ['+86 139****0002'],
    }),
    'not me, number reported lost': openLink(reportedLost),
    'not me, number reported lost, wrong password': walk(
      openLink(reportedLost),
      refusedBy({ secureAccount: refuse('wrong_credentials', { field: 'password' }) }, { password: 'not it' }),
    ),
    'not me, number reported lost, no password': walk(
      openLink(reportedLost),
      refusedBy({ secureAccount: refuse('invalid_input', { fields: [{ field: 'password', reason: 'missing' }] }) }),
    ),
    'not me, link used before': walk(opened(link, { secureAccountCheck: refuse('ticket_refused', {}) }), told),
  },
  [`${notMe}/done`]: {
    'not me, secured': secure(),
    'not me, secured, an address is elsewhere': secure([masked.mobile]),
  },
}
