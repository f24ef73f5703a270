import type { ClientKeySet } from './client-keys'

/** Scopes of APIs, by the id of the API. */
export type ApiScopes = Readonly<Record<string, readonly string[]>>

/** A client's permissions and duties in the protocol, as stored in its record. */
export interface ClientProtocol {
  /** True when its requests have to be pushed first (RFC 9126). */
  requiresPar: boolean
  /** True when its requests have to be signed (RFC 9101). */
  requiresJar: boolean
  /** True when its tokens are bound to a key of the client (DPoP, RFC 9449). Any client may request bound tokens. */
  requiresDpop: boolean
  /** `fapi2`: everything that the FAPI 2.0 Security Profile requires of a client. */
  profile: 'fapi2' | null
  /** Its public keys, or the address of its key set. Null: it has none. */
  keys: ClientKeySet | { uri: string } | null
  /** True when it authenticates by a signature (`private_key_jwt`), not by a secret. */
  usesKeys: boolean
  /** The scopes that it may get for itself, by the id of the API. */
  machineScopes: ApiScopes
  /** The scopes that it may request from people. */
  personScopes: ApiScopes
  /** The scopes that it may get by token exchange (RFC 8693). */
  exchangeScopes: ApiScopes
  /** The scopes that its organisation lets it get for itself, if the API allows organisations to do that. */
  serviceScopes: ApiScopes
  /** The address of its metadata document. Null: it is registered here. */
  document: string | null
  /** The address of the logo in that document. Null: the document has no logo, or a logo of another origin. */
  logo: string | null
}

/** The default protocol settings of a client. */
export const usualProtocol: ClientProtocol = {
  requiresPar: false,
  requiresJar: false,
  requiresDpop: false,
  profile: null,
  keys: null,
  usesKeys: false,
  machineScopes: {},
  personScopes: {},
  exchangeScopes: {},
  serviceScopes: {},
  document: null,
  logo: null,
}

export const protocolIn = (json: string | null): ClientProtocol => ({
  ...usualProtocol,
  ...(json !== null && (JSON.parse(json) as Partial<ClientProtocol>)),
})

const isSome = (scopes: ApiScopes): boolean => Object.values(scopes).some((names) => names.length > 0)

/** True when a client gets tokens for itself. */
export const isMachine = ({ machineScopes, serviceScopes }: ClientProtocol): boolean =>
  isSome(machineScopes) || isSome(serviceScopes)

/** True when a client may exchange tokens that were sent to it. */
export const mayExchange = ({ exchangeScopes }: ClientProtocol): boolean => isSome(exchangeScopes)
