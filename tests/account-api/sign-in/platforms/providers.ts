import { afterAll, beforeEach } from 'vitest'
import { type Provider, ProviderFailed } from '#account-api/accounts/platforms/provider'
import { tellingRule } from '#account-api/addresses/platforms/providers/ask'
import { providersOf } from '#account-api/addresses/platforms/providers/providers'
import type { ProviderSettings } from '#settings/vendors/third-party'
import { type FakeProvider, startFakeProvider } from '#tests/fixtures/parties/fake-provider'
import { redirect_uri as redirectUri } from './outsiders'

/** The settings that every provider has. */
export const shared = { client_id: 'our app', client_secret: 'our secret', own: false }

/** A visit to a provider, and what its person returns with. */
export const visit = { redirectUri, state: 'state', nonce: 'nonce', codeChallenge: 'challenge', isFresh: false }
export const code = { code: 'the code', redirectUri, codeVerifier: 'v'.repeat(43), nonce: 'the nonce' }

export const providerOf = (settings: ProviderSettings): Provider => {
  const provider = providersOf(new Map([['example', settings]])).get('example')
  if (!provider) throw new Error('no provider')
  return provider
}

/** The result of a request to a provider: its answer or its failure. */
export const endOf = (asked: Promise<unknown>) =>
  asked.catch((error: unknown) => (error instanceof ProviderFailed ? error.code : String(error)))

/** A fake provider for the tests of a file. On a busy machine it may take longer to answer than people wait. */
export const fakeProvider = async (): Promise<FakeProvider> => {
  const fake = await startFakeProvider()
  beforeEach(() => {
    fake.requests.length = 0
    tellingRule.patienceMs = 60_000
  })
  afterAll(() => fake.stop())
  return fake
}
