import type { OpenApi } from '#account-api/applications/apis/api-store'
import { machineScopesAt, scopesAt } from '#account-api/applications/authorisation/asked-scopes'
import type { ClientRecord } from '#account-api/applications/clients/client-record'

/** How a client gets tokens for an API, and what such tokens contain besides the common claims. */
const ways = {
  machineScopes: { text: 'For itself it gets', holds: 'sub (the client)' },
  personScopes: { text: 'It may ask people for', holds: 'sub (the person), acr, amr, auth_time' },
  exchangeScopes: {
    text: 'For a token that was sent to it, it gets',
    holds: 'sub (that of the token), act (the client, and who acted before)',
  },
} as const

/** The tokens that a client may get at each API, and their content, one sentence each. */
export const tokensHeld = ({ protocol }: Pick<ClientRecord, 'protocol'>, apis: readonly OpenApi[]): string[] =>
  apis.flatMap((api) =>
    Object.entries(ways).flatMap(([way, { text, holds }]) => {
      const may = way === 'machineScopes' ? machineScopesAt(api, protocol) : undefined
      const scopes = may ?? scopesAt(api, protocol[way as keyof typeof ways])
      if (scopes.length === 0) return []
      const { id, identifier, tokenFormat, tokenSeconds, mayRefresh } = api
      const read = tokenFormat === 'jwt' ? 'a JWT, which the API reads itself' : 'opaque, which introspection reads'
      const renewed =
        way === 'personScopes' ? ` ${mayRefresh ? 'Refresh tokens renew it.' : 'No refresh token renews it.'}` : ''
      return [
        `${text} ${scopes.join(' ')} at the API ${id}. The token is ${read}, lives for ${tokenSeconds} seconds and holds iss, aud (${identifier}), client_id, scope, iat, exp, ${holds}, and cnf if it is bound to a key.${renewed}`,
      ]
    }),
  )
