import { isDescribedKey } from '#account-api/applications/clients/client-rule'
import type { Operator } from '#account-api/operator/handling'
import type { Service } from '#account-api/operator/service'
import type { OperatorCallName, OperatorCalls } from '#contract/operator/operator-calls'
import type { OperatorRefusal } from '#contract/server'
import { refuse } from '#contract/server'

/** The calls about a client. */
type OfClients = {
  [Name in OperatorCallName]: 'client_key' extends keyof OperatorCalls[Name]['input']['shape'] ? Name : never
}[OperatorCallName]

interface Decision {
  /** True when it decides what a client gets, or who it is. For a first-party client, that needs the scope `all`. */
  decides: boolean
  /** True when it is possible for a client with a metadata document, which would undo a change within the hour. */
  ofDescribed: boolean
}

const decides: Decision = { decides: true, ofDescribed: false }
const changes: Decision = { decides: false, ofDescribed: false }
const shows: Decision = { decides: false, ofDescribed: true }
const ends: Decision = { decides: false, ofDescribed: true }

const decisions: Record<OfClients, Decision> = {
  showClient: shows,
  explainClient: shows,
  explainClientClaims: shows,
  addClient: changes,
  changeClient: decides,
  nameClient: changes,
  verifyClient: changes,
  replaceClientPicture: changes,
  removeClientPicture: changes,
  rotateSecretOfClient: decides,
  setClientKeys: decides,
  setClientClaims: decides,
  setClientSignals: decides,
  allowApi: decides,
  changeApi: changes,
  disableClientByOperator: ends,
  enableClientByOperator: { decides: true, ofDescribed: true },
  removeClientByOperator: ends,
}

const decisionOf = (call: string): Decision | undefined =>
  Object.hasOwn(decisions, call) ? decisions[call as OfClients] : undefined

interface Made {
  /** The name of any call of the operator. */
  call: string
  by: Operator
  input: Readonly<Record<string, unknown>>
}

/**
 * Refuses a decision about a client that the operator may not make. People are not asked for consent to a first-party
 * client, so the owner of its secret learns the whole addresses of everybody who follows a link.
 */
export const refuseDecision = async (
  { storage }: Service,
  { call, by, input }: Made,
): Promise<OperatorRefusal<'invalid_input' | 'scope_lacking'> | undefined> => {
  const decision = decisionOf(call)
  if (!decision) return undefined
  const key = String(input.client_key)
  if (!decision.ofDescribed && isDescribedKey(key))
    return refuse('invalid_input', `${key} has a metadata document. You can disable or remove it, but not change it.`)
  if (!decision.decides || by.scopes.includes('all')) return undefined
  const becomesOne = input.is_first_party === true
  if (!becomesOne && !(await storage.openClients.find(key))?.isFirstParty) return undefined
  return refuse('scope_lacking', 'You lack a scope: all. People are not asked about a first-party client.')
}
