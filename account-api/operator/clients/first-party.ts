import type { Operator } from '#account-api/operator/handling'
import type { Service } from '#account-api/operator/service'
import type { OperatorRefusal } from '#contract/server'
import { refuse } from '#contract/server'

/** The calls that decide what a client gets, or who it is. */
const deciding: readonly string[] = [
  'changeClient',
  'enableClientByOperator',
  'rotateSecretOfClient',
  'setClientClaims',
  'setClientKeys',
  'setClientSignals',
  'allowApi',
]

interface Made {
  /** The name of any call of the operator. */
  call: string
  by: Operator
  input: Readonly<Record<string, unknown>>
}

/**
 * Refuses a decision about a first-party client, or to make a client first-party, unless the caller has the scope
 * `all`. People are not asked for consent to such a client, so the owner of its secret learns the whole addresses of
 * everybody who follows a link.
 */
export const refuseFirstParty = async (
  { storage }: Service,
  { call, by, input }: Made,
): Promise<OperatorRefusal<'scope_lacking'> | undefined> => {
  if (by.scopes.includes('all') || !deciding.includes(call)) return undefined
  const becomesOne = input.is_first_party === true
  if (!becomesOne && !(await storage.openClients.find(String(input.client_key)))?.isFirstParty) return undefined
  return refuse('scope_lacking', 'You lack a scope: all. People are not asked about a first-party client.')
}
