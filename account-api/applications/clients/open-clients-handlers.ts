import { isNotMade, refusePicture } from '#account-api/accounts/pictures/pictures-handlers'
import { shownScopes } from '#account-api/applications/apis/shown-scopes'
import type { Handling, MemberContext } from '#account-api/applications/call-context'
import type { Service } from '#account-api/applications/service'
import { refuseAs } from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'
import { removeClientIcon, replaceClientIcon } from './client-icon'
import type { ClientRecord } from './client-record'
import { clientRule, livingPreviousSecret, secretIdOf } from './client-rule'
import { endClientSecret, rotateClientSecret } from './client-secrets'
import {
  disableClient,
  offeredScopes,
  registerClient,
  removeClient,
  scopesInside,
  updateClient,
} from './organisation-clients'

export const openClientHandlers = {
  listSubjectClients: async (_input, { service, acting }) => {
    const clients = await service.storage.openClients.ofOrganisation(acting.organisation.id)
    return done({
      clients: await Promise.all(clients.map((client) => clientOf(service, client))),
      most: clientRule.mostOfOrganisation,
      offered_scopes: await offeredBy(service),
      issuer: service.deployment.publicUrl,
    })
  },

  listMemberClients: async (_input, { service, acting }) => {
    const clients = await service.storage.openClients.ofOrganisation(acting.organisation.id)
    const working = clients.filter(({ disabledAt }) => disabledAt === null)
    return done({
      clients: working.map(({ id, name, redirectUris: [first = ''] }) => ({
        client_key: id,
        name,
        host: hostOf(first),
      })),
    })
  },

  subjectClientInfo: async ({ client_key }, { service, acting }) => {
    const client = await service.storage.openClients.find(client_key)
    if (client?.organisationId !== acting.organisation.id) return refuse('no_client_of_subject', {})
    return done({
      client: await clientOf(service, client),
      issuer: service.deployment.publicUrl,
      offered_scopes: await offeredBy(service),
    })
  },

  registerClient: async ({ is_confidential, ...input }, { service, acting, from }) => {
    const facts = {
      name: input.name,
      redirectUris: input.redirect_uris,
      postLogoutUris: input.post_logout_uris,
      logoutUrl: input.logout_url,
      scopes: input.scopes,
      requiresPkce: input.requires_pkce === 1,
      serviceScopes: input.service_scopes,
    }
    const registered = await registerClient(service, { acting, facts, isPublic: is_confidential === 0, from })
    if (!registered.ok) return refuseAs(registered)
    return done({ client: await clientOf(service, registered.client), secret: registered.secret })
  },

  updateClient: async (input, context) => {
    const { name, redirect_uris, post_logout_uris, logout_url, scopes, requires_pkce, service_scopes } = input
    const facts = {
      ...(name !== undefined && { name }),
      ...(redirect_uris && { redirectUris: redirect_uris }),
      ...(post_logout_uris && { postLogoutUris: post_logout_uris }),
      ...(logout_url !== undefined && { logoutUrl: logout_url }),
      ...(scopes && { scopes }),
      ...(requires_pkce !== undefined && { requiresPkce: requires_pkce === 1 }),
      ...(service_scopes && { serviceScopes: service_scopes }),
    }
    const updated = await updateClient(context.service, { ...named(input, context), facts })
    return updated.ok ? shown(context, updated.client) : refuseAs(updated)
  },

  uploadClientIcon: async (input, context) => {
    const kept = await replaceClientIcon(context.service, { ...named(input, context), upload: input.pic })
    if (kept.ok) return shown(context, kept.client)
    return isNotMade(kept) ? refusePicture(kept) : refuseAs(kept)
  },

  removeClientIcon: async (input, context) => {
    const removed = await removeClientIcon(context.service, named(input, context))
    return removed.ok ? shown(context, removed.client) : refuseAs(removed)
  },

  rotateClientSecret: async (input, context) => {
    const { service } = context
    const rotated = await rotateClientSecret(service, { ...named(input, context), secretId: input.secret_id })
    if (!rotated.ok) return refuseAs(rotated)
    return done({ client: await clientOf(service, rotated.client), secret: rotated.secret })
  },

  endClientSecret: async (input, context) => {
    const ended = await endClientSecret(context.service, named(input, context))
    return ended.ok ? shown(context, ended.client) : refuseAs(ended)
  },

  disableClient: async (input, context) => {
    const isDisabled = input.is_disabled === 1
    const disabled = await disableClient(context.service, { ...named(input, context), isDisabled })
    return disabled.ok ? shown(context, disabled.client) : refuseAs(disabled)
  },

  removeClient: async (input, context) => {
    const removed = await removeClient(context.service, named(input, context))
    return removed.ok ? done({ removed: true }) : refuseAs(removed)
  },
} satisfies Handling

const named = ({ client_key: key }: { client_key: string }, { acting, from }: MemberContext) => ({ acting, key, from })

const shown = async ({ service }: MemberContext, client: ClientRecord) =>
  done({ client: await clientOf(service, client) })

const timeOf = (at: number | null | undefined): string | null => (at == null ? null : new Date(at).toISOString())

/** The view of a client for its organisation. */
const clientOf = async ({ deployment, storage }: Service, client: ClientRecord) => ({
  client_key: client.id,
  name: client.name,
  icon: client.icon,
  is_verified: client.isVerified,
  is_confidential: client.secretHash !== null,
  requires_pkce: client.requiresPkce,
  redirect_uris: [...client.redirectUris],
  post_logout_uris: [...client.postLogoutUris],
  logout_url: client.logoutUrl,
  scopes: [...client.scopes],
  created_at: new Date(client.createdAt).toISOString(),
  disabled_since: timeOf(client.disabledAt),
  disabled_by:
    client.disabledAt === null ? null : client.isDisabledByOwner ? ('organisation' as const) : ('operator' as const),
  secret_id: secretIdOf(client),
  previous_secret_until: timeOf(livingPreviousSecret(client, deployment.now())?.until),
  service_scopes: await shownScopes(storage, scopesInside(client.protocol)),
  registered_by: await nameOf(storage, client),
  last_used_at: timeOf(client.machineUsedAt),
  secret_expires_at: timeOf(client.secretExpiresAt),
})

/** The name of the member who registered a client. Null: the member has left, or the operator registered it. */
const nameOf = async ({ members }: Service['storage'], { organisationId, registeredBy }: ClientRecord) => {
  if (organisationId === null || registeredBy === null) return null
  const [member] = await members.find(organisationId, [registeredBy])
  return member?.name ?? null
}

const offeredBy = async ({ storage }: Service) => shownScopes(storage, await offeredScopes(storage))

/** The host of an address that a browser opens. Empty for an address of an app. */
const hostOf = (address: string): string => (/^https?:/.test(address) ? new URL(address).host : '')
