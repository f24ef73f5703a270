import { isDescribedKey } from '#account-api/applications/clients/client-rule'
import type { OperatorRefusal } from '#contract/server'
import { refuse } from '#contract/server'

/** What an operator can do to a client that describes itself. */
const possible: readonly string[] = ['disableClientByOperator', 'enableClientByOperator', 'removeClientByOperator']

/** Refuses to change a client that describes itself: its document would say something else within the hour. */
export const refuseDescribed = (
  { name, method }: { name: string; method: string },
  { client_key: key }: Readonly<Record<string, unknown>>,
): OperatorRefusal<'invalid_input'> | undefined =>
  method === 'GET' || possible.includes(name) || !isDescribedKey(String(key))
    ? undefined
    : refuse('invalid_input', `${key} describes itself. It can be disabled and removed, and not changed.`)
