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

/** What has to hold before a call is begun, in the order in which it is judged: the cheapest first. */
export const checks: readonly Check[] = [
  ...[signature, room, session, formToken, fields, scope, input],
  ...[account, deploymentFactor, terms, place, names, addresses],
]

/** What is judged of a call of an operator when its act is recorded, which is then refused. */
export const recordedChecks: readonly Check[] = [operatorAccounts, clients]

/** What is judged of an act that has not been carried out: made again with its request key, it is answered as before. */
export const actChecks: readonly Check[] = [power]
