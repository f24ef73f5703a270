import { changeOwn, type Lost, putMethod } from '#account-api/accounts/method-changes/change'
import { heldBy } from '#account-api/accounts/methods/kinds'
import type { Factor } from '#account-api/accounts/sessions/factor'
import type { Person } from '#account-api/accounts/sessions/person'
import { inTransaction } from '#account-api/addresses/service'
import type { From } from '#account-api/kernel/from'
import type { Target } from '#account-api/verification/codes/code'
import { consumeCode, type Judgement, lookAtCode, type TypedCode } from '#account-api/verification/codes/code'
import { boundingGuesses } from '#account-api/verification/codes/guesses'
import { recoveryPurpose } from '#account-api/verification/codes/purposes'
import { type Changer, lockChanger, type NotLost } from '#account-api/verification/methods/changer'

/** How many accounts may share a recovery address. Two concurrent calls may exceed it by one. */
export const recoveryEmailRule = { mostAccounts: 10 }

export const recoveryTarget = (email: string): Target => ({ channel: 'email', to: email, type: recoveryPurpose })

/** True for an address that adds nothing: the email of the account, or the recovery address that it has. */
export const isSameRecovery = ({ account }: Person, email: string): boolean =>
  email === account.email || email === account.recoveryEmail

type AskedAddition = Changer & Omit<TypedCode, 'target'> & { email: string; waits: boolean; from: From }

type Set =
  | (Extract<Lost, { ok: true }> & { addedAt: number })
  | NotLost
  | Exclude<Judgement, { ok: true }>
  | { ok: false; code: 'same_address' | 'recovery_email_full' }

const typedIn = ({ email, code, named }: Pick<AskedAddition, 'email' | 'code' | 'named'>): TypedCode => ({
  target: recoveryTarget(email),
  code,
  ...(named && { named }),
})

/**
 * Sets the recovery address of a person's account, which a code has proven. It neither checks nor reveals whether other
 * accounts have it as an email or a recovery address. Every address of the account is notified, including a replaced
 * recovery address, as if it were removed.
 */
export const setRecoveryEmail = boundingGuesses(
  inTransaction<AskedAddition, Set>(async (stores, { person, verifyTicket, waits, from, ...asked }) => {
    const changer = await lockChanger(stores, { person, verifyTicket })
    if (!changer.ok) return changer
    const typed = typedIn(asked)
    const looked = await lookAtCode(stores, typed)
    if (!looked.ok) return looked
    const { email } = asked
    const { present } = changer
    const { account } = present
    if (isSameRecovery(present, email)) return { ok: false, code: 'same_address' }
    const { mostAccounts } = recoveryEmailRule
    if ((await stores.recoveryEmails.countOf(email, mostAccounts)) >= mostAccounts)
      return { ok: false, code: 'recovery_email_full' }
    const held = (await heldBy(stores, account)).find(({ kind }) => kind === 'recovery_email')
    const use = async () => {
      const isUsed = await changer.use()
      if (isUsed) await consumeCode(stores, typed)
      return isUsed
    }
    const known = { account, method: 'recovery_email', value: email, was: account.recoveryEmail, from }
    const make = (provenBy: Factor[]) => putMethod(stores, { ...known, provenBy })
    const addedAt = stores.deployment.now()
    const set = await changeOwn(stores, { ...changer, held, successor: email, waits, from, use, make })
    return set.ok ? { ...set, addedAt } : set
  }),
  (asked) => ({ typed: [typedIn(asked)], clientAddress: asked.from.clientAddress }),
)
