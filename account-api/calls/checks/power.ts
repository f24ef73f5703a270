import { judgeFactors, judgeSecond } from '#account-api/accounts/methods/ledger'
import type { Person } from '#account-api/accounts/sessions/person'
import type { Service } from '#account-api/closing/service'
import { refuseHiddenFactor, refuseStaleProof } from '#account-api/verification/outcomes'
import { judgeGuard } from '#account-api/verification/proofs/guard-proof'
import { isFresh, provenAddress } from '#account-api/verification/proofs/proof'
import type { UserCall } from '#contract/call'
import { refuse } from '#contract/server'
import { type Check, personOf } from './check'

/**
 * Checks that the person has proven what the row of the call needs. A ticket is read and not used up: the rule uses it
 * up in the transaction of the act.
 */
export const power: Check = async (call) => {
  const { row, service, input } = call
  const person = personOf(call)
  return (person && row.auth !== 'operator' && (await judgePower(service, row, person, input))) || {}
}

const judgePower = async (service: Service, row: UserCall, person: Person, input: Record<string, unknown>) => {
  const { proof, act = 'data', ticket: field, when, is, guarded, factor } = row.power
  if (when !== undefined && (is === undefined ? !input[when] : input[when] !== is)) return undefined
  const ask = (only?: Parameters<typeof refuseStaleProof>[3]) => refuseStaleProof(service, person, act, only)
  const { deployment, storage } = service

  const ticket = field === undefined ? undefined : input[field]
  const given = { person, ticket: String(ticket), act }
  const address = ticket === undefined ? undefined : await provenAddress(storage, given)
  if (ticket !== undefined && address === undefined) return refuse('ticket_refused', {})

  const unguarded = guarded && (await judgeGuard(storage, person, address))
  if (unguarded) return ask([unguarded.way])
  if (proof === 'second') {
    const { areEnough, lacking } = judgeFactors(deployment, person, address)
    if (areEnough) return undefined
    if (lacking.length > 0) return ask(lacking)
  }
  const hidden = factor && judgeSecond(deployment, person.account, person.session)
  if (hidden && 'hides' in hidden) return refuseHiddenFactor(service, person, act, hidden.hides)
  const needsProof = proof === 'fresh' || proof === 'second'
  return needsProof && ticket === undefined && !isFresh(deployment, person.session) ? ask() : undefined
}
