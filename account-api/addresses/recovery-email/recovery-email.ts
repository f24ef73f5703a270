import type { AccountProfile } from '../../accounts/account/account-record'
import { maskEmail } from '../../accounts/account/identifier'
import { changeMethod } from '../../accounts/method-changes/change'
import { heldBy } from '../../accounts/methods/held'
import { allProven, judgeRemoval } from '../../accounts/methods/ledger'
import { recipientOf, toldOf } from '../../accounts/notices/notice'
import { askForChange } from '../../accounts/pending-changes/pending-change'
import type { PendingChange } from '../../accounts/pending-changes/pending-change-store'
import type { Factor } from '../../accounts/sessions/factor'
import type { Person } from '../../accounts/sessions/person'
import type { From } from '../../kernel/from'
import { consumeCode, type Judgement, lookAtCode, type TypedCode } from '../../verification/codes/code'
import { boundingGuesses } from '../../verification/codes/guesses'
import { recoveryPurpose } from '../../verification/codes/purposes'
import type { Target } from '../../verification/codes/target'
import { type Changer, lockChanger, type NotLost } from '../../verification/methods/changer'
import { inTransaction, type Rule } from '../service'

/** The most accounts whose recovery address is the same one. Two calls at once may pass it by one. */
export const recoveryEmailRule = { mostAccounts: 10 }

/** Where the code goes that proves a recovery address. */
export const recoveryTarget = (email: string): Target => ({ channel: 'email', to: email, type: recoveryPurpose })

/** True for an address that adds nothing: the email of the account, or the recovery address that it has. */
export const isSameRecovery = ({ account }: Person, email: string): boolean =>
  email === account.email || email === account.recoveryEmail

type AskedAddition = Changer & Omit<TypedCode, 'target'> & { email: string; waits: boolean; from: From }

type Set =
  | { ok: true; addedAt: number; pending?: PendingChange }
  | NotLost
  | Exclude<Judgement, { ok: true }>
  | { ok: false; code: 'same_address' | 'recovery_email_full' }

const typedIn = ({ email, code, named }: Pick<AskedAddition, 'email' | 'code' | 'named'>): TypedCode => ({
  target: recoveryTarget(email),
  code,
  ...(named && { named }),
})

/**
 * Gives the account of a person the recovery address that a code has proven. Who else has it, as an email to sign in with
 * or as a recovery address, is neither asked nor told. Every address of the account is told, and the earlier one, which is
 * replaced as it would be removed.
 */
export const setRecoveryEmail = boundingGuesses(
  inTransaction<AskedAddition, Set>(async (setting, stores, { person, verifyTicket, waits, from, ...asked }) => {
    const changer = await lockChanger(setting, stores, { person, verifyTicket })
    if (!changer.ok) return changer
    const typed = typedIn(asked)
    const looked = await lookAtCode(setting, stores, typed)
    if (!looked.ok) return looked
    const { email } = asked
    const { present, proven } = changer
    const { account } = present
    if (isSameRecovery(present, email)) return { ok: false, code: 'same_address' }
    const { mostAccounts } = recoveryEmailRule
    if ((await stores.recoveryEmails.countOf(email, mostAccounts)) >= mostAccounts)
      return { ok: false, code: 'recovery_email_full' }
    const was = (await heldBy(stores, account)).find(({ kind }) => kind === 'recovery_email')
    const judged = was && judgeRemoval(setting, changer, was)
    if (judged && judged.lacking.length > 0 && !waits)
      return { ok: false, code: 'factor_lacking', lacking: judged.lacking }
    if (!(await changer.use())) return { ok: false, code: 'ticket_refused' }
    await consumeCode(setting, stores, typed)
    const addedAt = setting.now()
    if (judged && !judged.areEnough) {
      const change = { ...was, successor: email, isLost: false, askedBy: judged.proven }
      const asks = await askForChange(setting, stores, { account, ...change, from })
      return asks.ok ? { ...asks, addedAt } : asks
    }
    await putRecovery(setting, stores, { account, email, provenBy: allProven(setting, present, proven), from })
    return { ok: true, addedAt }
  }),
  (asked) => ({ typed: [typedIn(asked)], clientAddress: asked.from.clientAddress }),
)

interface Putting {
  account: AccountProfile
  email: string
  provenBy: Factor[]
  from: From
}

/** Gives an account a recovery address, and removes an earlier one. The account has to be locked. */
export const putRecovery: Rule<Putting, void> = async (setting, stores, { account, email, ...known }) => {
  const { id: accountId, recoveryEmail: was } = account
  const concerned = [was, email].filter((each) => each !== null)
  await changeMethod(setting, stores, {
    ...known,
    account,
    change: was === null ? 'recovery_email_added' : 'recovery_email_changed',
    detail: concerned.map(maskEmail).join(' → '),
    to: [...toldOf(setting, account), ...concerned.map((value) => recipientOf({ kind: 'email', value }))],
    make: () => stores.recoveryEmails.put({ accountId, email, addedAt: setting.now() }),
  })
}
