import { done, refuse } from '../../../../contract/server'
import { actingAs, subjectId } from '../../../app/answers'
import { accounts, code, day, masked, ticket, wrongCode } from './samples'
import type { Reach, States } from './state'
import { answering, opened, pressed, refusedBy, sent, signIn, toldAfter, walk } from './steps'

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

const withdrawn = { ...transfer, state: 'withdrawn' as const, is_from: true, is_to: false }
const withdrawing = { button: 'withdraw' }

const ways = (['mobile', 'email'] as const).map((way) => ({ way, masked: masked[way] }))

const begin = (below: string, { isManager = true, frozenBy = null, pending = null }: View = {}): Reach => {
  const subject = {
    subject_name: name,
    is_manager: isManager,
    is_frozen: frozenBy === null ? 0 : 1,
    frozen_by: frozenBy,
    closes_at: frozenBy === 'closing' ? day : null,
  }
  const asked = pending && { ...transfer, is_from: pending === 'from', is_to: pending === 'to' }
  return walk(
    signIn(accounts.both),
    answering({
      subjectInfo: actingAs(subject, { permissions: [] }),
      transferInfo: done({ transfer: asked, ways }),
      orgSendCode: done({ sms_code_key: 'key', retry_after: 60, mobile: masked.mobile }),
    }),
    opened(path + below),
  )
}

const toTheCode = walk(begin('/manager'), pressed('use_mobile'))

const toTheChoice = (names: string[]): Reach => {
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
  return walk(
    toTheCode,
    answering({
      verifyOldManager: done({ ticket }),
      listIdentities: done({ members, next: names.length > 1 ? 'next' : null }),
    }),
    sent(code),
  )
}

const toAccept = walk(begin('/manager', { isManager: false, pending: 'to' }), pressed('use_mobile'))

export const handingOverStates: States = {
  [`${path}/manager`]: {
    'handing over': begin('/manager'),
    'handing over, the organisation is frozen': begin('/manager', { frozenBy: 'manager' }),
    'handing over, waiting for the answer': begin('/manager', { pending: 'from' }),
    'asked to take over': begin('/manager', { isManager: false, pending: 'to' }),
    'handing over, withdrawn': walk(
      begin('/manager', { pending: 'from' }),
      toldAfter({ withdrawTransfer: done({}), transferInfo: done({ transfer: withdrawn, ways }) }, {}, withdrawing),
    ),
  },
  [`${path}/manager/verify`]: {
    'handing over, the code': toTheCode,
    'handing over, a wrong code': walk(toTheCode, refusedBy({ verifyOldManager: wrongCode }, code)),
  },
  [`${path}/manager/choose`]: {
    'handing over, to whom': toTheChoice(['Bo', 'Cy '.repeat(20)]),
    'handing over, nobody is there': toTheChoice([]),
    'handing over, not to this one': walk(
      toTheChoice(['Bo']),
      refusedBy(
        { startTransfer: refuse('transfer_refused', { reason: 'unavailable' }) },
        { identity_id: '0'.padStart(22, 'b') },
      ),
    ),
  },
  [`${path}/manager/accept`]: { 'taking over, the code': toAccept },
  [`${path}/freeze`]: {
    freezing: begin('/freeze'),
    unfreezing: begin('/freeze', { frozenBy: 'manager' }),
    'frozen by the operator': begin('/freeze', { frozenBy: 'operator' }),
    'freezing, it is being closed': begin('/freeze', { frozenBy: 'closing' }),
  },
  [`${path}/close`]: {
    'closing an organisation': begin('/close'),
    'keeping an organisation': begin('/close', { frozenBy: 'closing' }),
  },
}
