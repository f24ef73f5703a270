import { done, refuse } from '../../../../contract/server'
import { signedIn } from '../../../app/answers'
import type { AppBrowser } from '../app-browser'
import {
  accounts,
  day,
  masked,
  openedSignedIn,
  password,
  type Reach,
  refused,
  type States,
  told,
  wrongCode,
} from './state'

const device_token = `${'f'.repeat(22)}.${'s'.repeat(22)}`

/** A page at a device that remembers an account, where its person is signed out. */
const remembering =
  (path: string): Reach =>
  async (browser) => {
    browser.fake.answer('accountInfo', done(accounts.mobile))
    browser.fake.answer('accountLoginV2', signedIn())
    browser.fake.answer('rememberAccount', done({ device_token, masked: masked.mobile, expires_at: day }))
    await browser.open('/login')
    await browser.send({ account: 'ann', password, remember: '1' })
    browser.cookies = new Map([...browser.cookies].filter(([name]) => !name.endsWith('butterfly_session')))
    await browser.open(path)
  }

const askedForCode: Reach = async (browser) => {
  const code = { sms_code_key: 'key-of-a-test-00000001', way: 'mobile' as const, masked: masked.mobile }
  browser.fake.answer('quickLogin', refuse('code_needed', { ...code, retry_after: 60 }))
  await remembering('/login/quick')(browser)
  await browser.send({}, { action: '/login/quick' })
}

const devicesPage =
  (ids: string[]): Reach =>
  async (browser: AppBrowser) => {
    const client = { browser: 'Firefox', system: 'Windows' }
    const devices = ids.map((device_id) => ({ device_id, client, address: '203.0.113.7', used_at: day }))
    browser.fake.answer('listRememberedDevices', done({ devices, time_zone: 'Asia/Shanghai' }))
    await openedSignedIn('/settings/devices')(browser)
  }

/** Accounts that a device remembers. */
export const rememberedStates: States = {
  '/login': {
    'sign-in, with remembered accounts': remembering('/login'),
    'sign-in, account not remembered any more': async (browser) => {
      browser.fake.answer('quickLogin', refuse('remembered_over', {}))
      await remembering('/login/quick')(browser)
      await browser.send({}, { action: '/login/quick' })
      told(browser)
    },
  },
  '/login/quick': {
    'accounts on this device': remembering('/login/quick'),
    'accounts on this device, too many requests': async (browser) => {
      browser.fake.answer('quickLogin', refuse('too_many_requests', { retry_after: 30 }))
      await remembering('/login/quick')(browser)
      await browser.send({}, { action: '/login/quick' })
      refused(browser)
    },
  },
  '/login/quick/code': {
    'remembered account, code': askedForCode,
    'remembered account, wrong code': async (browser) => {
      await askedForCode(browser)
      browser.fake.answer('quickLogin', wrongCode)
      await browser.send({ code: '123456' })
      refused(browser)
    },
  },
  '/settings/devices': {
    'devices that remember the account': devicesPage(['one', 'two']),
    'no device remembers the account': devicesPage([]),
    'device removed': async (browser) => {
      await devicesPage(['one'])(browser)
      browser.fake.answer('endRememberedDevice', done({ done: true }))
      await browser.send({ device_id: 'one' })
      told(browser)
    },
  },
}
