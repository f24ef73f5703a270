import { type OutsideIdentity, type Provider, ProviderFailed } from '#account-api/accounts/platforms/provider'
import type { Client } from '#contract/client'
import { dataOf, refusalIn } from '#tests/account-api/worlds/world'

let ids = 0

/** The platform of {@link outsiders}, and its redirect address. */
export const platform = 'example'
export const redirect_uri = `http://localhost:3000/passport/web/auth/${platform}/callback`

/** Additional fields of a call. */
type Flags = Record<string, number | string>

/** An identity that no account has. */
export const newIdentity = (otherwise: Partial<OutsideIdentity> = {}): OutsideIdentity => ({
  openid: `openid ${ids++}`,
  name: 'Ann',
  ...otherwise,
})

/** A provider that returns what a test sets. */
export const outsiders = (otherwise: Partial<Provider> = {}) => {
  /** What the provider returns for each code. */
  const told = new Map<string, OutsideIdentity | ProviderFailed>()
  const provider: Provider = {
    appId: 'our app',
    isOwn: false,
    tellsWhen: true,
    start: async ({ state }) => `https://provider.example/authorize?state=${state}`,
    identify: async ({ code }) => {
      const answer = told.get(code)
      if (!answer || answer instanceof ProviderFailed)
        throw answer ?? new ProviderFailed('platform_refused', 'there is no such code')
      return answer
    },
    ...otherwise,
  }
  /** The code with which a person returns. */
  const codeOf = (identity: OutsideIdentity | ProviderFailed): string => {
    const code = `code ${ids++}`
    told.set(code, identity)
    return code
  }
  const arrive = (client: Client, identity: OutsideIdentity | ProviderFailed, flags: Flags = {}) =>
    client.authLogin({ platform, code: codeOf(identity), redirect_uri, ...flags })
  const keyOf = async (client: Client, identity: OutsideIdentity, flags: Flags = {}): Promise<string> =>
    refusalIn(await arrive(client, identity, flags), 'not_bound').profile_key
  return {
    providers: new Map([[platform, provider]]),
    codeOf,
    /** Signs in with the provider. */
    arrive,
    /** The key of an identity that no account has. */
    keyOf,
    /** Binds an identity that no account has to a client’s account. */
    bind: async (client: Client, identity: OutsideIdentity, flags: Flags = {}): Promise<void> => {
      dataOf(await client.bindAuth({ platform, profile_key: await keyOf(client, identity, flags) }))
    },
  }
}
