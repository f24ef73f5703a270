import { changeMethod } from '#account-api/accounts/method-changes/change'
import { allProven, type FactorLacking, judgeConfirmed, judgeWeakening } from '#account-api/accounts/methods/ledger'
import { endAccess } from '#account-api/accounts/sessions/end-access'
import type { Person } from '#account-api/accounts/sessions/person'
import type { From } from '#account-api/kernel/from'
import { type Changer, lockChanger, type NotChanged } from '#account-api/verification/methods/changer'
import { inTransaction, type Rule } from '#account-api/verification/service'
import type { NotSet } from './enrolment'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes'

interface Managing extends Changer {
  from: From
}

type Refused = FactorLacking | NotChanged | NotSet

/**
 * Locks a person who may change how their authenticator is used, and uses up their proof.
 * @param asked `confirms`: the change locks out people without the authenticator, so other factors have to confirm it.
 * Any other change weakens it
 */
const lockStrong: Rule<Changer & { confirms: boolean }, { ok: true; present: Person } | Refused> = async (
  stores,
  { confirms, ...asked },
) => {
  const changer = await lockChanger(stores, asked)
  if (!changer.ok) return changer
  const { present } = changer
  if (present.account.authenticatorSince === null) return { ok: false, code: 'nothing_bound' }
  const { areEnough, lacking } = (confirms ? judgeConfirmed : judgeWeakening)(
    stores.deployment,
    changer,
    'authenticator',
  )
  if (!areEnough) return { ok: false, code: 'factor_lacking', lacking }
  return (await changer.use()) ? { ok: true, present } : { ok: false, code: 'ticket_refused' }
}

/** Makes ten new recovery codes, which replace the person's earlier ones, and notifies every address. */
export const makeRecoveryCodes = inTransaction<Managing, { ok: true; recoveryCodes: string[] } | Refused>(
  async (stores, { from, ...asked }) => {
    const judged = await lockStrong(stores, { ...asked, confirms: false })
    if (!judged.ok) return judged
    const { account } = judged.present
    const recoveryCodes = newRecoveryCodes()
    const hashes = recoveryCodes.map((each) => hashRecoveryCode(account.id, each))
    const make = () => stores.authenticators.putRecoveryCodes(account.id, { hashes, at: stores.deployment.now() })
    const provenBy = allProven(stores.deployment, judged.present, undefined)
    await changeMethod(stores, { account, change: 'recovery_codes_made', provenBy, from, make })
    return { ok: true, recoveryCodes }
  },
)

/**
 * Makes sign-ins require the authenticator, or stops that. When it begins, every session that has not proven the
 * authenticator ends, and no device remembers the account. The confirming factors also confirm the authenticator.
 */
export const askAtSignIn = inTransaction<Managing & { asks: boolean }, { ok: true } | Refused>(
  async (stores, { asks, from, ...asked }) => {
    const judged = await lockStrong(stores, { ...asked, confirms: asks })
    if (!judged.ok) return judged
    const { account, session: kept } = judged.present
    if (account.asksAuthenticator === asks) return { ok: true }
    const { id: accountId, authenticatorCountsFrom } = account
    const at = stores.deployment.now()
    const make = async () => {
      await stores.authenticators.setAsking(accountId, asks)
      if (asks && (authenticatorCountsFrom ?? at) > at) await stores.authenticators.confirm(accountId, at)
      if (asks) await endAccess(stores, { accountId, from, kept, tokens: from.tokens ?? [] })
    }
    const change = asks ? 'authenticator_asked' : 'authenticator_not_asked'
    const provenBy = allProven(stores.deployment, judged.present, undefined)
    await changeMethod(stores, { account, change, provenBy, from, make })
    return { ok: true }
  },
)
