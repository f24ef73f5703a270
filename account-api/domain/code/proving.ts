import type { Act } from '../../../contract/acts'
import { issueProof } from '../proof/proof'
import { inTransaction } from '../service'
import { lockPerson, type Person } from '../session/person'
import { issueTicket } from '../ticket/ticket'
import { consumeCode, type Judgement } from './code'
import { purposeOf, ticketPurpose } from './purposes'
import { kindOf, type Target } from './target'

interface TypedCode {
  target: Target
  code: string
}

type Proven = { ok: true; ticket: string } | Exclude<Judgement, { ok: true }>

/** Uses a code up and answers the ticket of its purpose, which is bound to the address that the code proves. */
export const proveAddress = inTransaction<TypedCode, Proven>(async (setting, stores, { target, code }) => {
  const judgement = await consumeCode(setting, stores, target, code)
  if (!judgement.ok) return judgement
  const purpose = ticketPurposeOf(target)
  return { ok: true, ticket: await issueTicket(setting, stores, { purpose, value: target.to }) }
})

/** The same for an address of the signed-in person. The ticket is their proof for one act. */
export const proveOwnAddress = inTransaction<TypedCode & { person: Person; act: Act }, Proven>(
  async (setting, stores, { target, code, person, act }) => {
    // The account first, as in a second verification, so that the two never wait for each other.
    const present = await lockPerson(stores, person)
    if (present?.account[kindOf[target.channel]] !== target.to) return { ok: false, code: 'code_expired' }
    const judgement = await consumeCode(setting, stores, target, code)
    if (!judgement.ok) return judgement
    return { ok: true, ticket: await issueProof(setting, stores, { person: present, act, address: target.to }) }
  },
)

const ticketPurposeOf = ({ channel, type }: Target): string => ticketPurpose(channel, purposeOf(channel, type).slot)
