import { account } from './account'
import { addresses } from './addresses'
import type { Check } from './check'
import { deploymentFactor } from './deployment-factor'
import { formToken } from './form-token'
import { fields, input } from './input'
import { names } from './names'
import { clients, operatorAccounts } from './operator-acts'
import { place } from './place'
import { power } from './power'
import { room } from './room'
import { scope } from './scope'
import { session } from './session'
import { signature } from './signature'
import { terms } from './terms'

/** The checks before a call begins, in their order: the cheapest first. */
export const checks: readonly Check[] = [
  ...[signature, room, session, formToken, fields, scope, input],
  ...[account, deploymentFactor, terms, place, names, addresses],
]

/** The checks of a call of an operator whose refusal is recorded with the act. */
export const recordedChecks: readonly Check[] = [operatorAccounts, clients]

/** The checks of an act that has not been carried out. A repeated act with its request key gets the earlier answer. */
export const actChecks: readonly Check[] = [power]
