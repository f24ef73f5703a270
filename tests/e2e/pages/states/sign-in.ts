import { appLink } from '../../../../contract/app-link'
import { done, refuse } from '../../../../contract/server'
import { vouchedUrl } from '../../../../contract/vouched-url'
import { emailSent, smsSent } from '../../../app/answers'
import type { AppBrowser } from '../app-browser'
import {
  challenged,
  challengedAgain,
  code,
  email,
  mobile,
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

const smsCode: Reach = async (browser) => {
  browser.fake.answer('sendCode', smsSent())
  await browser.open('/login/sms')
  await browser.send(mobile)
}

/** The number of an account that nobody has used for long. */
const oldNumber: Reach = async (browser) => {
  await smsCode(browser)
  const ways = [
    { way: 'email' as const, masked: 'a***@example.com' },
    { way: 'password' as const, masked: '' },
  ]
  browser.fake.answer('smsLoginOnly', refuse('confirmation_required', { ticket, ways }))
  await browser.send(code)
}

const emailCode: Reach = async (browser) => {
  browser.fake.answer('sendEmailCode', emailSent())
  await browser.open('/login/email')
  await browser.send(email)
}

const wrongPassword = async (browser: AppBrowser) => {
  browser.fake.answer('accountLoginV2', refuse('wrong_credentials', {}))
  await browser.open('/login')
  await browser.send({ account: 'ann', password: 'not the password' })
  refused(browser)
}

const unanswered =
  (subtype: Parameters<typeof challenged>[0]): Reach =>
  async (browser) => {
    await challenged(subtype)(browser)
    await browser.press('answer')
    refused(browser)
  }

const askedByApp = new URLSearchParams({ scheme: 'com.example.app', code_challenge: 'c'.repeat(43), state: '1' })
const linksOfApp = {
  account_changed: appLink.parse('com.example.app:/account-changed'),
  account_cancelled: appLink.parse('com.example.app:/account-cancelled'),
  closed: appLink.parse('com.example.app:/closed'),
}

const shop = vouchedUrl.parse('https://shop.example/')

/** The home page and the ways to sign in. */
export const signInStates: States = {
  '/': {
    home: opened('/'),
    'home, signed in': async (browser) => {
      browser.fake.answer('checkLogin', done({ signed_in: true }))
      await openedSignedIn('/')(browser)
    },
  },
  '/login': {
    'sign-in': opened('/login'),
    'sign-in, empty': refusedEmpty('/login'),
    'sign-in, wrong': wrongPassword,
    'sign-in, captcha of text': challenged('text'),
    'sign-in, captcha of slide': challenged('slide'),
    'sign-in, captcha of whirl': challenged('whirl'),
    'sign-in, captcha of 3d': challenged('3d'),
    'sign-in, captcha answered wrongly': async (browser) => {
      await challenged('text')(browser)
      browser.fake.answer('verifyCaptcha', refuse('captcha_wrong', { tries_left: 2 }))
      await browser.press('answer', { text: 'WRONG' })
      refused(browser)
    },
    'sign-in, captcha of slide without an answer': unanswered('slide'),
    'sign-in, captcha of whirl without an answer': unanswered('whirl'),
    'sign-in, captcha closed': async (browser) => {
      await challenged('text')(browser)
      await browser.press('close')
    },
    'sign-in, captcha took too long': async (browser) => {
      await challenged('text')(browser)
      browser.passMinutes(16)
      await browser.press('answer', { text: 'LATER' })
      refused(browser)
    },
    'sign-in, coming from the settings': opened('/settings'),
    'sign-in, just signed out': async (browser) => {
      await openedSignedIn('/settings')(browser)
      browser.fake.answer('logout', done({ done: true }))
      await browser.send({}, { action: '/passport/web/logout' })
      told(browser)
    },
    'sign-in, locked': async (browser) => {
      browser.fake.answer('accountLoginV2', refuse('password_locked', { retry_after: 900 }))
      await browser.open('/login')
      await browser.send({ account: 'ann', password })
      refused(browser)
    },
    'sign-in, form of another browser': async (browser) => {
      await browser.open('/login')
      await browser.send({ account: 'ann', password, form_token: 'x'.repeat(43) })
      refused(browser)
    },
  },
  '/login/sms': {
    'sign-in by SMS': opened('/login/sms'),
    'sign-in by SMS, empty': refusedEmpty('/login/sms'),
    'sign-in by SMS, took too long': async (browser) => {
      await smsCode(browser)
      browser.passMinutes(16)
      await browser.open('/login/sms/code')
      told(browser)
    },
  },
  '/login/sms/code': {
    'sign-in by SMS, code': smsCode,
    'sign-in by SMS, wrong code': async (browser) => {
      await smsCode(browser)
      await browser.send({ code: 'letters' })
      refused(browser)
    },
    'sign-in by SMS, code asked for again': async (browser) => {
      await smsCode(browser)
      await browser.press('resend_code')
      told(browser)
    },
    'sign-in by SMS, captcha before another code': challengedAgain(smsCode),
  },
  '/login/sms/confirm': {
    'sign-in by SMS, unused account': oldNumber,
    'sign-in by SMS, unused account, empty': async (browser) => {
      await oldNumber(browser)
      await browser.send({ password: '' })
      refused(browser)
    },
  },
  '/login/sms/confirm/code': {
    'sign-in by SMS, unused account, code': async (browser) => {
      await oldNumber(browser)
      browser.fake.answer('sendConfirmationCode', done({ retry_after: 60, masked: 'a***@example.com' }))
      await browser.press('use_email')
    },
  },
  '/login/sms/create': {
    'sign-in by SMS, no account yet': async (browser) => {
      await smsCode(browser)
      browser.fake.answer('smsLoginOnly', refuse('not_registered', { ticket }))
      await browser.send(code)
    },
  },
  '/login/email': {
    'sign-in by email': opened('/login/email'),
    'sign-in by email, empty': refusedEmpty('/login/email'),
  },
  '/login/email/code': {
    'sign-in by email, code': emailCode,
    'sign-in by email, wrong code': async (browser) => {
      await emailCode(browser)
      browser.fake.answer('emailCodeLogin', wrongCode)
      await browser.send(code)
      refused(browser)
    },
  },
  '/login/email/password': {
    'sign-in by email and password': opened('/login/email/password'),
    'sign-in by email and password, empty': refusedEmpty('/login/email/password'),
  },
  '/login/app': {
    'app, not registered': async (browser) => {
      browser.fake.answer('hostAppLinks', refuse('no_such_app', {}))
      await browser.open(`/login/app?${askedByApp}`)
    },
    'app, goes on by a button': async (browser) => {
      await openedSignedIn('/settings')(browser)
      browser.fake.answer('hostAppLinks', done(linksOfApp))
      await browser.open(`/login/app?${askedByApp}`)
    },
  },
  '/login/service': {
    'website, not registered': async (browser) => {
      browser.fake.answer('registeredService', refuse('no_such_service', {}))
      await browser.open('/login?service=https%3A%2F%2Fother.example%2F')
    },
  },
  '/login/service/renew': {
    'website, asks for a new proof': async (browser) => {
      await openedSignedIn('/settings')(browser)
      const name = '中文名字很长的网站 with a long name in English too'
      browser.fake.answer('registeredService', done({ name, url: shop, may_gateway: false }))
      await browser.open(`/login/service/renew?${new URLSearchParams({ service: shop })}`)
    },
  },
  '/passport/org/logout': {
    'sign-out of organisations, asked first': openedSignedIn('/passport/org/logout'),
  },
  '/passport/sso/logout': {
    'sign-out for a website, asked first': openedSignedIn('/passport/sso/logout'),
  },
  '/passport/wap/login': {
    'sign-in on the smallest screens': opened('/passport/wap/login'),
    // These pages have no roles that tell of an error.
    'sign-in on the smallest screens, empty': async (browser) => {
      await browser.open('/passport/wap/login')
      await browser.send()
    },
  },
  '/passport/web/logout': {
    'sign-out, asked first': openedSignedIn('/passport/web/logout'),
  },
}
