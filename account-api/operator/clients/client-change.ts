import { type UrlFault, urlFaults } from '#account-api/applications/clients/client-addresses'
import { type ClientProtocol, isMachine } from '#account-api/applications/clients/client-protocol'
import type { ClientChange, ClientRecord } from '#account-api/applications/clients/client-record'
import { scopesOf } from '#account-api/applications/clients/client-rule'
import { refusalText } from '#account-api/operator/registered/refusal-text'
import { mostClientUrls } from '#contract/applications/open-clients'
import { isOpenScope, openScopeNames } from '#contract/applications/open-scopes'
import { signingAlgorithms } from '#contract/applications/registered/signing-algorithms'
import { refuse } from '#contract/server'
import { clientScheme } from '#contract/terms/app-link'

/** The new values of fields, as given. */
export interface ClientFields {
  redirect_uris?: string[] | undefined
  post_logout_uris?: string[] | undefined
  app_schemes?: string[] | undefined
  logout_url?: string | null | undefined
  scopes?: string[] | undefined
  is_first_party?: boolean | undefined
  requires_pkce?: boolean | undefined
  requires_par?: boolean | undefined
  requires_jar?: boolean | undefined
  requires_dpop?: boolean | undefined
  profile?: 'fapi2' | null | undefined
  has_device_grant?: boolean | undefined
  id_token_alg?: string | undefined
}

const faultText = ({ reason, instead = '' }: UrlFault): string => {
  switch (reason) {
    case 'too_many':
      return `A client has at most ${mostClientUrls} addresses.`
    case 'missing':
      return 'A client needs an address to which people return.'
    case 'twice':
      return 'An address occurs twice.'
    case 'scheme':
      return 'An address of an app is like com.example.app:/back, with a dot in its scheme, and for a client without a secret. Any other scheme has to be allowed first, by `client schemes`.'
    case 'spelling':
      return refusalText({ because: reason, instead })
    default:
      return refusalText({ because: reason })
  }
}

/** The first fault of addresses, as a sentence. */
export const addressFault = (...given: Parameters<typeof urlFaults>): string | undefined => {
  const [fault] = urlFaults(...given)
  return fault && faultText(fault)
}

/** The first of these schemes that no client may have, as a sentence. */
export const schemeFault = (schemes: readonly string[] = []): string | undefined => {
  const refused = schemes.find((scheme) => !clientScheme.safeParse(scheme).success)
  return refused && `A scheme is like myapp, in lower case, and not one that browsers know: ${refused} is refused.`
}

/** The fault of the values, without looking at the client, as a sentence. */
const faultOf = (fields: ClientFields, client: ClientRecord): string | undefined => {
  const { app_schemes, logout_url, scopes, id_token_alg } = fields
  // No address may keep a scheme that is no longer allowed.
  const present = app_schemes && client
  const redirectUris = fields.redirect_uris ?? present?.redirectUris
  const postLogoutUris = fields.post_logout_uris ?? present?.postLogoutUris
  const allowed = { mayBeNative: client.secretHash === null, appSchemes: app_schemes ?? client.appSchemes }
  const addresses =
    schemeFault(app_schemes) ??
    (redirectUris && addressFault(redirectUris, { isNeeded: !isMachine(client.protocol), ...allowed })) ??
    (postLogoutUris && addressFault(postLogoutUris, allowed)) ??
    (typeof logout_url === 'string' ? addressFault([logout_url]) : undefined)
  if (addresses !== undefined) return addresses
  if (scopes && !scopes.every(isOpenScope)) return `The scopes are ${openScopeNames.join(', ')}, separated by commas.`
  if (id_token_alg !== undefined && !signingAlgorithms.some((algorithm) => algorithm === id_token_alg))
    return `Say ${signingAlgorithms.join(' or ')}.`
  return Object.values(fields).every((value) => value === undefined) ? 'Name a field to change.' : undefined
}

/** Why this client cannot have the values. */
const impossible = (
  fields: ClientFields,
  { id, secretHash, organisationId, protocol }: ClientRecord,
): string | undefined => {
  // A client of an organisation could redirect people anywhere without asking them.
  if (fields.is_first_party !== undefined && organisationId)
    return `${id} belongs to an organisation, so people are asked.`
  if (fields.requires_jar && protocol.keys === null) return `${id} has no keys to sign with: run \`client keys\` first.`
  if (fields.profile && !protocol.usesKeys)
    return `${id} has to authenticate by keys: run \`client auth ${id} keys\` first.`
  // A client without a secret needs PKCE to prove that a code is its own, so only a client with a secret can do
  // without.
  return fields.requires_pkce === false && secretHash === null ? `${id} has no secret, so it needs PKCE.` : undefined
}

/** Reads the new values of fields of a client, or refuses them. */
export const readClientChange = (fields: ClientFields, client: ClientRecord) => {
  const fault = faultOf(fields, client)
  if (fault !== undefined) return refuse('invalid_input', fault)
  const why = impossible(fields, client)
  return why === undefined ? { ok: true as const, change: changeOf(fields, client) } : refuse('not_possible', why)
}

const protocolOf = (fields: ClientFields, present: ClientProtocol): ClientProtocol | undefined => {
  const { requires_par: requiresPar, requires_jar: requiresJar, requires_dpop: requiresDpop, profile } = fields
  const given = Object.entries({ requiresPar, requiresJar, requiresDpop, profile })
  const changes = given.filter(([, value]) => value !== undefined)
  return changes.length === 0 ? undefined : { ...present, ...Object.fromEntries(changes) }
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
    protocol: protocolOf(fields, protocol),
    hasDeviceGrant: fields.has_device_grant,
    idTokenAlg,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
