import { inTransaction } from '../service'
import type { Person } from '../session/person'
import { issueTicket } from '../ticket/ticket'
import { consumeCode, type Judgement } from './code'
import { purposeOf, ticketPurpose } from './purposes'
import type { Target } from './target'

interface TypedCode {
  target: Target
  code: string
}

type Proven = { ok: true; ticket: string } | Exclude<Judgement, { ok: true }>

/** Uses a code up and answers the ticket of its purpose, bound to the address that the code proves. */
export const proveAddress = inTransaction<TypedCode, Proven>(async (setting, stores, { target, code }) => {
  const judgement = await consumeCode(setting, stores, target, code)
  if (!judgement.ok) return judgement
  const purpose = ticketPurposeOf(target)
  return { ok: true, ticket: await issueTicket(setting, stores, { purpose, value: target.to }) }
})

/** The same for an address of the signed-in person; the ticket is bound to them and to their session. */
export const proveOwnAddress = inTransaction<TypedCode & { person: Person }, Proven>(
  async (setting, stores, { target, code, person }) => {
    const judgement = await consumeCode(setting, stores, target, code)
    if (!judgement.ok) return judgement
    const { account, session } = person
    const purpose = ticketPurposeOf(target)
    const proven = { purpose, value: target.to, accountId: account.id, sessionId: session.id }
    return { ok: true, ticket: await issueTicket(setting, stores, proven) }
  },
)

const ticketPurposeOf = ({ channel, type }: Target): string => ticketPurpose(channel, purposeOf(channel, type).slot)
