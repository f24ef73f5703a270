import { expect, it } from 'vitest'
import { authorise, exchange, lasting, registerParty, signedIn } from './parties'
import { describeProtocolWorlds } from './protocol-world'
import { postAs, refresh } from './tokens'

describeProtocolWorlds('log lines and metrics about tokens on $name', (world) => {
  const told = () => world.audited.filter(({ call }) => call === 'token')
  const figures = async (): Promise<string> => (await fetch(`${world.baseUrl}/metrics`)).text()

  it('happy: an exchange and a refresh are each logged with the client and the person', async () => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    const tokens = await exchange(party, await authorise(person, party, lasting))
    await refresh(party, tokens.refresh_token)
    const lines = told().slice(-2)
    const line = { outcome: 'ok', actor: 'application', client: party.key, account: expect.any(String) }
    expect(lines).toMatchObject([line, line])
    expect(JSON.stringify(lines)).not.toContain(tokens.access_token)
    expect(await figures()).toMatch(/^butterfly_tokens_total\{grant="refresh_token",outcome="ok"\} 1$/m)
  })

  it('security: an invalid token is counted by its error, and a made-up grant type adds no label', async () => {
    const party = await registerParty(world)
    await postAs(world, party, '/oidc/token', { grant_type: 'refresh_token', refresh_token: 'none' })
    expect(told().at(-1)).toMatchObject({ outcome: 'invalid_grant', client: party.key, account: null })
    await postAs(world, party, '/oidc/token', { grant_type: 'made-up', refresh_token: 'none' })
    expect(await figures()).toMatch(/^butterfly_tokens_total\{grant="refresh_token",outcome="invalid_grant"\} 1$/m)
    expect(`${await figures()} ${JSON.stringify(told())}`).not.toContain('made-up')
  })
})
