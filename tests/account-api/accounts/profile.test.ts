import { expect, it } from 'vitest'
import { approveUsername, refuseUsername } from '#account-api/accounts/names/review'
import { atOnce, dataOf, describeWorlds, endsOf, goodPassword, isInvalid } from '#tests/account-api/worlds/worlds'

let names = 0

/** A username that no other test of this run uses or resembles. */
const freshName = (): string => `person.${(names++).toString(2).replaceAll('0', 'a').replaceAll('1', 'b')}`

describeWorlds('a profile on $name', (world) => {
  const usernameOf = async (userId: string) => (await world.storage.accounts.profile(userId))?.username
  const kindsOf = async (userId: string) => (await world.activityOf(userId)).map(([kind]) => kind)
  const people = (count: number) => atOnce(count, () => world.registerMobile())
  const refusedAs = (reason: string) => ({ code: 'username_refused', data: { reason } })
  const daysMs = (count: number) => count * 86_400_000

  const changedAt = (accountId: string, at: number) => {
    const names = { value: freshName(), skeleton: freshName() }
    return world.storage.usernames.insertChange({ id: `${accountId}-${at}`, accountId, at, ...names })
  }

  /** A person with a chosen username. */
  const named = async (username = freshName()) => {
    const person = await world.registerMobile()
    expect(await person.client.accountSet({ username })).toMatchObject({ ok: true })
    return { ...person, username }
  }

  it('happy: a chosen username can sign in at once, and the change is recorded and reported in the chosen language', async () => {
    const { client, mobile, userId } = await world.registerMobile()
    const username = freshName()
    const changed = await client.accountSet({ username: ` ${username.toUpperCase()} `, language: 'zh-Hans' })
    expect(changed).toMatchObject({ data: { username, is_sensitive: 0 } })
    expect(await client.accountInfo({})).toMatchObject({ data: { username, held_username: null } })
    const entered = await world.person().passwordLogin({ username, password: goodPassword })
    expect(entered).toMatchObject({ data: { user_id: userId } })
    expect(await kindsOf(userId)).toContain('username_changed')
    const told = await world.toldLast(mobile)
    expect(told).toMatchObject({ purpose: 'username_changed' })
    expect(told?.body).toContain(`你的用户名已改为`)
    expect(told?.body).toContain(username)
  })

  it('happy: birthday and language change without a message, and the birthday can be cleared', async () => {
    const { client, mobile, userId } = await world.registerMobile()
    const messages = await world.messagesTo(mobile)
    await client.accountSet({ birthday: '2000-02-29', language: 'zh-Hans' })
    expect(await client.accountInfo({})).toMatchObject({ data: { birthday: '2000-02-29', language: 'zh-Hans' } })
    await client.accountSet({ birthday: '' })
    expect(await client.accountInfo({})).toMatchObject({ data: { birthday: null, language: 'zh-Hans' } })
    expect(await world.messagesTo(mobile)).toBe(messages)
    expect((await kindsOf(userId)).filter((kind) => kind === 'profile_changed')).toHaveLength(2)
  })

  it.each(['2023-02-30', '2999-01-01', '1800-01-01', '1.2.2000'])(
    'error: the birthday %s is refused, and nothing changes',
    async (birthday) => {
      const { client } = await world.registerMobile()
      const answer = await client.accountSet({ birthday, language: 'zh-Hans', username: freshName() })
      expect(answer).toMatchObject(isInvalid('birthday'))
      const unchanged = { birthday: null, language: 'en', username: expect.stringMatching(/^user-/) }
      expect(await client.accountInfo({})).toMatchObject({ data: unchanged })
    },
  )

  it('happy: updateUserInfo changes one field at a time', async () => {
    const { client } = await world.registerMobile()
    const username = freshName()
    for (const [field_namespace, field, value, becomes = value] of [
      ['account', 'username', username],
      ['account', 'birthday', '1999-12-31'],
      ['preference', 'language', 'zh-Hans'],
      ['account', 'birthday', '', null],
      ['preference', 'time_zone', 'Asia/Kolkata'],
      ['preference', 'time_zone', '', 'Asia/Shanghai'],
    ] as const) {
      const changed = await client.updateUserInfo({ field_namespace, field, value })
      expect(changed).toMatchObject({ ok: true, data: { is_sensitive: 0 } })
      expect(await client.accountInfo({})).toMatchObject({ data: { [field]: becomes } })
    }
  })

  it.each([
    ['account', 'password', 'x', 'field', 'unsupported'],
    ['preference', 'username', 'x', 'field', 'unsupported'],
    ['account', 'birthday', '2999-01-01', 'value', 'invalid'],
    ['account', 'birthday', 'yesterday', 'value', 'invalid'],
    ['preference', 'language', 'fr', 'value', 'invalid'],
    ['preference', 'time_zone', 'Asia/Nowhere', 'value', 'invalid'],
  ])('error: %s/%s cannot become %s', async (field_namespace, field, value, refused, reason) => {
    const { client } = await world.registerMobile()
    expect(await client.updateUserInfo({ field_namespace, field, value })).toMatchObject(isInvalid(refused, reason))
  })

  it('security: a username that looks like a chosen or a generated one is refused, except to its own account', async () => {
    await named('mick.rouse')
    const own = await named('scope.pie')
    const { client, userId } = await world.registerMobile()
    const generated = (await usernameOf((await world.registerMobile()).userId)) ?? ''
    // Every letter of the fourth is Cyrillic.
    for (const username of ['rnick.rouse', 'mick.r0use', 'míck.rouse', 'ѕсоре.ріе', generated.replace('user', 'usér')])
      expect(await client.accountSet({ username }), username).toMatchObject(refusedAs('looks_taken'))
    expect(await usernameOf(userId)).toMatch(/^user-/)
    expect(await own.client.accountSet({ username: 'sc0pe.pie' })).toMatchObject({ ok: true })
  })

  it('security: one of 20 accounts that choose a username at the same time gets it, and the others keep theirs', async () => {
    const everybody = await people(20)
    const username = freshName()
    const answers = await Promise.all(everybody.map(({ client }) => client.accountSet({ username })))
    expect(endsOf(answers)).toEqual({ ok: 1, username_refused: 19 })
    for (const answer of answers) if (!answer.ok) expect(answer).toMatchObject(refusedAs('taken'))
    const now = await Promise.all(everybody.map(({ userId }) => usernameOf(userId)))
    expect(now.filter((name) => name === username)).toHaveLength(1)
    expect(now.filter((name) => name?.startsWith('user-'))).toHaveLength(19)
  })

  it('security: one of 20 accounts that choose lookalike usernames at the same time succeeds', async () => {
    const everybody = await people(20)
    // The letters differ by their accents only: 20 usernames with one skeleton.
    const alike = everybody.map((_, index) => {
      const bits = [...index.toString(2).padStart(5, '0')]
      const letters = ['oö', 'lł', 'oø', 'aá', 'eé'].map((pair, place) => [...pair][Number(bits[place])])
      return `race.${letters.join('')}`
    })
    expect(new Set(alike).size).toBe(20)
    const answers = await atOnce(20, async (nth) => everybody[nth]?.client.accountSet({ username: alike[nth] ?? '' }))
    expect(answers.filter((answer) => answer?.ok)).toHaveLength(1)
    const now = await Promise.all(everybody.map(({ userId }) => usernameOf(userId)))
    expect(now.filter((name) => name?.startsWith('race.'))).toHaveLength(1)
  })

  it('security: two concurrent changes of one account both count, and one username remains', async () => {
    const { client, jar, userId } = await named()
    const [first, second] = [freshName(), freshName()]
    const answers = await Promise.all([
      client.accountSet({ username: first }),
      world.person({ jar }).accountSet({ username: second }),
    ])
    expect(answers.map((answer) => answer.ok)).toEqual([true, true])
    expect([first, second]).toContain(await usernameOf(userId))
    expect(await client.remainingUpdateTimes({})).toMatchObject({ data: { username: { remaining: 1 } } })
  })

  it('happy: the first choice of a username is free, and three changes in 365 days are allowed after it', async () => {
    const { client } = await world.registerMobile()
    const left = async () => dataOf(await client.remainingUpdateTimes({})).username
    expect(await client.checkDefaultInfo({})).toMatchObject({ data: { name_is_default: true } })
    await client.accountSet({ username: freshName() })
    expect(await client.checkDefaultInfo({})).toMatchObject({ data: { name_is_default: false } })
    expect(await left()).toEqual({ remaining: 3, resets_at: null })

    for (const remaining of [2, 1, 0]) {
      expect(await client.accountSet({ username: freshName() })).toMatchObject({ ok: true })
      expect(await left()).toMatchObject({ remaining })
    }
    const inDays = (Date.parse((await left())?.resets_at ?? '') - world.deployment.now()) / daysMs(1)
    expect(inDays).toBeGreaterThan(364.9)
    expect(inDays).toBeLessThan(365)

    const refused = await client.accountSet({ username: freshName(), birthday: '2000-01-01' })
    const retry_after = expect.closeTo(365 * 86_400, -3)
    expect(refused).toMatchObject({ code: 'changed_too_often', data: { field: 'username', retry_after } })
    expect(await client.accountInfo({})).toMatchObject({ data: { birthday: null } })
  })

  it('happy: a change stops counting after 365 days', async () => {
    const { userId, mobile } = await named()
    const at = world.deployment.now()
    for (const daysAgo of [365, 300, 200]) await changedAt(userId, at - daysMs(daysAgo))
    expect((await world.storage.accounts.profile(userId))?.usernameIsChosen).toBe(true)
    const client = world.person()
    await client.passwordLogin({ mobile, password: goodPassword })
    const resets_at = new Date(at + daysMs(365 - 300)).toISOString()
    expect(await client.remainingUpdateTimes({})).toMatchObject({ data: { username: { remaining: 1, resets_at } } })
    expect(await client.accountSet({ username: freshName() })).toMatchObject({ ok: true })
    expect(await client.accountSet({ username: freshName() })).toMatchObject({ code: 'changed_too_often' })
  })

  it('happy: choosing the current username does not count as a change', async () => {
    const { client, mobile, username } = await named()
    const messages = await world.messagesTo(mobile)
    const same = await client.accountSet({ username: username.toUpperCase() })
    expect(same).toMatchObject({ data: { username, is_sensitive: 0 } })
    expect(await client.remainingUpdateTimes({})).toMatchObject({ data: { username: { remaining: 3 } } })
    expect(await world.messagesTo(mobile)).toBe(messages)
  })

  it('happy: a former username is reserved for its account for 14 days, then free; a generated one is free at once', async () => {
    const { client, mobile, userId } = await world.registerMobile()
    const generated = (await usernameOf(userId)) ?? ''
    const username = freshName()
    for (const chosen of [username, freshName()]) await client.accountSet({ username: chosen })
    expect(await (await world.registerMobile()).client.accountSet({ username: generated })).toMatchObject({ ok: true })
    const other = await world.registerMobile()
    expect(await other.client.accountSet({ username })).toMatchObject(refusedAs('taken'))
    const alike = { username: username.replace('person', 'pérson') }
    expect(await other.client.accountSet(alike)).toMatchObject(refusedAs('looks_taken'))
    expect(await client.accountSet({ username })).toMatchObject({ ok: true })
    await client.accountSet({ username: freshName() })

    world.passMinutes(14 * 24 * 60 + 1)
    const later = await world.registerMobile()
    expect(await later.client.accountSet({ username })).toMatchObject({ ok: true })
    expect(await world.person().passwordLogin({ username, password: 'not theirs at all' })).toMatchObject({ ok: false })
    expect(await world.person().passwordLogin({ mobile, password: goodPassword })).toMatchObject({ ok: true })
  })

  it('security: nobody can take a username at the moment it is given up', async () => {
    const everybody = await people(8)
    for (let round = 0; round < 2; round++) {
      const { client, username } = await named()
      const [given, ...answers] = await Promise.all([
        client.accountSet({ username: freshName() }),
        ...everybody.map((person) => person.client.accountSet({ username })),
      ])
      expect(given).toMatchObject({ ok: true })
      for (const answer of answers) expect(answer).toMatchObject({ data: { reason: 'taken' } })
    }
  })

  it('happy: a sweep deletes changes that are too old to count', async () => {
    const { client, userId } = await named()
    await client.accountSet({ username: freshName() })
    await changedAt(userId, world.deployment.now() - daysMs(366))
    expect(await world.storage.usernames.changesAfter(userId, 0)).toHaveLength(2)
    await world.storage.sweep(world.deployment.now())
    expect(await world.storage.usernames.changesAfter(userId, 0)).toHaveLength(1)
  })

  it('security: the 51st attempt to choose a username is refused', async () => {
    const { username } = await named()
    const { client } = await world.registerMobile()
    for (let tried = 0; tried < 50; tried++)
      expect(await client.accountSet({ username })).toMatchObject(refusedAs('taken'))
    expect(await client.accountSet({ username })).toMatchObject({ code: 'too_many_requests' })
  })

  it('happy: recommended usernames are free, in the language of the request, contain nothing personal, and can be chosen', async () => {
    const { client, email, jar } = await world.registerEmail()
    const { names: recommended } = dataOf(await client.recommendedName({}))
    expect([recommended.length, new Set(recommended).size]).toEqual([3, 3])
    for (const name of recommended) {
      expect(name).toMatch(/^[a-z]+-[a-z]+-[2-9]{3}$/)
      expect(name).not.toContain(email.split('@')[0])
    }
    const [username = ''] = recommended
    expect(await client.accountSet({ username })).toMatchObject({ data: { username, is_sensitive: 0 } })
    const { names: inChinese } = dataOf(await world.person({ jar, language: 'zh-Hans' }).recommendedName({}))
    expect(inChinese).toContainEqual(expect.stringMatching(/^\p{Script=Han}{4}[2-9]{3}$/u))
  })

  const pending = async (username: string) => {
    const person = await world.registerEmail()
    expect(await person.client.accountSet({ username })).toMatchObject({ data: { is_sensitive: 1 } })
    return { ...person, username, before: await usernameOf(person.userId) }
  }
  const isListed = async (userId: string) =>
    (await world.storage.usernames.listPending(1000)).some(({ accountId }) => accountId === userId)

  it('security: a sensitive username does not take effect', async () => {
    const { client, before, userId, username } = await pending('the.admin')
    expect(before).toMatch(/^user-/)
    expect(await client.accountInfo({})).toMatchObject({ data: { username: before, held_username: username } })
    expect(await world.person().passwordLogin({ username, password: goodPassword })).toMatchObject({ ok: false })
    expect(await isListed(userId)).toBe(true)
  })

  it('happy: a refused username leaves the old one, a message is sent, and another can be chosen', async () => {
    const { client, email, userId, username, before } = await pending('support.team')
    expect(await refuseUsername(world.service, userId)).toEqual({ ok: true, username })
    expect(await usernameOf(userId)).toBe(before)
    expect(await client.accountInfo({})).toMatchObject({ data: { held_username: null } })
    expect(await world.toldLast(email)).toMatchObject({ purpose: 'username_refused' })
    expect(await client.accountSet({ username: freshName() })).toMatchObject({ data: { is_sensitive: 0 } })
  })

  it('happy: another choice replaces the pending username', async () => {
    const { client, userId } = await pending('security.desk')
    await client.accountSet({ username: 'security.office' })
    expect(await client.accountInfo({})).toMatchObject({ data: { held_username: 'security.office' } })
    await client.accountSet({ birthday: '2001-01-01' })
    expect(await isListed(userId)).toBe(true)
    await client.accountSet({ username: freshName() })
    expect(await client.accountInfo({})).toMatchObject({ data: { held_username: null } })
  })

  it('error: only the first of two lookalike pending usernames can be approved', async () => {
    const first = await pending('official.news')
    const second = await pending('0fficial.news')
    expect(await approveUsername(world.service, first.userId)).toMatchObject({ ok: true })
    expect(await approveUsername(world.service, second.userId)).toEqual({ ok: false, code: 'taken' })
    expect(await usernameOf(second.userId)).toBe(second.before)
    expect(await isListed(second.userId)).toBe(true)
  })

  it('security: one of 10 concurrent approvals succeeds', async () => {
    const { userId, email } = await pending('webmaster.one')
    const messages = await world.messagesTo(email)
    const decided = await atOnce(10, () => approveUsername(world.service, userId))
    expect(decided.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await world.messagesTo(email)).toBe(messages + 1)
  })
})
