import { mostClientUrls } from '../../../contract/applications/open-clients'
import { isOpenScope, openScopeNames } from '../../../contract/applications/open-scopes'
import { signingAlgorithms } from '../../../contract/applications/registered/signing-algorithms'
import { type UrlFault, urlFaults } from '../../applications/clients/client-addresses'
import type { ClientChange, ClientRecord } from '../../applications/clients/client-record'
import { scopesOf } from '../../applications/clients/client-rule'
import { refuse } from '../handling'
import { refusalText } from '../websites/refusal-text'

/** The new values of fields, as they were given. */
export interface ClientFields {
  redirect_uris?: string[] | undefined
  post_logout_uris?: string[] | undefined
  logout_url?: string | null | undefined
  scopes?: string[] | undefined
  is_first_party?: boolean | undefined
  requires_pkce?: boolean | undefined
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
      return 'An address of an app is like com.example.app:/back, with a dot in its scheme, and of a client without a secret.'
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

/** The fault of the values by themselves, in words. */
const faultOf = (fields: ClientFields, { secretHash }: ClientRecord): string | undefined => {
  const mayBeNative = secretHash === null
  const { redirect_uris, post_logout_uris, logout_url, scopes, id_token_alg } = fields
  const addresses =
    (redirect_uris && addressFault(redirect_uris, { isNeeded: true, mayBeNative })) ??
    (post_logout_uris && addressFault(post_logout_uris, { mayBeNative })) ??
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
  return why === undefined ? { ok: true as const, change: changeOf(fields) } : refuse('not_possible', why)
}

const changeOf = (fields: ClientFields): ClientChange => {
  const idTokenAlg = signingAlgorithms.find((algorithm) => algorithm === fields.id_token_alg)
  const given = {
    redirectUris: fields.redirect_uris,
    postLogoutUris: fields.post_logout_uris,
    logoutUrl: fields.logout_url,
    scopes: fields.scopes && scopesOf(fields.scopes.filter(isOpenScope)),
    isFirstParty: fields.is_first_party,
    requiresPkce: fields.requires_pkce,
    hasDeviceGrant: fields.has_device_grant,
    idTokenAlg,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
