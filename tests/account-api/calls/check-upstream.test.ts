import { afterAll, beforeAll, expect, it } from 'vitest'
import { application, describeWorlds, goodPassword } from '#tests/account-api/worlds/worlds'
import { env } from '~/runtime/env.server'
import { checkUpstream } from '~/upstream-check/command'

describeWorlds('the check of the embedded account API on $name', (world) => {
  const before = { ...env() }
  beforeAll(async () => {
    Object.assign(env(), {
      accountApi: { ...env().accountApi, url: await world.listen(), aid: application.aid, key: () => application.key },
    })
  })
  afterAll(() => Object.assign(env(), before))

  it('happy: over HTTP the check finds nothing missing, and exits with 0', async () => {
    const { mobile, client } = await world.registerMobile()
    await client.createSubject({ subject_name: 'Orchard' })
    const { text, code } = await checkUpstream({ account: mobile, password: goodPassword })
    expect(text).not.toMatch(
      /^\w+ +(not found|unreadable|no answer)|(lacks|missing|unknown): |^Set |^(reduced|closed) /m,
    )
    expect(text).toMatch(/\n\d+ flows are open, 0 reduced, 0 closed\./)
    expect(code).toBe(0)
  })
})
