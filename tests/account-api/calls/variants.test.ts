import { describe, expect, it } from 'vitest'
import { variants } from '#contract/call'
import { CookieJar } from '#contract/wire/cookie-jar'
import { dataOf, worldOn } from '#tests/account-api/worlds/world'
import { databases } from '#tests/fixtures/databases/databases'

// Variants differ in paths and envelopes alone, so one database is enough.
const [database] = databases
if (!database) throw new Error('no database')

describe('the variants of the calls', () => {
  const world = worldOn(database)

  it.each(variants)(
    'happy: %s refuses a wrong password, signs in, and starts a session for all variants',
    async (variant) => {
      const { mobile, password, userId } = await world.registerMobile()
      const jar = new CookieJar()
      const client = world.person({ variant, jar })
      const wrong = await client.accountLoginV2({ account: mobile, password: 'wrong wrong wrong' })
      expect(wrong).toMatchObject({ ok: false, code: 'wrong_credentials' })
      expect(await client.accountLoginV2({ account: mobile, password })).toMatchObject({ ok: true })
      const served = { ok: true, data: { user_id: userId } }
      for (const other of variants)
        expect(await world.person({ variant: other, jar }).accountInfo({})).toMatchObject(served)
    },
  )

  it('happy: a call of the group common answers alike, whatever variant its host has', async () => {
    const { mobile, password } = await world.registerMobile()
    const jar = new CookieJar()
    dataOf(await world.person({ jar }).accountLoginV2({ account: mobile, password }))
    const answers = await Promise.all(
      variants.map(async (variant) => {
        const client = world.person({ variant, jar })
        const calls = [
          client.checkDefaultInfo({}),
          client.defaultAvatars({ aid: 'butterfly' }),
          client.listCodeChannels({}),
        ]
        return (await Promise.all(calls)).map(dataOf)
      }),
    )
    expect(answers[0]?.[0]).toEqual({ avatar_is_default: true, name_is_default: true })
    for (const other of answers) expect(other).toEqual(answers[0])
  })

  it('security: a call of the group common that needs a session is refused without one in every variant', async () => {
    for (const variant of variants)
      expect(await world.person({ variant }).checkDefaultInfo({})).toMatchObject({ code: 'not_signed_in' })
  })
})
