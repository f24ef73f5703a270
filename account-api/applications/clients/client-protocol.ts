import type { ClientKeySet } from './client-keys'

/** What a client may and has to do in the protocol, as its record has it. */
export interface ClientProtocol {
  /** True when its requests have to be pushed first (RFC 9126). */
  requiresPar: boolean
  /** True when its requests have to be signed (RFC 9101). */
  requiresJar: boolean
  /** True when its tokens are bound to a key that it holds (DPoP, RFC 9449). Any client may have them bound. */
  requiresDpop: boolean
  /** `fapi2`: everything that the FAPI 2.0 Security Profile asks of a client. */
  profile: 'fapi2' | null
  /** Its public keys, or the address that has them. Null: it has none. */
  keys: ClientKeySet | { uri: string } | null
  /** True when it proves who it is by a signature (`private_key_jwt`), and by no secret. */
  usesKeys: boolean
  /** The scopes that it may get for itself, without a person, by the id of the API. */
  machineScopes: Readonly<Record<string, readonly string[]>>
}

/** What every client does. */
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

/** True when a client gets tokens for itself. */
export const isMachine = ({ machineScopes }: ClientProtocol): boolean =>
  Object.values(machineScopes).some((scopes) => scopes.length > 0)
