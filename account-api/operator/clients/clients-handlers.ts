import type { ClientRecord, OwnedClient } from '#account-api/applications/clients/client-record'
import { freshClient } from '#account-api/applications/clients/client-rule'
import { replaceSecret } from '#account-api/applications/clients/client-secrets'
import { newSecret } from '#account-api/applications/clients/secret'
import { rotateSigningKeys } from '#account-api/applications/grants/signing-keys'
import type { Transaction } from '#account-api/closing/service'
import { momentOf, momentOrNull, type OperatorHandling, refuseFault } from '#account-api/operator/handling'
import { isRegisteredId } from '#account-api/operator/registered/named'
import { readShownName } from '#account-api/operator/shown-name'
import { leastScope } from '#contract/applications/open-scopes'
import type { ClientShown } from '#contract/operator/clients-calls'
import { done, refuse } from '#contract/server'
import { answering, disableClient, noClient, removeClient } from './client-acts'
import { addressFault, readClientChange, schemeFault } from './client-change'

const shownOf = (client: ClientRecord): Omit<ClientShown, 'owner' | 'signals'> => ({
  client_key: client.id,
  name: client.name,
  redirect_uris: [...client.redirectUris],
  post_logout_uris: [...client.postLogoutUris],
  app_schemes: [...client.appSchemes],
  logout_url: client.logoutUrl,
  scopes: [...client.scopes],
  is_verified: client.isVerified,
  is_first_party: client.isFirstParty,
  requires_pkce: client.requiresPkce,
  requires_par: client.protocol.requiresPar,
  requires_jar: client.protocol.requiresJar,
  requires_dpop: client.protocol.requiresDpop,
  profile: client.protocol.profile,
  keys: keysOnWire(client.protocol),
  uses_keys: client.protocol.usesKeys,
  machine_scopes: scopesOnWire(client.protocol.machineScopes),
  person_scopes: scopesOnWire(client.protocol.personScopes),
  exchange_scopes: scopesOnWire(client.protocol.exchangeScopes),
  machine_used_at: momentOrNull(client.machineUsedAt),
  has_device_grant: client.hasDeviceGrant,
  id_token_alg: client.idTokenAlg,
  claims: client.claimRules,
  is_public: client.secretHash === null,
  previous_secret_until: momentOrNull(client.previousSecret?.until ?? null),
  disabled_at: momentOrNull(client.disabledAt),
  is_disabled_by_owner: client.isDisabledByOwner,
})

const keysOnWire = ({ keys }: ClientRecord['protocol']) => (keys && 'uri' in keys ? keys.uri : keys)

const scopesOnWire = (scopes: ClientRecord['protocol']['machineScopes']) =>
  Object.fromEntries(Object.entries(scopes).map(([api, scopes]) => [api, [...scopes]]))

const ownerOf = ({ owner }: OwnedClient): ClientShown['owner'] =>
  owner && { name: owner.name, is_frozen: owner.isSuspended }

export const clientsHandlers = {
  listClients: async ({ sec_subject_uid: publicId }, { service: { storage } }) => {
    const organisation = publicId === undefined ? undefined : await storage.organisations.find(publicId)
    if (publicId !== undefined && !organisation)
      return refuse('no_such_organisation', `There is no organisation ${publicId}.`)
    const clients = organisation
      ? await storage.openClients.ofOrganisation(organisation.id)
      : await storage.openClients.ofOperator()
    return done({ clients: clients.map(shownOf) })
  },

  showClient: async ({ client_key: key }, { service: { storage } }) => {
    const client = await storage.openClients.find(key)
    if (!client) return noClient(key)
    const webhook = await storage.webhooks.ofClient(client.id)
    const signals = webhook ? { webhook_id: webhook.id, host: new URL(webhook.url).host } : null
    return done({ ...shownOf(client), owner: ownerOf(client), signals })
  },

  // Its first scopes are `openid` and `profile`.
  addClient: async ({ client_key: key, redirect_uris, name, ...asked }, { service: { deployment, storage } }) => {
    const { app_schemes: appSchemes, is_public: isPublic } = asked
    if (!isRegisteredId(key))
      return refuse('invalid_input', 'A key has 1 to 40 lower-case letters, digits and hyphens.')
    const shown = readShownName(name)
    if ('fault' in shown) return refuseFault(shown)
    const allowed = { mayBeNative: isPublic, appSchemes }
    const fault = schemeFault(appSchemes) ?? addressFault(redirect_uris, { isNeeded: isPublic, ...allowed })
    if (fault !== undefined) return refuse('invalid_input', fault)
    const { secret, hash } = newSecret()
    const client: ClientRecord = {
      ...freshClient,
      id: key,
      ...shown,
      organisationId: null,
      redirectUris: redirect_uris,
      appSchemes,
      postLogoutUris: [],
      logoutUrl: null,
      scopes: [leastScope, 'profile'],
      isVerified: true,
      secretHash: isPublic ? null : hash,
      createdAt: deployment.now(),
    }
    if (!(await storage.openClients.insert(client)))
      return refuse('taken', `Another client has the key ${key}, or a removed one had it.`)
    return done({ secret: isPublic ? null : secret })
  },

  changeClient: async ({ client_key: key, reason: _, ...fields }, { service: { storage } }) => {
    const client = await storage.openClients.find(key)
    if (!client) return noClient(key)
    const read = readClientChange(fields, client)
    if (!read.ok) return read
    return (await storage.openClients.change(key, read.change)) ? done({}) : noClient(key)
  },

  nameClient: async ({ client_key: key, name }, { service }) => {
    const shown = readShownName(name)
    if ('fault' in shown) return refuseFault(shown)
    const act = ({ openClients }: Transaction) => openClients.change(key, shown)
    const named = await answering(service, { key, kind: 'client_updated', act })
    return named.ok ? done(shown) : named
  },

  // A new name, picture or redirect URI set by the organisation ends it.
  verifyClient: ({ client_key: key, is_verified: isVerified }, { service }) => {
    const kind = isVerified ? 'client_verified' : 'client_unverified'
    return answering(service, { key, kind, act: ({ openClients }) => openClients.change(key, { isVerified }) })
  },

  disableClientByOperator: ({ client_key: key }, { service }) => disableClient(service, { key, isDisabled: true }),

  enableClientByOperator: ({ client_key: key }, { service }) => disableClient(service, { key, isDisabled: false }),

  removeClientByOperator: ({ client_key: key }, { service }) => removeClient(service, key),

  rotateSecretOfClient: async ({ client_key: key }, { service: { storage } }) => {
    const client = await storage.openClients.find(key)
    if (!client) return noClient(key)
    if (client.secretHash === null) return refuse('not_possible', `${key} has no secret, and cannot keep one.`)
    const replaced = await replaceSecret(storage, client)
    if (!replaced.ok) return refuse('already', `Another call has replaced the secret of ${key} at this moment.`)
    const { secret, change } = replaced
    return done({ secret, previous_until: momentOf(change.previousSecret.until) })
  },

  rotateSigningKeys: async (_, { service }) => done({ signs_from: momentOf(await rotateSigningKeys(service)) }),
} satisfies OperatorHandling
