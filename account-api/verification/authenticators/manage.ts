import { record } from '../../accounts/activity/activity'
import { noteChange } from '../../accounts/changes/history'
import { allProven, type FactorLacking, judgeConfirmed } from '../../accounts/methods/ledger'
import { tellAddresses } from '../../accounts/notices/notice'
import { endAccess } from '../../accounts/sessions/end-access'
import { lockPerson, type Person } from '../../accounts/sessions/person'
import type { From } from '../../kernel/from'
import { judgeGuard } from '../proofs/guard-proof'
import { proofOf } from '../proofs/proof'
import { inTransaction, type Rule } from '../service'
import type { NotChanged, NotSet } from './enrolment'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes'
import { judgeStrength } from './strength'

interface Managing {
  person: Person
  verifyTicket: string | undefined
  from: From
}

type Refused = FactorLacking | NotChanged | NotSet

/**
 * Locks a person who may change how their authenticator is used, and uses up their proof.
 * @param asked `confirms`: the change locks out who lacks the authenticator, so other factors have to confirm it. Any other
 *   change weakens it.
 */
const lockStrong: Rule<Managing & { confirms: boolean }, { ok: true; present: Person } | Refused> = async (
  setting,
  stores,
  { person, verifyTicket, confirms },
) => {
  const present = await lockPerson(stores, person)
  if (!present) return { ok: false, code: 'not_signed_in' }
  const proof = await proofOf(setting, stores, { person: present, ticket: verifyTicket, act: 'binding' })
  if (!proof.ok) return proof
  if (present.account.authenticatorSince === null) return { ok: false, code: 'nothing_bound' }
  const unguarded = await judgeGuard(setting, stores, present, proof.address)
  if (unguarded) return unguarded
  const confirmed = judgeConfirmed(setting, present, { provenAddress: proof.address, about: 'authenticator' })
  const { isStrong, lacking } = confirms
    ? { isStrong: confirmed.isConfirmed, lacking: confirmed.lacking }
    : judgeStrength(setting, present, proof.address)
  if (!isStrong) return { ok: false, code: 'factor_lacking', lacking }
  return (await proof.use()) ? { ok: true, present } : { ok: false, code: 'ticket_refused' }
}

/** Makes ten new recovery codes in place of those that a person has, and tells every address. */
export const makeRecoveryCodes = inTransaction<Managing, { ok: true; recoveryCodes: string[] } | Refused>(
  async (setting, stores, asked) => {
    const judged = await lockStrong(setting, stores, { ...asked, confirms: false })
    if (!judged.ok) return judged
    const { account } = judged.present
    const [accountId, change] = [account.id, 'recovery_codes_made' as const]
    await noteChange(setting, stores, { accountId, change, provenBy: allProven(setting, judged.present, undefined) })
    const recoveryCodes = newRecoveryCodes()
    const hashes = recoveryCodes.map((each) => hashRecoveryCode(accountId, each))
    await stores.authenticators.putRecoveryCodes(accountId, { hashes, at: setting.now() })
    await record(setting, stores, { accountId, kind: change, from: asked.from })
    await tellAddresses(setting, stores, { account, change })
    return { ok: true, recoveryCodes }
  },
)

/**
 * Has sign-ins ask for the authenticator, or not any more. From the first time on, nobody is in the account whom it has
 * not asked: every other session ends, and no device remembers the account. What confirms that confirms the authenticator.
 */
export const askAtSignIn = inTransaction<Managing & { asks: boolean }, { ok: true } | Refused>(
  async (setting, stores, { asks, ...asked }) => {
    const judged = await lockStrong(setting, stores, { ...asked, confirms: asks })
    if (!judged.ok) return judged
    const { account } = judged.present
    if (account.asksAuthenticator === asks) return { ok: true }
    const [accountId, change] = [
      account.id,
      asks ? ('authenticator_asked' as const) : ('authenticator_not_asked' as const),
    ]
    await noteChange(setting, stores, { accountId, change, provenBy: allProven(setting, judged.present, undefined) })
    await stores.authenticators.setAsking(accountId, asks)
    const { authenticatorCountsFrom } = account
    const at = setting.now()
    if (asks && (authenticatorCountsFrom ?? at) > at) await stores.authenticators.confirm(accountId, at)
    const { session } = judged.present
    const { from } = asked
    if (asks) await endAccess(setting, stores, { accountId, from, kept: session, tokens: from.tokens ?? [] })
    await record(setting, stores, { accountId, kind: change, from: asked.from })
    await tellAddresses(setting, stores, { account, change })
    return { ok: true }
  },
)
