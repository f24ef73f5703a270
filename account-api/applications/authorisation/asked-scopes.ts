import type { OpenApi } from '#account-api/applications/apis/api-store'
import type { ApiScopes, ClientProtocol } from '#account-api/applications/clients/client-protocol'
import type { Stores } from '#account-api/applications/service'
import { type AskedScope, isOpenScope } from '#contract/applications/open-scopes'

/** The scopes and the APIs of a request, as a client names them. */
interface Names {
  scope?: string | undefined
  /** The identifiers of APIs (RFC 8707). */
  resource?: string | readonly string[] | undefined
}

/** The given scopes that an API has now. */
export const scopesAt = ({ id, scopes }: OpenApi, may: ApiScopes): string[] =>
  (may[id] ?? []).filter((scope) => Object.hasOwn(scopes, scope))

/** The scopes of an API that a client may request from people. */
export const personScopesAt = (api: OpenApi, { personScopes, document }: ClientProtocol): string[] =>
  document === null ? scopesAt(api, personScopes) : scopesAt(api, { [api.id]: api.documentScopes })

/** The scopes of an API that a client gets for itself: from the operator, and from its organisation if allowed. */
export const machineScopesAt = (api: OpenApi, { machineScopes, serviceScopes }: ClientProtocol): string[] => {
  const ofOrganisation = scopesAt(api, serviceScopes).filter((scope) => api.organisationScopes.includes(scope))
  return [...new Set([...scopesAt(api, machineScopes), ...ofOrganisation])]
}

/** The scopes that a request asks a person for, including those of APIs. */
export const scopesAsked = async (
  { apis }: Pick<Stores, 'apis'>,
  { protocol }: { protocol: ClientProtocol },
  { scope = '', resource = [] }: Names,
): Promise<AskedScope[]> => {
  const names = [...new Set(scope.split(' '))]
  const named = await Promise.all([resource].flat().map((identifier) => apis.find(identifier)))
  const ofApis = named.flatMap((api) => {
    const may = api ? personScopesAt(api, protocol) : []
    return names.filter((name) => may.includes(name)).map((name) => `${api?.id}/${name}` as const)
  })
  return [...names.filter(isOpenScope), ...ofApis]
}
