import type { ClientKeySet } from './client-keys'

/** What a client may and has to do in the protocol, as stored in its record. */
export interface ClientProtocol {
  /** True when its requests have to be pushed first (RFC 9126). */
  requiresPar: boolean
  /** True when its requests have to be signed (RFC 9101). */
  requiresJar: boolean
  /** True when its tokens are bound to a key that it holds (DPoP, RFC 9449). Any client may ask for bound tokens. */
  requiresDpop: boolean
  /** `fapi2`: everything that the FAPI 2.0 Security Profile requires of a client. */
  profile: 'fapi2' | null
  /** Its public keys, or the address of its key set. Null: it has none. */
  keys: ClientKeySet | { uri: string } | null
  /** True when it authenticates by a signature (`private_key_jwt`), not by a secret. */
  usesKeys: boolean
  /** The scopes that it may get without a person, by the id of the API. */
  machineScopes: Readonly<Record<string, readonly string[]>>
}

/** The default: what every client does. */
export const usualProtocol: ClientProtocol = {
  requiresPar: false,
  requiresJar: false,
  requiresDpop: false,
  profile: null,
  keys: null,
  usesKeys: false,
  machineScopes: {},
}

export const protocolIn = (json: string | null): ClientProtocol => ({
  ...usualProtocol,
  ...(json !== null && (JSON.parse(json) as Partial<ClientProtocol>)),
})

/** True when a client gets tokens without a person. */
export const isMachine = ({ machineScopes }: ClientProtocol): boolean =>
  Object.values(machineScopes).some((scopes) => scopes.length > 0)
