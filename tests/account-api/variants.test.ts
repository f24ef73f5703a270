import { describe, expect, it } from 'vitest'
import { variants } from '../../contract/call'
import { CookieJar } from '../../contract/cookie-jar'
import { databases } from '../fixtures/databases'
import { registerMobile, worldOn } from './world'

// Variants differ in paths and envelopes alone, so one database is enough.
const [database] = databases
if (!database) throw new Error('no database')

describe('the variants of the calls', () => {
  const world = worldOn(database)

  it.each(variants)('happy: %s signs in, and its session serves the other variants', async (variant) => {
    const { mobile, password, userId } = await registerMobile(world)
    const jar = new CookieJar()
    const client = world.person({ variant, jar })
    expect(await client.accountLoginV2({ account: mobile, password })).toMatchObject({ ok: true })
    for (const other of variants)
      expect(await world.person({ variant: other, jar }).accountInfo({})).toMatchObject({
        ok: true,
        data: { user_id: userId },
      })
  })

  it.each(variants)('error: %s refuses a wrong password in its own envelope', async (variant) => {
    const { mobile } = await registerMobile(world)
    const answer = await world.person({ variant }).accountLoginV2({ account: mobile, password: 'wrong wrong wrong' })
    expect(answer).toMatchObject({ ok: false, code: 'wrong_credentials' })
  })
})
