import { expect, it } from 'vitest'
import { resealAuthenticators } from '#account-api/verification/authenticators/reseal'
import { stepAt } from '#account-api/verification/authenticators/totp'
import { disown } from '#tests/account-api/worlds/attacks'
import { atOnce, codeOf, dataOf, describeWorlds, endsOf, serviceWith, verifyBy } from '#tests/account-api/worlds/worlds'
import { everyRow } from '#tests/fixtures/databases/tables'
import { appCode, withAuthenticator, wrongCode } from './apps'

describeWorlds('an authenticator app on $name', (world) => {
  const owner = async () => withAuthenticator(world, await world.registerMobile())
  type Owner = Awaited<ReturnType<typeof owner>>

  const infoOf = async ({ client }: Pick<Owner, 'client'>) => dataOf(await client.authenticatorInfo({}))

  const ask = ({ client }: Pick<Owner, 'client'>) => client.accountInfo({ need_plaintext: 1 })
  /** Requests an act’s second verification, after the last proof is too old. */
  const askedAgain = (person: Owner) => {
    world.passMinutes(20)
    return ask(person)
  }

  const type = ({ client }: Owner, asked: { data: object }, code: string) =>
    verifyBy(client, asked, 'authenticator', code)
  const verify = async (person: Owner, code?: string) =>
    type(person, await askedAgain(person), code ?? appCode(world, person.secret))

  it('happy: an app counts after its first code, returns ten recovery codes, and the mobile is notified', async () => {
    const { client, mobile, userId } = await world.registerMobile()
    const { ticket, secret, uri } = dataOf(await client.startAuthenticator({}))
    expect(uri).toContain(`secret=${secret}`)
    expect(await infoOf({ client })).toMatchObject({ is_set: false })
    const added = dataOf(await client.addAuthenticator({ ticket, authenticator_code: appCode(world, secret) }))
    expect(added.recovery_codes).toHaveLength(10)
    expect(await infoOf({ client })).toMatchObject({ is_set: true, asked_at_sign_in: false, recovery_codes_left: 10 })
    expect(await world.toldLast(mobile)).toMatchObject({ purpose: 'authenticator_added' })
    expect((await world.activityOf(userId))[0]?.[0]).toBe('authenticator_added')
  })

  it('error: a wrong first code keeps the ticket valid, another person’s ticket is refused, and so is a second app', async () => {
    const [{ client }, bob] = [await world.registerMobile(), await world.registerMobile()]
    const { ticket, secret } = dataOf(await client.startAuthenticator({}))
    const add = (by: typeof client, authenticator_code: string) => by.addAuthenticator({ ticket, authenticator_code })
    expect(await add(client, wrongCode(world, secret))).toMatchObject({ code: 'code_wrong', data: { tries_left: 9 } })
    expect(await infoOf({ client })).toMatchObject({ is_set: false })
    expect(codeOf(await add(bob.client, appCode(world, secret)))).toBe('ticket_refused')
    expect(codeOf(await add(client, appCode(world, secret)))).toBe('ok')
    const twice = { code: 'already_bound', data: { field: 'authenticator' } }
    expect(await client.startAuthenticator({})).toMatchObject(twice)
  })

  it('security: the database stores neither the secret nor a recovery code in plain text', async () => {
    const { secret, codes } = await owner()
    const text = JSON.stringify(await everyRow(world.place))
    for (const each of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(text).not.toContain(each)
  })

  it('happy: the app is one of the offered methods; its code proves the person, but a code of two steps ago does not', async () => {
    const ann = await owner()
    const asked = await askedAgain(ann)
    expect(asked).toHaveProperty('data.ways', expect.arrayContaining([{ way: 'authenticator', masked: '' }]))
    expect(codeOf(await type(ann, asked, appCode(world, ann.secret, -2)))).toBe('code_wrong')
    expect(codeOf(await type(ann, asked, appCode(world, ann.secret)))).toBe('ok')
    expect(codeOf(await ask(ann))).toBe('ok')
  })

  it.each([-1, 1])('happy: a clock that is %d step off is tolerated', async (steps) => {
    const ann = await owner()
    world.passMinutes(1)
    const asked = await askedAgain(ann)
    const verified = await world.atOneMoment(() => type(ann, asked, appCode(world, ann.secret, steps)))
    expect(codeOf(verified)).toBe('ok')
  })

  it('happy: a recovery code proves the person once, and its use is reported', async () => {
    const ann = await owner()
    const [code = ''] = ann.codes
    expect(codeOf(await verify(ann, code.toUpperCase().replaceAll('-', ' ')))).toBe('ok')
    expect(await world.toldLast(ann.mobile)).toMatchObject({ purpose: 'recovery_code_used' })
    expect(await infoOf(ann)).toMatchObject({ recovery_codes_left: 9 })
    expect(codeOf(await verify(ann, code))).toBe('code_wrong')
  })

  it('security: a code that somebody has used is refused, even for another key', async () => {
    const ann = await owner()
    const [one, other] = [await askedAgain(ann), await ask(ann)]
    const code = appCode(world, ann.secret)
    expect(codeOf(await type(ann, one, code))).toBe('ok')
    expect(codeOf(await type(ann, other, code))).toBe('code_used')
  })

  it('security: one of ten concurrent requests with the same recovery code succeeds', async () => {
    const ann = await owner()
    const asked = [await askedAgain(ann)]
    while (asked.length < 10) asked.push(await ask(ann))
    const [code = ''] = ann.codes
    const by = () => ({ ...ann, client: world.person({ jar: ann.jar }) })
    const answers = await Promise.all(asked.map((each) => type(by(), each, code)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('security: after ten wrong codes the right one is refused too, and is accepted half an hour later', async () => {
    const ann = await owner()
    const asked = await askedAgain(ann)
    const refused = await world.atOneMoment(async () => {
      for (let count = 0; count < 10; count += 1) await type(ann, asked, wrongCode(world, ann.secret))
      return type(ann, asked, appCode(world, ann.secret))
    })
    expect(refused).toMatchObject({ code: 'code_locked', data: { retry_after: 1800 } })
    world.passMinutes(31)
    expect(codeOf(await verify(ann))).toBe('ok')
  })

  it('happy: new recovery codes revoke the old ones', async () => {
    const ann = await owner()
    const [old = ''] = ann.codes
    expect(codeOf(await verify(ann))).toBe('ok')
    const { recovery_codes } = dataOf(await ann.client.makeRecoveryCodes({}))
    expect(await world.toldLast(ann.mobile)).toMatchObject({ purpose: 'recovery_codes_made' })
    expect(codeOf(await verify(ann, old))).toBe('code_wrong')
    expect(codeOf(await verify(ann, recovery_codes[0] ?? ''))).toBe('ok')
  })

  it('security: a person with a single factor must prove another, for each way to weaken the app', async () => {
    const ann = await owner()
    dataOf(await verifyBy(ann.client, await askedAgain(ann), 'password', ann.password))
    const asks = [
      await ann.client.removeAuthenticator({}),
      await ann.client.makeRecoveryCodes({}),
      await ann.client.askAuthenticator({ at_sign_in: 0 }),
    ]
    for (const asked of asks)
      expect(asked).toMatchObject({ code: 'second_verification_required', data: { lacks_another: true } })
  })

  it('security: after a proof by the app, one of ten concurrent removals removes it, and is reported', async () => {
    const ann = await owner()
    expect(codeOf(await verify(ann))).toBe('ok')
    const before = await world.messagesTo(ann.mobile)
    const answers = await atOnce(10, () => world.person({ jar: ann.jar }).removeAuthenticator({}))
    expect(endsOf(answers)).toEqual({ ok: 1, nothing_bound: 9 })
    expect(await world.messagesTo(ann.mobile)).toBe(before + 1)
    expect(await world.toldLast(ann.mobile)).toMatchObject({ purpose: 'authenticator_removed' })
    expect(await infoOf(ann)).toMatchObject({ is_set: false, recovery_codes_left: 0 })
  })

  it('security: a thief’s app is removed by an undo, together with its recovery codes', async () => {
    const ann = await owner()
    expect(codeOf(await disown(world, ann.mobile))).toBe('ok')
    expect(await world.profileOf(ann.userId)).toMatchObject({ authenticatorSince: null })
    const rows = (await everyRow(world.place)).recovery_codes ?? []
    expect(rows.filter(({ account_id }) => account_id === ann.userId)).toEqual([])
  })

  it('security: an app that a thief removed is restored by an undo, without the codes that were seen', async () => {
    const ann = await owner()
    world.passMinutes(4 * 24 * 60)
    const client = await world.secondSession(ann)
    expect(codeOf(await verify({ ...ann, client }))).toBe('ok')
    dataOf(await client.removeAuthenticator({}))
    expect(codeOf(await disown(world, ann.mobile))).toBe('ok')
    const { authenticatorSince } = await world.profileOf(ann.userId)
    expect(authenticatorSince).not.toBeNull()
    expect(await world.storage.authenticators.takeStep(ann.userId, stepAt(world.deployment.now()))).toBe(false)
  })

  it('security: a thief’s new recovery codes are revoked by an undo', async () => {
    const ann = await owner()
    world.passMinutes(4 * 24 * 60)
    const person = { ...ann, client: await world.secondSession(ann) }
    expect(codeOf(await verify(person))).toBe('ok')
    dataOf(await person.client.makeRecoveryCodes({}))
    expect(codeOf(await disown(world, ann.mobile))).toBe('ok')
    const rows = (await everyRow(world.place)).recovery_codes ?? []
    expect(rows.filter(({ account_id }) => account_id === ann.userId)).toEqual([])
    expect((await world.profileOf(ann.userId)).authenticatorSince).not.toBeNull()
  })

  it('happy: a re-sealed secret still works, and a second run changes nothing', async () => {
    const ann = await owner()
    const [old = ''] = world.deployment.secrets
    const service = serviceWith(world, { secrets: ['another key for tests that is long enough', old] })
    const { resealed } = await resealAuthenticators(service)
    expect(resealed).toBeGreaterThan(0)
    expect(await resealAuthenticators(service)).toMatchObject({ resealed: 0 })
    // Restored for later tests and the running account API.
    const back = serviceWith(world, { secrets: [old, service.deployment.secrets[0] ?? ''] })
    expect((await resealAuthenticators(back)).resealed).toBe(resealed)
    expect(codeOf(await verify(ann))).toBe('ok')
  })
})
