import { expect, it } from 'vitest'
import { minutes } from '#account-api/kernel/time'
import type { Call } from '#contract/call'
import { calls } from '#contract/calls'
import type { Client } from '#contract/client'
import { mobilePurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import { dataOf, describeWorlds, describeWorldsWith, freshMobile, refused } from '#tests/account-api/worlds/worlds'

const version = '2027-01'

describeWorldsWith({ terms: { version, countsFrom: 0 } })('terms that change, on $name', (world) => {
  /** A person who agreed to these terms at registration, with two clients that make the calls. */
  const person = async (terms_version?: string) => {
    const [jar, mobile] = [new CookieJar(), freshMobile()]
    const client = world.person({ jar })
    const code = await world.codeFor(mobile, mobilePurpose.register, client)
    const { user_id: userId } = dataOf(await client.registerByMobile({ mobile, code, terms_version }))
    return { jar, client, mobile, userId, page: world.person({ jar, shownTerms: version }) }
  }

  const acceptancesOf = async (client: Client) => dataOf(await client.exportData({})).data.terms_acceptances
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
  const dueOf = async (client: Client) => dataOf(await client.accountInfo({})).terms_due

  it('happy: the terms must be accepted for a client that shows them, another client learns what is due, and each version is exported', async () => {
    const { client, page, userId, jar } = await person('2026-12')
    for (const other of [client, world.person({ jar, shownTerms: '2026-12' })])
      expect(await other.listSessions({})).toMatchObject({ ok: true })
    expect(await dueOf(client)).toBe(version)
    expect(await page.listSessions({})).toMatchObject({ code: 'terms_due', data: { version } })
    expect(await client.acceptTerms({ terms_version: version })).toMatchObject({ ok: true })
    expect(await dueOf(client)).toBeNull()
    expect(await page.listSessions({})).toMatchObject({ ok: true })
    expect(await acceptancesOf(client)).toEqual([
      { version: '2026-12', accepted_at: time },
      { version, accepted_at: time },
    ])
    expect((await world.profileOf(userId)).termsVersion).toBe(version)
  })

  it.each([
    ['has agreed to no terms', undefined, version, { code: 'terms_due' }, []],
    ['agreed to the current terms', version, null, { ok: true }, [{ version, accepted_at: time }]],
  ])(
    'happy: a person who %s at registration is asked to accept the terms that are due',
    async (_, agreed, isDue, answer, accepted) => {
      const { client, page } = await person(agreed)
      expect(await dueOf(client)).toBe(isDue)
      expect(await page.listSessions({})).toMatchObject(answer)
      expect(await acceptancesOf(client)).toEqual(accepted)
    },
  )

  it('error: a version other than the current one cannot be accepted, and is not stored', async () => {
    const { client } = await person('2026-12')
    for (const other of ['2026-12', '2027-02'])
      await refused(client.acceptTerms({ terms_version: other }), 'other_terms', { version })
    expect(await acceptancesOf(client)).toMatchObject([{ version: '2026-12' }])
  })

  it('happy: two tabs that accept at the same time both continue, and one acceptance is recorded', async () => {
    const { client, jar } = await person('2026-12')
    const tabs = [world.person({ jar }), world.person({ jar })]
    for (const tab of await Promise.all(tabs.map((each) => each.acceptTerms({ terms_version: version })))) dataOf(tab)
    const [, first] = (await acceptancesOf(client)) ?? []
    world.passMinutes(1)
    expect(await client.acceptTerms({ terms_version: version })).toMatchObject({ ok: true })
    expect((await acceptancesOf(client))?.[1]).toEqual(first)
  })

  it('security: a refused call has no effect, and a person who declines can sign out at once', async () => {
    const { page, userId } = await person('2026-12')
    expect(await page.accountSet({ name: 'Ann' })).toMatchObject({ code: 'terms_due' })
    expect((await world.profileOf(userId)).name).toBeNull()
    expect(await page.logout({})).toMatchObject({ ok: true })
  })

  it('security: until the terms are accepted, a session can only accept, sign out or prove its person', async () => {
    const rows: Call[] = Object.values(calls)
    const answered = rows.filter(({ whenTermsDue }) => whenTermsDue)
    expect(answered.map(({ name }) => name).sort()).toEqual(['acceptTerms', 'logout', 'verifySecondByPlatform'])
  })
})

describeWorlds('terms with a later start date, on $name', (world) => {
  it('happy: terms are required from their start date, can be accepted before it, and without one are not required', async () => {
    const [{ client }, other] = [await world.registerMobile(), await world.registerMobile()]
    const dueOf = async (of = client) => dataOf(await of.accountInfo({})).terms_due
    const accept = () => other.client.acceptTerms({ terms_version: version })
    Object.assign(world.deployment, { terms: undefined })
    await refused(accept(), 'other_terms', { version: '' })
    Object.assign(world.deployment, { terms: { version, countsFrom: undefined } })
    expect(await dueOf()).toBeNull()
    Object.assign(world.deployment, { terms: { version, countsFrom: world.deployment.now() + minutes(60) } })
    expect(await dueOf()).toBeNull()
    expect(await accept()).toMatchObject({ ok: true })
    world.passMinutes(61)
    expect([await dueOf(), await dueOf(other.client)]).toEqual([version, null])
  })
})
