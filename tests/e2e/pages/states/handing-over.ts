import { done, refuse } from '../../../../contract/server'
import { actingAs, subjectId } from '../../../app/answers'
import type { AppBrowser } from '../app-browser'
import { accounts, code, day, masked, refused, type States, signIn, ticket, told, wrongCode } from './state'

const [bo, transfer_id] = ['b'.repeat(22), 't'.repeat(22)]
const path = `/settings/organisations/${subjectId}`
const name = 'Riverside School of Music and Everything Else'

interface View {
  isManager?: boolean
  frozenBy?: 'manager' | 'operator' | 'closing' | null
  pending?: 'from' | 'to' | null
}

const transfer = {
  transfer_id,
  state: 'pending' as 'pending' | 'withdrawn',
  from: { identity_id: 'i'.repeat(22), deputy_name: 'Ann' },
  to: { identity_id: bo, deputy_name: 'Bo' },
  expires_at: day,
}

const ways = (['mobile', 'email'] as const).map((way) => ({ way, masked: masked[way] }))

const begin = async (
  browser: AppBrowser,
  below: string,
  { isManager = true, frozenBy = null, pending = null }: View = {},
): Promise<void> => {
  await signIn(browser, accounts.both)
  const subject = {
    subject_name: name,
    is_manager: isManager,
    is_frozen: frozenBy === null ? 0 : 1,
    frozen_by: frozenBy,
    closes_at: frozenBy === 'closing' ? day : null,
  }
  browser.fake.answer('subjectInfo', actingAs(subject, { permissions: [] }))
  browser.fake.answer(
    'transferInfo',
    done({ transfer: pending && { ...transfer, is_from: pending === 'from', is_to: pending === 'to' }, ways }),
  )
  browser.fake.answer('orgSendCode', done({ sms_code_key: 'key', retry_after: 60, mobile: masked.mobile }))
  await browser.open(path + below)
}

const toTheCode = async (browser: AppBrowser): Promise<void> => {
  await begin(browser, '/manager')
  await browser.press('use_mobile')
}

const toTheChoice = async (browser: AppBrowser, names: string[]): Promise<void> => {
  await toTheCode(browser)
  browser.fake.answer('verifyOldManager', done({ ticket }))
  const members = names.map((deputy_name, index) => ({
    identity_id: String(index).padStart(22, 'b'),
    sec_user_id: 'u'.repeat(22),
    deputy_name,
    is_manager: false,
    is_frozen: 0,
    joined_at: day,
    roles: [],
    allowed: [],
  }))
  browser.fake.answer('listIdentities', done({ members, next: names.length > 1 ? 'next' : null }))
  await browser.send(code)
}

const toAccept = async (browser: AppBrowser): Promise<void> => {
  await begin(browser, '/manager', { isManager: false, pending: 'to' })
  await browser.press('use_mobile')
}

export const handingOverStates: States = {
  [`${path}/manager`]: {
    'handing over': (browser) => begin(browser, '/manager'),
    'handing over, the organisation is frozen': (browser) => begin(browser, '/manager', { frozenBy: 'manager' }),
    'handing over, waiting for the answer': (browser) => begin(browser, '/manager', { pending: 'from' }),
    'asked to take over': (browser) => begin(browser, '/manager', { isManager: false, pending: 'to' }),
    'handing over, withdrawn': async (browser) => {
      await begin(browser, '/manager', { pending: 'from' })
      browser.fake.answer('withdrawTransfer', done({}))
      const withdrawn = { ...transfer, state: 'withdrawn' as const, is_from: true, is_to: false }
      browser.fake.answer('transferInfo', done({ transfer: withdrawn, ways }))
      await browser.press('withdraw')
      told(browser)
    },
  },
  [`${path}/manager/verify`]: {
    'handing over, the code': toTheCode,
    'handing over, a wrong code': async (browser) => {
      await toTheCode(browser)
      browser.fake.answer('verifyOldManager', wrongCode)
      await browser.send(code)
      refused(browser)
    },
  },
  [`${path}/manager/choose`]: {
    'handing over, to whom': (browser) => toTheChoice(browser, ['Bo', 'Cy '.repeat(20)]),
    'handing over, nobody is there': (browser) => toTheChoice(browser, []),
    'handing over, not to this one': async (browser) => {
      await toTheChoice(browser, ['Bo'])
      browser.fake.answer('startTransfer', refuse('transfer_refused', { reason: 'unavailable' }))
      await browser.send({ identity_id: '0'.padStart(22, 'b') })
      refused(browser)
    },
  },
  [`${path}/manager/accept`]: { 'taking over, the code': toAccept },
  [`${path}/freeze`]: {
    freezing: (browser) => begin(browser, '/freeze'),
    unfreezing: (browser) => begin(browser, '/freeze', { frozenBy: 'manager' }),
    'frozen by the operator': (browser) => begin(browser, '/freeze', { frozenBy: 'operator' }),
    'freezing, it is being closed': (browser) => begin(browser, '/freeze', { frozenBy: 'closing' }),
  },
  [`${path}/close`]: {
    'closing an organisation': (browser) => begin(browser, '/close'),
    'keeping an organisation': (browser) => begin(browser, '/close', { frozenBy: 'closing' }),
  },
}
