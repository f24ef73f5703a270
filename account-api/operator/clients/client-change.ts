import { mostClientUrls } from '../../../contract/applications/open-clients'
import { isOpenScope, openScopeNames } from '../../../contract/applications/open-scopes'
import { signingAlgorithms } from '../../../contract/applications/registered/signing-algorithms'
import { clientScheme } from '../../../contract/terms/app-link'
import { type UrlFault, urlFaults } from '../../applications/clients/client-addresses'
import type { ClientChange, ClientRecord } from '../../applications/clients/client-record'
import { scopesOf } from '../../applications/clients/client-rule'
import { refuse } from '../handling'
import { refusalText } from '../websites/refusal-text'

/** The new values of fields, as they were given. */
export interface ClientFields {
  redirect_uris?: string[] | undefined
  post_logout_uris?: string[] | undefined
  app_schemes?: string[] | undefined
  logout_url?: string | null | undefined
  scopes?: string[] | undefined
  is_first_party?: boolean | undefined
  requires_pkce?: boolean | undefined
  requires_par?: boolean | undefined
  has_device_grant?: boolean | undefined
  id_token_alg?: string | undefined
}

const faultText = ({ reason, instead = '' }: UrlFault): string => {
  switch (reason) {
    case 'too_many':
      return `A client has at most ${mostClientUrls} addresses.`
    case 'missing':
      return 'A client needs an address that people come back to.'
    case 'twice':
      return 'An address is there twice.'
    case 'scheme':
      return 'An address of an app is like com.example.app:/back, with a dot in its scheme, and of a client without a secret. Any other scheme has to be allowed first, by `client schemes`.'
    case 'spelling':
      return refusalText({ because: reason, instead })
    default:
      return refusalText({ because: reason })
  }
}

/** The first fault of addresses, in words. */
export const addressFault = (...given: Parameters<typeof urlFaults>): string | undefined => {
  const [fault] = urlFaults(...given)
  return fault && faultText(fault)
}

/** The first of these schemes that no client can have, in words. */
export const schemeFault = (schemes: readonly string[] = []): string | undefined => {
  const refused = schemes.find((scheme) => !clientScheme.safeParse(scheme).success)
  return refused && `A scheme is written as myapp, in lower case, and browsers do not know it: ${refused} is none.`
}

/** The fault of the values by themselves, in words. */
const faultOf = (fields: ClientFields, client: ClientRecord): string | undefined => {
  const { app_schemes, logout_url, scopes, id_token_alg } = fields
  // A scheme that is no longer allowed must not be left in an address.
  const present = app_schemes && client
  const redirectUris = fields.redirect_uris ?? present?.redirectUris
  const postLogoutUris = fields.post_logout_uris ?? present?.postLogoutUris
  const allowed = { mayBeNative: client.secretHash === null, appSchemes: app_schemes ?? client.appSchemes }
  const addresses =
    schemeFault(app_schemes) ??
    (redirectUris && addressFault(redirectUris, { isNeeded: true, ...allowed })) ??
    (postLogoutUris && addressFault(postLogoutUris, allowed)) ??
    (typeof logout_url === 'string' ? addressFault([logout_url]) : undefined)
  if (addresses !== undefined) return addresses
  if (scopes && !scopes.every(isOpenScope)) return `The scopes are ${openScopeNames.join(', ')}, with commas.`
  if (id_token_alg !== undefined && !signingAlgorithms.some((algorithm) => algorithm === id_token_alg))
    return `Say ${signingAlgorithms.join(' or ')}.`
  return Object.values(fields).every((value) => value === undefined) ? 'Name a field to change.' : undefined
}

/** Why this client cannot have the values. */
const impossible = (fields: ClientFields, { id, secretHash, organisationId }: ClientRecord): string | undefined => {
  // A client of an organisation could redirect people anywhere without asking them.
  if (fields.is_first_party !== undefined && organisationId) return `${id} is of an organisation, so people are asked.`
  // A client without a secret shows by PKCE that a code is its own, so only a client with a secret can do without.
  return fields.requires_pkce === false && secretHash === null ? `${id} has no secret, so it needs PKCE.` : undefined
}

/** Reads the new values of fields of a client, or refuses them. */
export const readClientChange = (fields: ClientFields, client: ClientRecord) => {
  const fault = faultOf(fields, client)
  if (fault !== undefined) return refuse('invalid_input', fault)
  const why = impossible(fields, client)
  return why === undefined ? { ok: true as const, change: changeOf(fields, client) } : refuse('not_possible', why)
}

const changeOf = (fields: ClientFields, { protocol }: ClientRecord): ClientChange => {
  const idTokenAlg = signingAlgorithms.find((algorithm) => algorithm === fields.id_token_alg)
  const given = {
    redirectUris: fields.redirect_uris,
    postLogoutUris: fields.post_logout_uris,
    appSchemes: fields.app_schemes && [...new Set(fields.app_schemes)],
    logoutUrl: fields.logout_url,
    scopes: fields.scopes && scopesOf(fields.scopes.filter(isOpenScope)),
    isFirstParty: fields.is_first_party,
    requiresPkce: fields.requires_pkce,
    protocol: fields.requires_par === undefined ? undefined : { ...protocol, requiresPar: fields.requires_par },
    hasDeviceGrant: fields.has_device_grant,
    idTokenAlg,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
