import { describe, expect, it } from 'vitest'
import { variants } from '#contract/call'
import { CookieJar } from '#contract/wire/cookie-jar'
import { worldOn } from '#tests/account-api/worlds/world'
import { anyDatabase } from '#tests/fixtures/databases/databases'

// Variants differ in paths and envelopes alone, so one database is enough.
describe('the variants of the calls', () => {
  const world = worldOn(anyDatabase)

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
})
