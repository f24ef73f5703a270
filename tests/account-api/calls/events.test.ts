import { pino } from 'pino'
import { expect, it } from 'vitest'
import { record } from '#account-api/accounts/activity/activity'
import { lateEvents } from '#account-api/calls/late-events'
import { currentCall } from '#account-api/kernel/current-call'
import { beginAct, eventOf } from '#account-api/kernel/events/event'
import { mark } from '#account-api/kernel/events/mark'
import { nowhere } from '#account-api/kernel/from'
import type { UserCall } from '#contract/call'
import { calls } from '#contract/calls'
import { mobilePurpose } from '#contract/terms/purposes'
import { operate } from '#tests/account-api/applications/services/services'
import { dataOf, describeWorlds, freshMobile, goodPassword } from '#tests/account-api/worlds/worlds'
import { everyRow } from '#tests/fixtures/databases/tables'
import { eventually } from '#tests/fixtures/time/eventually'

describeWorlds('the events of acts on $name', (world) => {
  const outcomesOf = async (userId: string) =>
    (await world.eventsOf(userId)).map(({ call, outcome, actor }) => [call, outcome, actor])
  const allEvents = async () => (await everyRow(world.place)).events ?? []
  const wrong = 'not the password'

  it('happy: a registration and a sign-in each write one event with person, address and application', async () => {
    const { mobile, userId } = await world.registerMobile()
    dataOf(await world.person({ userAgent: firefox }).accountLoginV2({ account: mobile, password: goodPassword }))
    const [registered, signedIn, ...others] = await world.eventsOf(userId)
    expect(others).toEqual([])
    expect(registered).toMatchObject({ call: 'registerByMobile', outcome: 'ok', actor: 'account' })
    expect(signedIn).toMatchObject({
      ...{ call: 'accountLoginV2', outcome: 'ok', actor: 'account', account_id: userId },
      ...{ organisation_id: null, client: 'butterfly', reason: null, browser: 'Firefox' },
      address_hash: expect.stringMatching(/^[\w-]{43}$/),
      log_id: expect.stringMatching(/^[\da-f-]{16,36}$/),
    })
    expect(String(signedIn?.id) > String(registered?.id)).toBe(true)
  })

  it('happy: an event in an organisation names the organisation, and what was changed', async () => {
    const { client, userId } = await world.registerBoth()
    const { sec_subject_uid } = dataOf(await client.createSubject({ subject_name: 'Orchard' }))
    const { role: made } = dataOf(await client.createRole({ sec_subject_uid, role_name: 'Gardener' }))
    const events = await world.eventsOf(userId)
    const [created, role] = events.slice(-2)
    expect([created?.call, role?.call]).toEqual(['createSubject', 'createRole'])
    expect(created?.organisation_id).toEqual(expect.any(String))
    expect(role).toMatchObject({ organisation_id: created?.organisation_id, target: made.role_key })
  })

  it('error: a refusal is recorded with its reason, and that nobody was signed in', async () => {
    const { mobile, userId } = await world.registerMobile()
    await world.person().accountLoginV2({ account: mobile, password: wrong })
    expect((await outcomesOf(userId)).at(-1)).toEqual(['accountLoginV2', 'wrong_credentials', 'visitor'])
  })

  it('error: an invalid form writes no event', async () => {
    const { client, userId } = await world.registerMobile()
    expect(await client.createSubject({ subject_name: '' })).toMatchObject({ code: 'invalid_input' })
    expect(await outcomesOf(userId)).toHaveLength(1)
  })

  it('error: a call that changes something without an event is reported', async () => {
    const request = {
      id: 'x',
      log: pino({ level: 'silent' }),
      method: 'POST',
      headers: {},
      values: {},
      peerAddress: '',
    }
    const row = calls.createSubject as unknown as UserCall
    const call = (isDone?: true) =>
      currentCall.run({ logId: 'x', row }, () =>
        world.recording.call({ row, request }, async () => {
          if (isDone) await mark({ marks: [] }, Promise.resolve())
          return { outcome: { ok: true, data: {} }, setCookies: [] }
        }),
      )
    await expect(call()).rejects.toThrow('a call that changes something wrote no event')
    await expect(call(true)).resolves.toMatchObject({ outcome: { ok: true } })
  })

  it('error: a transaction that is rolled back leaves no event', async () => {
    const { userId } = await world.registerMobile()
    const failed = world.storage.transaction(async (stores) => {
      await record(stores, { accountId: userId, kind: 'signed_out', from: nowhere })
      throw new Error('too late')
    })
    await expect(failed).rejects.toThrow('too late')
    expect(await outcomesOf(userId)).toHaveLength(1)
  })

  it('happy: a job’s act is recorded as an event of the system', async () => {
    const { userId } = await world.registerMobile()
    const removed = { accountId: userId, kind: 'email_removed', from: nowhere } as const
    await world.storage.transaction((stores) => record(stores, removed))
    const [last] = (await world.eventsOf(userId)).slice(-1)
    expect(last).toMatchObject({ call: 'email_removed', actor: 'system', outcome: 'ok', address_hash: null })
  })

  it('happy: an operator’s change is an event with its reason and key, and a read is not', async () => {
    const { userId } = await world.registerMobile()
    expect(await operate(world, 'users', 'freeze', userId, '--reason', 'it was sold')).toMatchObject({ ok: true })
    const [frozen] = (await world.eventsOf(userId)).slice(-1)
    const told = {
      call: 'freezeUser',
      actor: 'operator',
      outcome: 'ok',
      reason: 'it was sold',
      client: 'application key',
    }
    expect(frozen).toMatchObject(told)
    const before = (await allEvents()).length
    await operate(world, 'service', 'list')
    expect(await allEvents()).toHaveLength(before)
  })

  it('error: the event of a refused operator call belongs to no account', async () => {
    await operate(world, 'users', 'freeze', 'nobody', '--reason', 'it was sold')
    const [refused] = (await allEvents()).slice(-1)
    expect(refused).toMatchObject({ call: 'freezeUser', outcome: 'no_such_user', account_id: null })
  })

  it('happy: refusals are written asynchronously, a little later', async () => {
    const { userId: accountId } = await world.registerMobile()
    const act = { call: 'accountLoginV2', actor: 'visitor', accountId, at: world.deployment.now() } as const
    lateEvents(world.service, 1).add({ ...eventOf(beginAct(act), 'wrong_credentials'), accountId })
    const outcomes = async () => (await world.eventsOf(accountId)).map(({ outcome }) => outcome)
    await eventually('the refusal', async () => (await outcomes()).includes('wrong_credentials') || undefined)
  })

  it('security: a flood of refusals writes few events per account, and none for unknown accounts', async () => {
    const { mobile, userId } = await world.registerMobile()
    const before = (await allEvents()).length
    for (let count = 0; count < 8; count += 1) {
      await world.person().accountLoginV2({ account: mobile, password: wrong })
      await world.person().accountLoginV2({ account: freshMobile(), password: wrong })
    }
    expect((await world.eventsOf(userId)).length - 1).toBe(5)
    expect((await allEvents()).length - before).toBe(5)
    await world.atOneMoment(async () => {
      for (let round = 0; round < 25; round += 1) {
        const refused = Array.from({ length: 6 }, () => world.person().passwordLogin({ mobile, password: wrong }))
        await Promise.all(refused)
        await world.recording.flush()
      }
    })
    expect((await world.eventsOf(userId)).length).toBeLessThanOrEqual(101)
  })

  it('security: visitors who request captchas and codes for unknown addresses fill no table', async () => {
    const before = (await allEvents()).length
    await world.person().sendCode({ mobile: freshMobile(), type: mobilePurpose.login })
    await world.person().isMobileRegistered({ mobile: freshMobile() })
    await world.person().getQrcode({})
    await world.recording.flush()
    expect(await allEvents()).toHaveLength(before)
  })

  it('security: neither an event nor a log line contains an address, a password or a code', async () => {
    const { mobile, email, client, userId } = await world.registerBoth()
    await world.person().accountLoginV2({ account: email, password: goodPassword })
    await world.person().accountLoginV2({ account: mobile, password: wrong })
    const code = await world.codeFor(mobile, mobilePurpose.login)
    await world.person().smsLogin({ mobile, code })
    await client.exportData({})
    const told = JSON.stringify([await world.eventsOf(userId), world.audited])
    for (const secret of [mobile, mobile.slice(3), email, goodPassword, wrong, `"${code}"`])
      expect(told).not.toContain(secret)
  })

  it('security: an unsigned request cannot set the address in its log line', async () => {
    const refused = world.person({ address: '203.0.113.99', application: { aid: 'butterfly', key: 'z'.repeat(40) } })
    await expect(refused.accountLoginV2({ account: freshMobile(), password: wrong })).rejects.toThrow()
    expect(world.audited.at(-1)).toMatchObject({ outcome: 'signature_refused', reason: 'key', address: '127.0.0.1' })
  })

  it('security: an export contains the person’s events, without what only the operator sees', async () => {
    const { client } = await world.registerMobile()
    const { data } = dataOf(await client.exportData({}))
    expect(data.events?.map(({ call }) => call)).toEqual(['registerByMobile', 'exportData'])
    expect(JSON.stringify(data.events)).not.toMatch(/address_hash|log_id/)
  })
})

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
