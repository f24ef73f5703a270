import { judgeFactors, judgeSecond } from '#account-api/accounts/methods/ledger'
import type { Person } from '#account-api/accounts/sessions/person'
import type { Service } from '#account-api/closing/service'
import { refuseHiddenFactor, refuseStaleProof } from '#account-api/verification/outcomes'
import { judgeGuard } from '#account-api/verification/proofs/guard-proof'
import { isFresh, provenAddress } from '#account-api/verification/proofs/proof'
import type { Call } from '#contract/call'
import { refuse } from '#contract/server'

/**
 * Judges whether a person has proven what the row of a call requires, before its handler runs. A ticket is read without
 * being used: the rule uses it up in the transaction of the act.
 * @returns the refusal; undefined when the handler may run
 */
export const judgePower = async (service: Service, row: Call, person: Person, input: Record<string, unknown>) => {
  const { proof, act = 'data', ticket: field, when, is, guarded, factor } = row.power
  if (when !== undefined && (is === undefined ? !input[when] : input[when] !== is)) return undefined
  const ask = (only?: Parameters<typeof refuseStaleProof>[3]) => refuseStaleProof(service, person, act, only)
  const { setting, storage } = service

  const ticket = field === undefined ? undefined : input[field]
  const given = { person, ticket: String(ticket), act }
  const address = ticket === undefined ? undefined : await provenAddress(storage, given)
  if (ticket !== undefined && address === undefined) return refuse('ticket_refused', {})

  const unguarded = guarded && (await judgeGuard(storage, person, address))
  if (unguarded) return ask([unguarded.way])
  if (proof === 'second') {
    const { areEnough, lacking } = judgeFactors(setting, person, address)
    if (areEnough) return undefined
    if (lacking.length > 0) return ask(lacking)
  }
  const hidden = factor && judgeSecond(setting, person.account, person.session)
  if (hidden && 'hides' in hidden) return refuseHiddenFactor(service, person, act, hidden.hides)
  const needsProof = proof === 'fresh' || proof === 'second'
  return needsProof && ticket === undefined && !isFresh(setting, person.session) ? ask() : undefined
}
