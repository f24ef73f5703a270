import { done, refuse, signedIn } from '#tests/app/browser/answers'
import type { AppBrowser } from '#tests/e2e/pages/app-browser'
import {
  accounts,
  acted,
  credentials,
  day,
  masked,
  session,
  tooManyRequests,
  wrongCode,
} from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import {
  given,
  opened,
  picturesAreThere,
  refusedBy,
  sent,
  signedInTo,
  toldAfter,
  walk,
} from '#tests/e2e/pages/states/steps'

const device_token = `${'f'.repeat(22)}.${'s'.repeat(22)}`

const signedOut = (browser: AppBrowser): void => {
  browser.cookies = new Map([...browser.cookies].filter(([name]) => !name.endsWith('butterfly_session')))
}

/** A page at a device that remembers an account, where its person is signed out. */
const remembering = (path: string): Reach =>
  walk(
    picturesAreThere,
    opened('/login', {
      accountInfo: done(accounts.mobile),
      accountLoginV2: signedIn(),
      rememberAccount: done({
        device_token,
        masked: masked.mobile,
        name: 'Ann Lee',
        avatar: 'a'.repeat(9),
        expires_at: day,
      }),
    }),
    sent({ ...credentials, remember: '1' }),
    signedOut,
    opened(path),
  )

const entering = { action: '/login/quick' }

const codeNeeded = { sms_code_key: 'key-of-a-test-00000001', way: 'mobile' as const, masked: masked.mobile }

const askedForCode: Reach = walk(
  given({ quickLogin: refuse('code_needed', { ...codeNeeded, retry_after: 60 }) }),
  remembering('/login/quick'),
  sent({}, entering),
)

const client = { browser: 'Firefox', system: 'Windows' }
const device = (device_id: string) => ({ device_id, client, address: '203.0.113.7', used_at: day })

const devicesPage = (...ids: string[]): Reach =>
  signedInTo('/settings/accounts', {
    listRememberedDevices: done({ devices: ids.map(device), time_zone: 'Asia/Shanghai' }),
    listSessions: done({ sessions: [session('here', true)] }),
  })

/** Accounts that a device remembers. */
export const rememberedStates: States = {
  '/login': {
    'sign-in, with remembered accounts': remembering('/login'),
    'sign-in, account not remembered any more': walk(
      remembering('/login/quick'),
      toldAfter({ quickLogin: refuse('remembered_over', {}) }, {}, entering),
    ),
  },
  '/login/quick': {
    'accounts on this device': remembering('/login/quick'),
    'accounts on this device, too many requests': walk(
      remembering('/login/quick'),
      refusedBy({ quickLogin: tooManyRequests }, {}, entering),
    ),
  },
  '/login/quick/code': {
    'remembered account, code': askedForCode,
    'remembered account, wrong code': walk(askedForCode, refusedBy({ quickLogin: wrongCode }, { code: '123456' })),
  },
  '/settings/accounts': {
    'devices that remember the account': devicesPage('one', 'two'),
    'no device remembers the account': devicesPage(),
    'device removed': walk(devicesPage('one'), toldAfter({ endRememberedDevice: acted }, { device_id: 'one' })),
  },
}
