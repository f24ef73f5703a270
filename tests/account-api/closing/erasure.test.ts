import { afterAll, beforeAll, expect, it } from 'vitest'
import { undoCancellation } from '#account-api/accounts/standing/restore'
import { eraseDue, startErasing } from '#account-api/closing/cancellation/erasure'
import { type OpenStorage, openStorage, storageWith } from '#account-api/start/storage'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { cancelByMobile, claimEmail, mobileCode, restoreTicket } from '#tests/account-api/addresses/binding/bindings'
import { setRecovery } from '#tests/account-api/addresses/recovery-email/recovery-emails'
import { deliverBy } from '#tests/account-api/channels/deliveries'
import { atOnce, describeWorlds, goodPassword, refused } from '#tests/account-api/worlds/worlds'
import { accountColumns, everyRow } from '#tests/fixtures/databases/tables'
import { eventually } from '#tests/fixtures/time/eventually'

const thirtyDaysInMinutes = 30 * 24 * 60
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

describeWorlds('erasing cancelled accounts on $name', (world, database) => {
  let secondCopy: OpenStorage
  beforeAll(() => {
    // Only one process opens a SQLite file; several share PostgreSQL.
    secondCopy = database.name === 'SQLite' ? world.storage : storageWith(world.deployment, openStorage(world.place))
  })
  afterAll(async () => {
    if (secondCopy !== world.storage) await secondCopy.close()
  })

  const cancelled = async () => {
    const person = await world.registerMobile()
    await cancelByMobile(world, person)
    return person
  }

  const isThere = async (userId: string) => (await world.storage.accounts.profile(userId)) !== undefined

  /** The columns in which a text occurs, as `table.column`. */
  const placesOf = async (text: string): Promise<string[]> => {
    const places = new Set<string>()
    for (const [table, rows] of Object.entries(await everyRow(world.place)))
      for (const row of rows)
        for (const [column, value] of Object.entries(row))
          if (String(value).includes(text)) places.add(`${table}.${column}`)
    return [...places].sort()
  }

  /** An account with both addresses, a recovery address, a password and a third-party identity. */
  const livedIn = async () => {
    const person = await world.registerBoth()
    const { userId } = person
    const at = world.deployment.now()
    await world.storage.platforms.bind({ platform: 'example', openid: userId, accountId: userId, name: 'Ann', at })
    const username = (await world.storage.accounts.profile(userId))?.username ?? ''
    const recovery = await setRecovery(world, person.client)
    return { ...person, username, texts: [userId, person.mobile, person.email, username, recovery] }
  }

  /** Adds the rows that strangers can cause for an address, shortly before the erasure. */
  const leaveTraces = async ({ mobile, email, username }: Awaited<ReturnType<typeof livedIn>>) => {
    const guesser = world.person()
    for (const account of [mobile, email, username])
      await guesser.accountLoginV2({ account, password: 'not the password' })
    await world.validatedTicket(mobile, mobilePurpose.notSignedIn)
    await guesser.sendEmailCode({ email, type: emailPurpose.resetPassword })
    await world.person().accountLoginV2({ account: email, password: goodPassword })
    // Another account proves the mobile, and holds a ticket whose value has it inside.
    const { client } = await world.registerEmail()
    await refused(client.bindMobile({ mobile, code: await mobileCode(world, client, mobile) }), 'held_by_other')
  }

  it('security: every column that names an account cascades when it is deleted', async () => {
    const { all, cascading } = await accountColumns(world.place)
    expect(all.length).toBeGreaterThan(5)
    expect(cascading).toEqual(expect.arrayContaining(all))
  })

  it('security: an erasure leaves neither the account nor its addresses in any table', async () => {
    const person = await livedIn()
    const { texts } = person
    await cancelByMobile(world, person)
    world.passMinutes(thirtyDaysInMinutes + 1)
    await leaveTraces(person)
    const placesOfAll = async () => (await Promise.all(texts.map(placesOf))).flat()
    const before = await placesOfAll()
    // The rows exist before the erasure.
    for (const place of ['codes.target', 'counters.key', 'identifiers.value', 'outbox.recipient', 'tickets.value'])
      expect(before).toContain(place)
    expect(await eraseDue(world.service)).toBe(1)
    // Only the last message remains until it is delivered.
    expect(await placesOfAll()).toEqual(['outbox.recipient', 'outbox.recipient'])
    const [message] = await world.storage.outbox.newest(person.mobile, 100)
    expect(message).toMatchObject({ purpose: 'erased', code: null, link: null })
    expect(message?.body).toContain('was deleted')

    const delivered: string[] = []
    const deliver = async ({ to }: { to: string }) => void delivered.push(to)
    const stop = deliverBy(world, { sms: deliver, email: deliver })
    const gone = async () => ((await placesOfAll()).length === 0 ? true : undefined)
    await eventually('the last message to be forgotten', gone)
    await stop()
    expect(delivered).toEqual(expect.arrayContaining([person.mobile, person.email]))
  })

  it('security: another account’s data at a recovery address shared by both stays', async () => {
    const [ann, bob] = [await livedIn(), await world.registerBoth()]
    const { recoveryEmail } = await world.profileOf(ann.userId)
    await setRecovery(world, bob.client, recoveryEmail ?? '')
    await cancelByMobile(world, ann)
    world.passMinutes(thirtyDaysInMinutes + 1)
    expect(await eraseDue(world.service)).toBe(1)
    expect(await world.profileOf(bob.userId)).toMatchObject({ recoveryEmail })
    expect(await world.messagesTo(recoveryEmail ?? '')).toBeGreaterThan(0)
  })

  it('happy: an account is not erased before its day, or after it was restored', async () => {
    const waits = await cancelled()
    world.passMinutes(thirtyDaysInMinutes - 20)
    expect(await eraseDue(world.service)).toBe(0)
    const restored = await cancelled()
    await world.person().undoCancellation({ ticket: await restoreTicket(world, restored.mobile) })
    world.passMinutes(21)
    expect(await eraseDue(world.service)).toBe(1)
    expect([await isThere(waits.userId), await isThere(restored.userId)]).toEqual([false, true])
    world.passMinutes(thirtyDaysInMinutes)
    expect(await eraseDue(world.service)).toBe(0)
    expect(await isThere(restored.userId)).toBe(true)
  })

  it('happy: the worker erases due accounts, and then stops', async () => {
    const people = await atOnce(3, cancelled)
    world.passMinutes(thirtyDaysInMinutes + 1)
    const stop = startErasing(world.service, quiet)
    const allGone = async () =>
      (await Promise.all(people.map(({ userId }) => isThere(userId)))).includes(true) ? undefined : true
    await eventually('the erasure', allGone)
    await stop()
  })

  it('security: workers that race erase each account once and send one message', async () => {
    const people = await atOnce(20, cancelled)
    world.passMinutes(thirtyDaysInMinutes + 1)
    const other = { ...world.service, storage: secondCopy }
    const erased = await Promise.all([eraseDue(world.service), eraseDue(other), eraseDue(world.service)])
    expect(erased.reduce((sum, each) => sum + each)).toBe(20)
    for (const { mobile } of people) expect(await world.newsTo(mobile, 100)).toEqual(['erased'])
  })

  it('security: either an erasure or a concurrent restoration succeeds, never both', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { mobile, userId } = await cancelled()
      world.passMinutes(thirtyDaysInMinutes + 1)
      const ticket = await restoreTicket(world, mobile)
      const from = { clientAddress: '203.0.113.1', client: 'test' }
      const other = { ...world.service, storage: secondCopy }
      const restore = () => undoCancellation(other, { ticket, from })
      // They take turns in starting first.
      const erasing = round % 2 === 0 ? undefined : eraseDue(world.service)
      const [restored, erased] = await Promise.all([restore(), erasing ?? eraseDue(world.service)])
      expect(erased).toBe(restored.ok ? 0 : 1)
      expect(await isThere(userId)).toBe(restored.ok)
      expect(await world.toldLast(mobile)).toMatchObject({ purpose: restored.ok ? 'cancellation_undone' : 'erased' })
    }
  })

  it('security: erasing an account with an unproven email keeps the codes of the account that proved it', async () => {
    const { email, userId } = await claimEmail(world)
    const owner = world.person()
    const registering = await world.codeFor(email, emailPurpose.register, owner)
    // The claim ends when the email is proven, but can be made again.
    await owner.registerByEmail({ email, code: registering, password: goodPassword })
    await world.storage.accounts.claimEmail({ accountId: userId, email, at: world.deployment.now() })
    await world.storage.standing.cancel(userId, world.deployment.now() + 1)
    world.passMinutes(1)
    const code = await world.codeFor(email, emailPurpose.verifyOld, owner)
    expect(await eraseDue(world.service)).toBe(1)
    expect(await owner.verifyEmail({ code, type: emailPurpose.verifyOld })).toMatchObject({ ok: true })
  })

  it('security: an erasure deletes every trace of an unproven email that nobody else has', async () => {
    const { email, userId } = await claimEmail(world)
    expect(await placesOf(email)).toContain('outbox.recipient')
    // Nobody has the email, so these are counted under their own name.
    await world.person().accountLoginV2({ account: email, password: 'not the password' })
    expect(await placesOf(`none:email:${email}`)).toEqual(['buckets.subject', 'counters.key', 'counters.subject'])
    await world.storage.standing.cancel(userId, world.deployment.now())
    expect(await eraseDue(world.service)).toBe(1)
    expect(await placesOf(email)).toEqual([])
  })
})
