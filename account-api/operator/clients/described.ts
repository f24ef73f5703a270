import { isDescribedKey } from '#account-api/applications/clients/client-rule'
import type { OperatorRefusal } from '#contract/server'
import { refuse } from '#contract/server'

/** What an operator can do to a client with a metadata document. */
const possible: readonly string[] = ['disableClientByOperator', 'enableClientByOperator', 'removeClientByOperator']

/** Refuses to change a client with a metadata document, because the document would undo the change within the hour. */
export const refuseDescribed = (
  { name, method }: { name: string; method: string },
  { client_key: key }: Readonly<Record<string, unknown>>,
): OperatorRefusal<'invalid_input'> | undefined =>
  method === 'GET' || possible.includes(name) || !isDescribedKey(String(key))
    ? undefined
    : refuse('invalid_input', `${key} has a metadata document. You can disable or remove it, but not change it.`)
