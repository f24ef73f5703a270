import { maskEmail } from '../../accounts/account/identifier'
import { record } from '../../accounts/activity/activity'
import { noteChange } from '../../accounts/changes/history'
import { allProven } from '../../accounts/methods/ledger'
import { recipientOf, tell, toldOf } from '../../accounts/notices/notice'
import { lockPerson, type Person } from '../../accounts/sessions/person'
import type { From } from '../../kernel/from'
import type { NotChanged } from '../../verification/authenticators/enrolment'
import { consumeCode, type Judgement, lookAtCode, type TypedCode } from '../../verification/codes/code'
import { boundingGuesses } from '../../verification/codes/guesses'
import { recoveryPurpose } from '../../verification/codes/purposes'
import type { Target } from '../../verification/codes/target'
import { judgeGuard } from '../../verification/proofs/guard-proof'
import { proofOf } from '../../verification/proofs/proof'
import { inTransaction, type Setting, type Transaction } from '../service'

/** The most accounts whose recovery address is the same one. Two calls at once may pass it by one. */
export const recoveryEmailRule = { mostAccounts: 10 }

/** Where the code goes that proves a recovery address. */
export const recoveryTarget = (email: string): Target => ({ channel: 'email', to: email, type: recoveryPurpose })

/** True for an address that adds nothing: the email of the account, or the recovery address that it has. */
export const isSameRecovery = ({ account }: Person, email: string): boolean =>
  email === account.email || email === account.recoveryEmail

interface Asked {
  person: Person
  verifyTicket: string | undefined
  from: From
}

type AskedAddition = Asked & Omit<TypedCode, 'target'> & { email: string }

type Set =
  | { ok: true; addedAt: number }
  | NotChanged
  | Exclude<Judgement, { ok: true }>
  | { ok: false; code: 'same_address' | 'recovery_email_full' }

const typedIn = ({ email, code, named }: AskedAddition): TypedCode => ({
  target: recoveryTarget(email),
  code,
  ...(named && { named }),
})

/**
 * Gives the account of a person the recovery address that a code has proven. Who else has it, as an email to sign in with
 * or as a recovery address, is neither asked nor told. Every address of the account is told, and the earlier one.
 */
export const setRecoveryEmail = boundingGuesses(
  inTransaction<AskedAddition, Set>(async (setting, stores, { person, verifyTicket, from, ...asked }) => {
    const judged = await judgeAsker(setting, stores, { person, verifyTicket })
    if (!judged.ok) return judged
    const typed = typedIn({ person, verifyTicket, from, ...asked })
    const looked = await lookAtCode(setting, stores, typed)
    if (!looked.ok) return looked
    const { email } = asked
    if (isSameRecovery(judged.present, email)) return { ok: false, code: 'same_address' }
    const { mostAccounts } = recoveryEmailRule
    if ((await stores.recoveryEmails.countOf(email, mostAccounts)) >= mostAccounts)
      return { ok: false, code: 'recovery_email_full' }
    if (!(await judged.use())) return { ok: false, code: 'ticket_refused' }
    await consumeCode(setting, stores, typed)
    await change(setting, stores, { ...judged, becomes: email, from })
    return { ok: true, addedAt: setting.now() }
  }),
  (asked) => ({ typed: [typedIn(asked)], clientAddress: asked.from.clientAddress }),
)

/** Takes the recovery address off the account of a person. Every address is told, and the one that goes. */
export const removeRecoveryEmail = inTransaction<
  Asked,
  { ok: true } | NotChanged | { ok: false; code: 'nothing_bound' }
>(async (setting, stores, { from, ...asked }) => {
  const judged = await judgeAsker(setting, stores, asked)
  if (!judged.ok) return judged
  if (judged.present.account.recoveryEmail === null) return { ok: false, code: 'nothing_bound' }
  if (!(await judged.use())) return { ok: false, code: 'ticket_refused' }
  await change(setting, stores, { ...judged, becomes: null, from })
  return { ok: true }
})

interface RightAsker {
  ok: true
  present: Person
  /** The address that the ticket of the call proves. */
  proven: string | undefined
  /** Uses up the proof. False when another call was first. */
  use: () => Promise<boolean>
}

/** Locks the account of a person, and judges whether they may change its recovery address. */
const judgeAsker = async (
  setting: Setting,
  stores: Transaction,
  { person, verifyTicket: ticket }: Pick<Asked, 'person' | 'verifyTicket'>,
): Promise<RightAsker | NotChanged> => {
  const present = await lockPerson(stores, person)
  if (!present) return { ok: false, code: 'not_signed_in' }
  const proof = await proofOf(setting, stores, { person: present, ticket, act: 'binding' })
  if (!proof.ok) return proof
  const unguarded = await judgeGuard(setting, stores, present, proof.address)
  return unguarded ?? { ok: true, present, proven: proof.address, use: proof.use }
}

type Change = Pick<RightAsker, 'present' | 'proven'> & { becomes: string | null; from: From }

const change = async (
  setting: Setting,
  stores: Transaction,
  { present, proven, becomes, from }: Change,
): Promise<void> => {
  const { account } = present
  const [accountId, was] = [account.id, account.recoveryEmail]
  const kind = kindOf(was, becomes)
  await noteChange(setting, stores, { accountId, change: kind, provenBy: allProven(setting, present, proven) })
  if (becomes === null) await stores.recoveryEmails.remove(accountId)
  else await stores.recoveryEmails.put({ accountId, email: becomes, addedAt: setting.now() })
  const concerned = [was, becomes].filter((email) => email !== null)
  const detail = concerned.map(maskEmail).join(' → ')
  await record(setting, stores, { accountId, kind, from, detail })
  const to = [...toldOf(setting, account), ...concerned.map((value) => recipientOf({ kind: 'email', value }))]
  await tell(setting, stores, { account, to, change: kind, detail })
}

const kindOf = (was: string | null, becomes: string | null) => {
  if (becomes === null) return 'recovery_email_removed'
  return was === null ? 'recovery_email_added' : 'recovery_email_changed'
}
