import { expect, it } from 'vitest'
import type { Client } from '#contract/client'
import { usualPolicy } from '#settings/policy/policy'
import { authorise, exchange, registerParty, signedIn } from '#tests/account-api/applications/protocol/parties'
import { describeProtocolWorlds } from '#tests/account-api/applications/protocol/protocol-world'
import { refresh } from '#tests/account-api/applications/protocol/tokens'
import { registerService } from '#tests/account-api/applications/services/services'
import { appCode } from '#tests/account-api/verification/authenticators/apps'
import { policyOf } from '#tests/account-api/worlds/policies'
import { codeOf, dataOf } from '#tests/account-api/worlds/world'
import { testAskedFirst } from './asked-first'

describeProtocolWorlds('a request of an application while a second factor is due, on $name', (world) => {
  const decide = policyOf(world)
  const askEverybody = () => decide({ second_factor: { ...usualPolicy.second_factor, of: 'everybody', grace_days: 0 } })

  /** An application that a person authorised before the deployment required a second factor. */
  const authorised = async () => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    const scope = 'openid profile offline_access'
    const tokens = await exchange(party, await authorise(person, party, { scope, prompt: 'consent' }))
    askEverybody()
    return { ...person, party, tokens }
  }

  /** Sets up an app. */
  const answers = async (client: Client) => {
    const { ticket, secret } = dataOf(await client.startAuthenticator({}))
    dataOf(await client.addAuthenticator({ ticket, authenticator_code: appCode(world, secret), at_sign_in: 1 }))
  }
  testAskedFirst(world, { due: 'factor_due', authorised, elsewhere: () => world.person(), answers })

  it('security: while the second factor is due, a refresh token keeps working, and a service by CAS gets no ticket', async () => {
    const { party, tokens, client } = await authorised()
    expect((await refresh(party, tokens.refresh_token)).access_token).toBeDefined()
    const { url } = await registerService(world)
    expect(codeOf(await client.issueServiceTicket({ service: url }))).toBe('factor_due')
  })
})
