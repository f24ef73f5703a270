import { record } from '../../accounts/activity/activity'
import { noteChange } from '../../accounts/changes/history'
import { allProven } from '../../accounts/methods/ledger'
import { tellAddresses } from '../../accounts/notices/notice'
import { endSignInsBy } from '../../accounts/sessions/end-sign-ins'
import { lockPerson, type Person } from '../../accounts/sessions/person'
import type { From } from '../../kernel/from'
import type { NotChanged } from '../authenticators/enrolment'
import { judgeGuard } from '../proofs/guard-proof'
import { proofOf } from '../proofs/proof'
import { inTransaction } from '../service'

interface Asked {
  person: Person
  id: string
  verifyTicket: string | undefined
  from: From
}

/**
 * Removes a passkey of a person, ends the other sessions that passkeys have let in, and tells every address. What is left
 * of the sessions has to prove a passkey again, where one is asked for. It asks for
 * one fresh proof: a passkey is never the only way in, and no change asks for more because there is one.
 */
export const removePasskey = inTransaction<Asked, { ok: true } | NotChanged | { ok: false; code: 'no_such_passkey' }>(
  async (setting, stores, { person, id, verifyTicket, from }) => {
    const present = await lockPerson(stores, person)
    if (!present) return { ok: false, code: 'not_signed_in' }
    const { account, session } = present
    const accountId = account.id
    const proof = await proofOf(setting, stores, { person: present, ticket: verifyTicket, act: 'binding' })
    if (!proof.ok) return proof
    if (!(await stores.passkeys.of(accountId)).some((each) => each.id === id))
      return { ok: false, code: 'no_such_passkey' }
    const unguarded = await judgeGuard(setting, stores, present, proof.address)
    if (unguarded) return unguarded
    if (!(await proof.use())) return { ok: false, code: 'ticket_refused' }
    const change = 'passkey_removed'
    await noteChange(setting, stores, { accountId, change, provenBy: allProven(setting, present, proof.address) })
    await stores.passkeys.remove({ accountId, id })
    await stores.sessions.forgetPasskeys(accountId)
    await endSignInsBy(setting, stores, { accountId, entrance: 'passkey', from, keptSessionId: session.id })
    await record(setting, stores, { accountId, kind: change, from })
    await tellAddresses(setting, stores, { account, change })
    return { ok: true }
  },
)
