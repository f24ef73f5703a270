/** What a client has to do in the protocol, as its record has it. */
export interface ClientProtocol {
  /** True when its requests have to be pushed first (RFC 9126). */
  requiresPar: boolean
}

/** What every client does. */
export const usualProtocol: ClientProtocol = { requiresPar: false }

export const protocolIn = (json: string | null): ClientProtocol => ({
  ...usualProtocol,
  ...(json !== null && (JSON.parse(json) as Partial<ClientProtocol>)),
})
