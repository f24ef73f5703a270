import { sessionCookie } from '#contract/wire/headers'
import { done, infoOf, refuse, signedIn } from '#tests/app/browser/answers'
import type { AppBrowser } from '#tests/e2e/pages/app-browser'
import {
  accounts,
  acted,
  credentials,
  day,
  longName,
  masked,
  password,
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

export const rememberedStates: States = {
  '/login': { 'sign-in, with remembered accounts': remembering('/login') },
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
    'device removed': walk(devicesPage('one'), toldAfter({ endRememberedDevice: acted }, { device_id: 'one' })),
  },
}

const path = '/settings/accounts'

/** A browser at which these people have signed in, one after the other; each session is of one of them. */
const withAll =
  (...people: string[]): Reach =>
  async (browser: AppBrowser) => {
    const holders = new Map<string, string>()
    let arriving = ''
    browser.fake.answer('accountInfo', ({ cookies }) => {
      const token = cookies[sessionCookie] ?? ''
      const username = holders.get(token) ?? arriving
      holders.set(token, username)
      return done(infoOf({ user_id: username, username, mobile: masked.mobile }))
    })
    browser.fake.answer('accountLoginV2', signedIn())
    browser.fake.answer('listSessions', done({ sessions: [session('here', true)] }))
    browser.fake.answer('listRememberedDevices', done({ devices: [] }))
    for (const [nth, person] of people.entries()) {
      if (nth > 0) await browser.send({}, { button: 'add' })
      else await browser.open(`/login?next=${path}`)
      arriving = person
      await browser.send({ account: person, password })
    }
  }

/** Several accounts that are signed in at one browser. */
export const keptAccountStates: States = {
  '/login': { 'password, accounts are still signed in': walk(withAll('annette', 'bob'), sent({}, { button: 'add' })) },
  [path]: {
    'accounts here, two': withAll('annette', 'bob'),
    'accounts here, to choose one for an application': walk(
      withAll('annette', 'bob'),
      opened(`${path}?next=${encodeURIComponent('/login/authorize/a-request-of-an-application?chosen=1')}`),
    ),
    'accounts here, six': withAll('annette', 'bob', longName, 'dan', 'eve', 'fay'),
  },
}
