import { expect, it } from 'vitest'
import { authorise, exchange, lasting, registerParty, signedIn } from './parties'
import { describeProtocolWorlds } from './protocol-world'
import { areGood, areOver, refresh, userInfo } from './tokens'

describeProtocolWorlds('refresh tokens that are sent twice, on $name', (world) => {
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

  it('happy: an answer that was lost, or that workers ask for at the same moment, is repeated, and none is signed out', async () => {
    const { party, one } = await twoChains()
    const workers = await Promise.all([1, 2, 3, 4].map(() => refresh(party, one.tokens.refresh_token)))
    const again = await refresh(party, one.tokens.refresh_token)
    const given = [...workers, again]
    expect(new Set(given.map(({ refresh_token }) => refresh_token)).size).toBe(1)
    for (const { access_token } of given) expect(await userInfo(party, access_token)).toHaveProperty('sub')
    await areGood(party, again)
  })

  const replays: Record<string, (at: Chains) => Promise<unknown>> = {
    'a refresh token that is sent again after a minute': ({ party, one }) => {
      world.passMinutes(1)
      return refresh(party, one.tokens.refresh_token)
    },
    'a refresh token whose successor was used, sent again at once': async ({ party, one }) => {
      const next = await refresh(party, one.tokens.refresh_token)
      await refresh(party, next.refresh_token)
      return refresh(party, one.tokens.refresh_token)
    },
    'a code that is sent again': ({ party, one }) => exchange(party, one.authorised),
  }

  it.each(Object.entries(replays))('security: %s ends only its own chain of refresh tokens', async (_, replay) => {
    const at = await twoChains()
    const { party, one, other } = at
    const next = await refresh(party, one.tokens.refresh_token)
    await expect(replay(at)).rejects.toThrow()
    await areOver(party, one.tokens)
    await areOver(party, next)
    await areGood(party, other.tokens)
  })
})
