import type { OpenApi } from '#account-api/applications/apis/api-store'
import { machineScopesAt, personScopesAt, scopesAt } from '#account-api/applications/authorisation/asked-scopes'
import type { ClientProtocol } from '#account-api/applications/clients/client-protocol'
import type { ClientRecord } from '#account-api/applications/clients/client-record'

interface Way {
  scopes: (api: OpenApi, protocol: ClientProtocol) => string[]
  text: string
  holds: string
  /** True when the API decides whether refresh tokens renew it. */
  mayBeRenewed?: true
}

/** How a client gets tokens for an API, and what such tokens contain besides the common claims. */
const ways: readonly Way[] = [
  { scopes: machineScopesAt, text: 'For itself it gets', holds: 'sub (the client)' },
  {
    scopes: personScopesAt,
    text: 'It may ask people for',
    holds: 'sub (the person), acr, amr, auth_time',
    mayBeRenewed: true,
  },
  {
    scopes: (api, { exchangeScopes }) => scopesAt(api, exchangeScopes),
    text: 'For a token that was sent to it, it gets',
    holds: 'sub (that of the token), act (the client, and who acted before)',
  },
]

/** The tokens that a client may get at each API, and their content, one sentence each. */
export const tokensHeld = ({ protocol }: Pick<ClientRecord, 'protocol'>, apis: readonly OpenApi[]): string[] =>
  apis.flatMap((api) =>
    ways.flatMap(({ scopes: scopesOf, text, holds, mayBeRenewed }) => {
      const scopes = scopesOf(api, protocol)
      if (scopes.length === 0) return []
      const { id, identifier, tokenFormat, tokenSeconds, mayRefresh } = api
      const read = tokenFormat === 'jwt' ? 'a JWT, which the API reads itself' : 'opaque, which introspection reads'
      const renewed = mayBeRenewed ? ` ${mayRefresh ? 'Refresh tokens renew it.' : 'No refresh token renews it.'}` : ''
      return [
        `${text} ${scopes.join(' ')} at the API ${id}. The token is ${read}, lives for ${tokenSeconds} seconds and holds iss, aud (${identifier}), client_id, scope, iat, exp, ${holds}, and cnf if it is bound to a key.${renewed}`,
      ]
    }),
  )
