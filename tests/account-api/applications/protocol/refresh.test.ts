import { expect, it } from 'vitest'
import { authorise, exchange, registerParty, signedIn } from './parties'
import { describeProtocolWorlds } from './protocol-world'
import { codeFields, postAs, refresh, userInfo } from './tokens'

describeProtocolWorlds('refresh tokens that are sent twice, on $name', (world) => {
  const lasting = { scope: 'openid profile offline_access', prompt: 'consent' }

  /** An application that a person of one browser lets act for them twice: two chains of one grant. */
  const twoChains = async () => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    const chain = async () => {
      const authorised = await authorise(person, party, lasting)
      return { authorised, tokens: await exchange(party, authorised) }
    }
    return { party, one: await chain(), other: await chain() }
  }
  type Chains = Awaited<ReturnType<typeof twoChains>>

  const works = async (
    party: Chains['party'],
    { access_token, refresh_token }: Awaited<ReturnType<typeof refresh>>,
  ) => {
    expect(await userInfo(party, access_token)).toHaveProperty('sub')
    return refresh(party, refresh_token)
  }

  const isOver = async (party: Chains['party'], tokens: Awaited<ReturnType<typeof refresh>>) => {
    await expect(userInfo(party, tokens.access_token)).rejects.toThrow()
    await expect(refresh(party, tokens.refresh_token)).rejects.toThrow()
  }

  it('happy: an answer that was lost, or that workers ask for at the same moment, is repeated, and none is signed out', async () => {
    const { party, one } = await twoChains()
    const workers = await Promise.all([1, 2, 3, 4].map(() => refresh(party, one.tokens.refresh_token)))
    const again = await refresh(party, one.tokens.refresh_token)
    const given = [...workers, again]
    expect(new Set(given.map(({ refresh_token }) => refresh_token)).size).toBe(1)
    for (const { access_token } of given) expect(await userInfo(party, access_token)).toHaveProperty('sub')
    await works(party, again)
  })

  const replays: [string, (at: Chains) => Promise<unknown>][] = [
    [
      'a refresh token that is sent again after a minute',
      async ({ party, one }) => {
        world.passMinutes(1)
        await refresh(party, one.tokens.refresh_token)
      },
    ],
    [
      'a refresh token whose successor was used, sent again at once',
      async ({ party, one }) => {
        const next = await refresh(party, one.tokens.refresh_token)
        await refresh(party, next.refresh_token)
        await refresh(party, one.tokens.refresh_token)
      },
    ],
    [
      'a code that is sent again',
      async ({ party, one }) => {
        const fields = { ...codeFields(party, one.authorised), code_verifier: one.authorised.verifier }
        const answer = await postAs(world, party, '/oidc/token', fields)
        if (!answer.ok) throw new Error('refused')
      },
    ],
  ]

  it.each(replays)('security: %s ends only its own chain of refresh tokens', async (_, replay) => {
    const at = await twoChains()
    const { party, one, other } = at
    const next = await refresh(party, one.tokens.refresh_token)
    await expect(replay(at)).rejects.toThrow()
    await isOver(party, one.tokens)
    await isOver(party, next)
    await works(party, other.tokens)
  })
})
