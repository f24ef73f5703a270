import { inTransaction, type Stores } from '#account-api/applications/service'
import type { NotActing } from '#account-api/organisations/organisation/acting'
import { tellManager } from '#account-api/organisations/organisation/manager-news'
import type { ClientRecord } from './client-record'
import { clientRule, livingPreviousSecret, secretIdOf } from './client-rule'
import { type Changed, lockOwnClient, type NoClient, type OwnClient, recordClientAct } from './organisation-clients'
import { newSecret } from './secret'

type Replaced =
  | {
      ok: true
      secret: string
      change: Pick<ClientRecord, 'secretHash' | 'secretExpiresAt'> & { previousSecret: { hash: string; until: number } }
    }
  | { ok: false; code: 'client_secret_changed' | 'client_has_no_secret' }

/**
 * Makes a new secret of a client. The replaced one stays valid for a while; older ones end. If two calls replace the
 * same secret, one succeeds.
 */
export const replaceSecret = async (
  stores: Stores,
  { id, secretHash, secretExpiresAt }: Pick<ClientRecord, 'id' | 'secretHash' | 'secretExpiresAt'>,
): Promise<Replaced> => {
  if (secretHash === null) return { ok: false, code: 'client_has_no_secret' }
  const { secret, hash } = newSecret()
  const at = stores.deployment.now()
  // The previous secret does not stay valid longer than before.
  const until = Math.min(at + clientRule.secretOverlapMs, secretExpiresAt ?? Number.POSITIVE_INFINITY)
  const expiresAt = secretExpiresAt === null ? null : at + clientRule.serviceSecretMs
  const isReplaced = await stores.openClients.replaceSecret(id, { was: secretHash, becomes: hash, until, expiresAt })
  if (!isReplaced) return { ok: false, code: 'client_secret_changed' }
  return {
    ok: true,
    secret,
    change: { secretHash: hash, secretExpiresAt: expiresAt, previousSecret: { hash: secretHash, until } },
  }
}

type Rotated =
  | { ok: true; client: ClientRecord; secret: string }
  | NotActing
  | NoClient
  | Exclude<Replaced, { ok: true }>

/**
 * Replaces the secret of an organisation's client, if it is still the one that the caller has seen. Otherwise a second
 * click would end the secret that the application uses.
 */
export const rotateClientSecret = inTransaction<OwnClient & { secretId: string }, Rotated>(
  async (stores, { secretId, ...of }) => {
    const found = await lockOwnClient(stores, of)
    if (!found.ok) return found
    const { acting, client } = found
    if (client.secretHash !== null && secretIdOf(client) !== secretId)
      return { ok: false, code: 'client_secret_changed' }
    const replaced = await replaceSecret(stores, client)
    if (!replaced.ok) return replaced
    const { secret, change } = replaced
    await recordClientAct(stores, {
      kind: 'client_secret_rotated',
      of: { ...of, acting },
      client,
      after: { ends_at: new Date(change.previousSecret.until).toISOString() },
    })
    await tellManager(stores, { change: 'application_changed', ...acting, from: of.from })
    return { ok: true, client: { ...client, ...change }, secret }
  },
)

/** Ends the previous secret, from the next request on. */
export const endClientSecret = inTransaction<OwnClient, Changed>(async (stores, of) => {
  const found = await lockOwnClient(stores, of)
  if (!found.ok) return found
  const { acting, client } = found
  const living = livingPreviousSecret(client, stores.deployment.now())
  if (!living) return { ok: true, client }
  await stores.openClients.change(client.id, { previousSecret: null })
  await recordClientAct(stores, {
    kind: 'client_secret_ended',
    of: { ...of, acting },
    client,
    before: { ends_at: new Date(living.until).toISOString() },
  })
  return { ok: true, client: { ...client, previousSecret: null } }
})
