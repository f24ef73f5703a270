import { askedUrlFaults } from '#account-api/applications/clients/client-addresses'
import { judgeKeySet } from '#account-api/applications/clients/client-keys'
import type { ClientProtocol } from '#account-api/applications/clients/client-protocol'
import type { OwnedClient } from '#account-api/applications/clients/client-record'
import type { OperatorHandling } from '#account-api/operator/handling'
import { done, refuse } from '#contract/server'
import { noClient } from './client-acts'
import { addressFault } from './client-change'

type Keys = ClientProtocol['keys']

/** The given keys, or their first fault. The operator's own client may have them on this machine. */
const readKeys = (
  { keys, keys_uri: uri }: { keys?: unknown; keys_uri?: string | undefined },
  { organisationId, protocol }: OwnedClient,
): { ok: true; keys: Keys } | { ok: false; fault: string } => {
  if (uri !== undefined) {
    const fault =
      addressFault([uri]) ??
      (organisationId !== null && askedUrlFaults(uri).length > 0
        ? 'The address has to be https, and public.'
        : undefined)
    return fault === undefined ? { ok: true, keys: { uri } } : { ok: false, fault }
  }
  if (keys === undefined || keys === null) return { ok: true, keys: keys === null ? null : protocol.keys }
  return judgeKeySet(keys)
}

export const clientKeysHandlers = {
  setClientKeys: async ({ client_key: key, uses_keys: usesKeys, ...asked }, { service: { storage } }) => {
    const client = await storage.openClients.find(key)
    if (!client) return noClient(key)
    const read = readKeys(asked, client)
    if (!read.ok) return refuse('invalid_input', read.fault)
    const protocol = { ...client.protocol, keys: read.keys, ...(usesKeys !== undefined && { usesKeys }) }
    if (protocol.keys === null && (protocol.usesKeys || protocol.requiresJar))
      return refuse('not_possible', `${key} authenticates or signs its requests by its keys.`)
    if (protocol.profile !== null && !protocol.usesKeys)
      return refuse('not_possible', `${key} has a profile that allows no secret.`)
    if (protocol.usesKeys && client.secretHash === null)
      return refuse('not_possible', `${key} runs on people's devices, where everybody could read its private key.`)
    return (await storage.openClients.change(key, { protocol })) ? done({}) : noClient(key)
  },
} satisfies OperatorHandling
