import { actingAs, done, refuse, subjectId } from '#tests/app/browser/answers'
import { memberCalled, pendingTransfer } from '#tests/app/organisations/answers'
import { accounts, code, day, masked, ticket, wrongCode } from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import { given, pressed, refusedBy, sent, signedInTo, toldAfter, walk, wrong } from '#tests/e2e/pages/states/steps'
import { handOver } from '~/flows/organisations/hand-over.server'

const path = `/settings/organisations/${subjectId}`
const name = 'Riverside School of Music and Everything Else'

interface View {
  isManager?: boolean
  frozenBy?: 'manager' | 'operator' | 'closing' | null
  pending?: 'from' | 'to' | null
}

const withdrawn = { ...pendingTransfer('from'), state: 'withdrawn' as const }
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
  return signedInTo(
    path + below,
    {
      subjectInfo: actingAs(subject, { permissions: [] }),
      transferInfo: done({ transfer: pending && pendingTransfer(pending), ways }),
      orgSendCode: done({ sms_code_key: 'key', retry_after: 60, mobile: masked.mobile }),
    },
    accounts.both,
  )
}

const toTheCode = walk(begin('/manager'), pressed('use_mobile'))

const toTheChoice = (names: string[]): Reach => {
  const members = names.map((name, index) =>
    memberCalled(name, { identity_id: String(index).padStart(22, 'b'), allowed: [] }),
  )
  return walk(
    toTheCode,
    given({
      verifyOldManager: done({ ticket }),
      listIdentities: done({ members, next: names.length > 1 ? 'next' : null }),
    }),
    sent(code),
  )
}

const toAccept = walk(begin('/manager', { isManager: false, pending: 'to' }), pressed('use_mobile'))

/** The step of a deployment with an account API without waiting transfers. */
const toTheCodeOf = (member: string): Reach =>
  walk(begin('/manager'), (browser) =>
    browser.openAt(`${path}/manager/new-manager`, (request) =>
      handOver.begin({ request, context: {}, params: { subject: subjectId } }, 'newManager', {
        way: 'mobile',
        code: { to: masked.mobile, resendAtMs: 0, notice: null },
        ticket,
        identity_id: 'b'.repeat(22),
        name: member,
      }),
    ),
  )

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
        { identity_id: '0'.padStart(22, 'b'), subject_name: name },
      ),
    ),
    'handing over, another name': walk(
      toTheChoice(['Bo']),
      wrong({ identity_id: '0'.padStart(22, 'b'), subject_name: 'Another School' }),
    ),
  },
  [`${path}/manager/accept`]: { 'taking over, the code': toAccept },
  [`${path}/manager/new-manager`]: {
    'handing over at once, the code of the member': toTheCodeOf('Cy '.repeat(20)),
    'handing over at once, a wrong code': walk(toTheCodeOf('Bo'), refusedBy({ verifyNewManager: wrongCode }, code)),
  },
  [`${path}/freeze`]: {
    freezing: begin('/freeze'),
    unfreezing: begin('/freeze', { frozenBy: 'manager' }),
    'frozen by the operator': begin('/freeze', { frozenBy: 'operator' }),
    'freezing, it is being closed': begin('/freeze', { frozenBy: 'closing' }),
  },
  [`${path}/close`]: {
    'closing an organisation': begin('/close'),
    'closing an organisation, another name': walk(begin('/close'), wrong({ subject_name: 'Another School' })),
    'keeping an organisation': begin('/close', { frozenBy: 'closing' }),
  },
}
