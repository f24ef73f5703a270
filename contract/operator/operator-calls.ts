import type { OperatorCall } from '#contract/call'
import { mayMake, type OperatorScope } from '#contract/operator/operator-power'
import * as keys from './access/keys-calls'
import * as operators from './access/operators-calls'
import * as apis from './apis-calls'
import * as applications from './applications-calls'
import * as clientParts from './client-parts-calls'
import * as clients from './clients-calls'
import * as announcements from './messages/announcements-calls'
import * as messages from './messages/messages-calls'
import * as deliveries from './messages/webhook-deliveries-calls'
import * as webhooks from './messages/webhooks-calls'
import * as organisations from './organisations-calls'
import * as help from './people/help-calls'
import * as names from './people/names-calls'
import * as users from './people/users-calls'
import * as services from './services-calls'
import * as sites from './sites-calls'

const { keyDays: _, ...keyCalls } = keys

/** Every call of the operator, by name. */
export const operatorCalls = {
  ...keyCalls,
  ...operators,
  ...names,
  ...users,
  ...help,
  ...messages,
  ...announcements,
  ...webhooks,
  ...deliveries,
  ...organisations,
  ...services,
  ...sites,
  ...applications,
  ...apis,
  ...clients,
  ...clientParts,
}

export type OperatorCalls = typeof operatorCalls
export type OperatorCallName = keyof OperatorCalls

/** Every row is listed under its own name. */
type Named = { [Name in OperatorCallName]: OperatorCall & { name: Name } }

/** The same rows without their exact types. */
export const allOperatorCalls: readonly OperatorCall[] = Object.values<OperatorCall>(operatorCalls satisfies Named)

/** True when an operator with these scopes may make the call of this name. */
export const mayMakeNamed = (scopes: readonly OperatorScope[], name: OperatorCallName): boolean =>
  mayMake(scopes, operatorCalls[name])
