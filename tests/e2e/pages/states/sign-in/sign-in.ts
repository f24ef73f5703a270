import { appLink } from '#contract/terms/app-link'
import { addressKinds } from '#contract/terms/fields'
import { vouchedUrl } from '#contract/terms/vouched-url'
import { done, emailSent, refuse, smsSent } from '#tests/app/browser/answers'
import {
  accounts,
  code,
  credentials,
  email,
  masked,
  mobile,
  ticket,
  wrongCode,
  wrongCredentials,
} from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import {
  afterMinutes,
  formAt,
  given,
  opened,
  pressed,
  refused,
  refusedBy,
  sent,
  signedInAt,
  signedInTo,
  told,
  toldAfter,
  walk,
  wrong,
} from '#tests/e2e/pages/states/steps'
import { challenged, challengedAgain, challengedBefore } from './captchas'

const smsCode: Reach = walk(opened('/login/sms', { sendCode: smsSent() }), sent(mobile))

const otherWays = [
  { way: 'email' as const, masked: masked.email },
  { way: 'password' as const, masked: '' },
]

/** The number of a long unused account. */
const oldNumber: Reach = walk(
  smsCode,
  given({ smsLoginOnly: refuse('confirmation_required', { ticket, ways: otherWays }) }),
  sent(code),
)

const emailCode: Reach = walk(opened('/login/email', { sendEmailCode: emailSent() }), sent(email))

/** A person of whom the deployment asks a second factor. */
const asksFactor = (due_at: string, { is_set = false, removed_at = null as string | null } = {}): Reach => {
  const app = { is_set, since: null, asked_at_sign_in: false, recovery_codes_left: 0, removed_at }
  return signedInTo('/login/second-factor', {
    authenticatorInfo: done({ ...app, second_factor: { due_at, has_passkey: false }, time_zone: 'UTC' }),
  })
}

/** An account that has not accepted the terms of tests/fixtures/operator.json. */
const newTerms: Reach = signedInAt('/login/terms', { ...accounts.mobile, terms_due: '2026-11' })

const unanswered = (subtype: Parameters<typeof challenged>[0]): Reach =>
  walk(challenged(subtype), pressed('answer'), refused)

/** What an operator announces, as long as it may be. */
const announced = {
  channels: [...addressKinds],
  announcement: {
    en: 'You cannot sign in here on 1 December from 02:00 to 04:00 UTC: we move to new machines.',
    'zh-Hans': '12 月 1 日 10:00 至 12:00 系统升级，暂时无法登录。',
  },
}

const askedByApp = new URLSearchParams({ scheme: 'com.example.app', code_challenge: 'c'.repeat(43), state: '1' })
const linksOfApp = {
  account_changed: appLink.parse('com.example.app:/account-changed'),
  account_cancelled: appLink.parse('com.example.app:/account-cancelled'),
  closed: appLink.parse('com.example.app:/closed'),
}

const shop = vouchedUrl.parse('https://shop.example/')
const wiki = vouchedUrl.parse('https://wiki.example')
/** The query of a browser that began at a protected site. */
const fromSite = new URLSearchParams({ site: wiki, challenge: 'c'.repeat(43), to: '/page' })

export const signInStates: States = {
  '/': {
    home: opened('/'),
    'home, signed in': signedInTo('/', { checkLogin: done({ signed_in: true }) }),
  },
  '/login': {
    ...formAt('/login', 'sign-in'),
    'sign-in, announced': opened('/login', { listCodeChannels: done(announced) }),
    'sign-in, wrong': walk(opened('/login'), refusedBy({ accountLoginV2: wrongCredentials }, credentials)),
    'sign-in, captcha of text': challenged('text'),
    'sign-in, captcha of slide': challenged('slide'),
    'sign-in, captcha of whirl': challenged('whirl'),
    'sign-in, captcha of 3d': challenged('3d'),
    'sign-in, captcha answered wrongly': walk(
      challenged('text'),
      refusedBy({ verifyCaptcha: refuse('captcha_wrong', { tries_left: 2 }) }, { text: 'WRONG' }, { button: 'answer' }),
    ),
    'sign-in, captcha of slide without an answer': unanswered('slide'),
    'sign-in, captcha of whirl without an answer': unanswered('whirl'),
    'sign-in, captcha closed': walk(challenged('text'), pressed('close')),
    'sign-in, captcha took too long': walk(
      challenged('text'),
      afterMinutes(16),
      pressed('answer', { text: 'LATER' }),
      refused,
    ),
    'sign-in, coming from the settings': opened('/settings'),
    'sign-in, just signed out': walk(
      signedInAt('/settings'),
      toldAfter({ logout: done({ done: true }) }, {}, { action: '/passport/web/logout' }),
    ),
    'sign-in, locked': walk(
      opened('/login'),
      refusedBy({ accountLoginV2: refuse('password_locked', { retry_after: 900 }) }, credentials),
    ),
    'sign-in, form of another browser': walk(opened('/login'), wrong({ ...credentials, form_token: 'x'.repeat(43) })),
  },
  '/login/sms': {
    ...formAt('/login/sms', 'sign-in by SMS'),
    'sign-in by SMS, took too long': walk(smsCode, afterMinutes(16), opened('/login/sms/code'), told),
  },
  '/login/sms/code': {
    'sign-in by SMS, code': smsCode,
    'sign-in by SMS, wrong code': walk(smsCode, wrong({ code: 'letters' })),
    'sign-in by SMS, code asked for again': walk(smsCode, pressed('resend_code'), told),
    'sign-in by SMS, captcha before another code': challengedAgain(smsCode),
  },
  '/login/sms/confirm': {
    'sign-in by SMS, unused account': oldNumber,
    'sign-in by SMS, unused account, empty': walk(oldNumber, wrong({ password: '' })),
  },
  '/login/sms/confirm/code': {
    'sign-in by SMS, unused account, code': walk(
      oldNumber,
      given({ sendConfirmationCode: done({ retry_after: 60, masked: masked.email }) }),
      pressed('use_email'),
    ),
  },
  '/login/sms/create': {
    'sign-in by SMS, no account yet': walk(
      smsCode,
      given({ smsLoginOnly: refuse('not_registered', { ticket }) }),
      sent(code),
    ),
  },
  '/login/email': formAt('/login/email', 'sign-in by email'),
  '/login/email/code': {
    'sign-in by email, code': emailCode,
    'sign-in by email, wrong code': walk(emailCode, refusedBy({ emailCodeLogin: wrongCode }, code)),
  },
  '/login/email/password': formAt('/login/email/password', 'sign-in by email and password'),
  '/login/terms': {
    'new terms': newTerms,
    'new terms, replaced meanwhile': walk(
      newTerms,
      refusedBy({ acceptTerms: refuse('other_terms', { version: '2027-01' }) }),
    ),
  },
  '/login/second-factor': {
    'second factor, due': asksFactor('2026-01-02T03:04:05.000Z'),
    'second factor, in some days': asksFactor('2999-12-31T03:04:05.000Z'),
    'second factor, with an app': asksFactor('2026-01-02T03:04:05.000Z', { is_set: true }),
    'second factor, with an app to be removed': asksFactor('2026-01-02T03:04:05.000Z', {
      is_set: true,
      removed_at: '2026-01-04T03:04:05.000Z',
    }),
  },
  '/login/terms/declined': { 'new terms, declined': opened('/login/terms/declined') },
  '/login/app': {
    'app, not registered': opened(`/login/app?${askedByApp}`, { hostAppLinks: refuse('no_such_app', {}) }),
    'app, goes on by a button': signedInTo(`/login/app?${askedByApp}`, { hostAppLinks: done(linksOfApp) }),
  },
  '/login/service': {
    'website, not registered': opened('/login?service=https%3A%2F%2Fother.example%2F', {
      registeredService: refuse('no_such_service', {}),
    }),
  },
  '/login/service/renew': {
    'website, asks for a new proof': signedInTo(`/login/service/renew?${new URLSearchParams({ service: shop })}`, {
      registeredService: done({
        name: '中文名字很长的网站 with a long name in English too',
        url: shop,
        may_gateway: false,
      }),
    }),
  },
  '/login/site': {
    'protected site, not for this account': signedInTo(`/login/site?${fromSite}`, {
      protectedSite: done({ name: '中文名字很长的网站 with a long name in English too', url: wiki }),
      issueSiteTicket: refuse('site_refused', { reason: 'no_place' }),
    }),
  },
  '/login/site/again': {
    'protected site, the ticket was refused': opened(`/login/site/again?${fromSite}`, {
      protectedSite: done({ name: 'Wiki', url: wiki }),
    }),
  },
  '/login/site/signed-in': {
    'protected site, after the sign-in': signedInTo(`/login/site/signed-in?${fromSite}`, {
      protectedSite: done({ name: 'Wiki', url: wiki }),
    }),
  },
  '/login/verify': {
    'captcha before a page': challengedBefore,
    'captcha before a page, closed': walk(challengedBefore, pressed('close')),
  },
  '/passport/org/logout': { 'sign-out of organisations, asked first': signedInAt('/passport/org/logout') },
  '/passport/sso/logout': { 'sign-out for a website, asked first': signedInAt('/passport/sso/logout') },
  '/passport/wap/login': {
    'sign-in on the smallest screens': opened('/passport/wap/login'),
    // These pages have no roles that report an error.
    'sign-in on the smallest screens, empty': walk(opened('/passport/wap/login'), sent()),
  },
  '/passport/web/logout': { 'sign-out, asked first': signedInAt('/passport/web/logout') },
}
