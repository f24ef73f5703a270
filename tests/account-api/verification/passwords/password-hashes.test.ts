import { hash, parseOptions, verify } from '@node-rs/argon2'
import { afterEach, expect, it } from 'vitest'
import type { Service } from '#account-api/closing/service'
import { signInByPassword } from '#account-api/sign-in/ways/password-sign-in'
import { hashPassword } from '#account-api/verification/hashing/hash'
import { neededPepper, pepperIdOf } from '#account-api/verification/hashing/pepper'
import { emailPurpose } from '#contract/terms/purposes'
import { resetBy } from '#tests/account-api/addresses/binding/bindings'
import { atOnce, describeWorlds, goodPassword, ticketIn, withCostlyHashes } from '#tests/account-api/worlds/worlds'

const cheaper = { memoryCost: 8 * 1024, timeCost: 1, parallelism: 1 }
const another = 'seven lamps over the bay'
const [older, newer] = ['the older one of two peppers for tests', 'the newer one of two peppers for tests']

describeWorlds('stored password hashes on $name', (world) => {
  withCostlyHashes()

  const missing: string[] = []
  /** Gives the account API’s rules other peppers, like a restart. */
  const restartWith = (forNew: string | undefined, ...others: string[]) => {
    const all = forNew === undefined ? others : [forNew, ...others]
    world.deployment.peppers = { forNew, all, onMissing: (id) => missing.push(id) }
  }
  afterEach(() => {
    restartWith(undefined)
    missing.length = 0
  })

  const hashOf = async (userId: string) => (await world.storage.accounts.profile(userId))?.passwordHash ?? ''

  const outdate = async (userId: string): Promise<string> => {
    const becomes = await hash(goodPassword, cheaper)
    expect(await world.storage.accounts.rehash(userId, { was: await hashOf(userId), becomes })).toBe(true)
    return becomes
  }

  const olderAccount = async () => {
    const account = await world.registerMobile()
    return { ...account, outdated: await outdate(account.userId) }
  }

  const signIn = (account: string, password = goodPassword) =>
    world.person().accountLoginV2({ account, password, need_frozen_user: 1 })

  it('happy: a sign-in replaces an older hash by one with current parameters, once, and a wrong password does not', async () => {
    const { mobile, userId, client, outdated } = await olderAccount()
    expect(await signIn(mobile, 'not the password')).toMatchObject({ code: 'wrong_credentials' })
    expect(await hashOf(userId)).toBe(outdated)
    expect(await signIn(mobile)).toMatchObject({ ok: true, data: { user_id: userId } })
    const replaced = await hashOf(userId)
    expect(replaced).not.toBe(outdated)
    expect(parseOptions(replaced)).toMatchObject({ memoryCost: 19 * 1024, timeCost: 2 })
    expect(await client.accountInfo({})).toMatchObject({ ok: true })
    expect(await signIn(mobile)).toMatchObject({ ok: true })
    expect(await hashOf(userId)).toBe(replaced)
    expect(await world.sessionsOf(userId)).toHaveLength(3)
  })

  it('happy: five concurrent sign-ins to an account with an older hash all succeed', async () => {
    const { mobile, userId } = await olderAccount()
    for (const answer of await atOnce(5, () => signIn(mobile))) expect(answer).toMatchObject({ ok: true })
    expect(await world.sessionsOf(userId)).toHaveLength(6)
  })

  it('security: a sign-in with the old password during a change must not restore the old password', async () => {
    const { mobile, userId, client } = await olderAccount()
    let begun = 0
    const changed: string[] = []
    const transaction: Service['storage']['transaction'] = async (work) => {
      begun += 1
      // The transaction of a sign-in begins the session; the password was judged before.
      if (begun === 1) {
        const change = { current_password: goodPassword, password: another }
        expect(await client.updatePassword(change)).toMatchObject({ ok: true })
        changed.push(await hashOf(userId))
      }
      return world.storage.transaction(work)
    }
    const service = { ...world.service, storage: { ...world.storage, transaction } }
    const entered = await signInByPassword(service, {
      identifier: { kind: 'mobile', value: mobile },
      password: goodPassword,
      from: { clientAddress: '198.51.100.9', client: 'test' },
      endOthers: true,
      isPerson: async () => true,
    })
    expect(entered).toEqual({ ok: false, code: 'wrong_credentials' })
    expect(begun).toBe(1)
    expect([await hashOf(userId)]).toEqual(changed)
    expect(await world.sessionsOf(userId)).toHaveLength(1)
  })

  it('happy: a cancelled account is offered a restoration, and keeps its hash until then', async () => {
    const { mobile, userId, outdated } = await olderAccount()
    await world.storage.standing.cancel(userId, Date.now() + 60_000)
    const offered = await signIn(mobile)
    expect(offered).toMatchObject({ code: 'account_cancelled' })
    expect(await hashOf(userId)).toBe(outdated)
    expect(await world.person().undoCancellation({ ticket: ticketIn(offered) })).toMatchObject({ ok: true })
    expect(await signIn(mobile)).toMatchObject({ ok: true })
    expect(await hashOf(userId)).not.toBe(outdated)
  })

  it('error: a reset link ends with the hash that it was issued for, and the next link works', async () => {
    const { email, userId } = await world.registerEmail()
    await outdate(userId)
    const link = async () => {
      await world.codeFor(email, emailPurpose.resetPassword)
      return world.linkTicketTo(email)
    }
    const before = await link()
    expect(await signIn(email)).toMatchObject({ ok: true, data: { user_id: userId } })
    const reset = (ticket: string) => world.person().resetPasswordByTicket({ ticket, password: another })
    expect(await reset(before)).toMatchObject({ code: 'ticket_refused' })
    world.passMinutes(1)
    expect(await reset(await link())).toMatchObject({ ok: true })
    expect(await signIn(email, another)).toMatchObject({ ok: true })
  })

  it('security: a thief has the database and tries out passwords, without the pepper', async () => {
    restartWith(newer)
    const { mobile, userId } = await world.registerMobile()
    const stolen = await hashOf(userId)
    const bare = stolen.replace(/,keyid=[^$]+/, '')
    for (const hashed of [stolen, bare]) {
      expect(await verify(hashed, goodPassword)).toBe(false)
      expect(await verify(hashed, goodPassword, { secret: Buffer.from(pepperIdOf(newer)) })).toBe(false)
    }
    // An account API without the pepper, or with another, does not accept it either.
    for (const other of [undefined, older]) {
      restartWith(other)
      expect(await signIn(mobile)).toMatchObject({ code: 'wrong_credentials' })
    }
    restartWith(newer)
    expect(await signIn(mobile)).toMatchObject({ ok: true })
  })

  it('security: a hash names its pepper by an id that is not derived from the pepper', async () => {
    const hashed = await hashPassword({ forNew: newer }, goodPassword)
    expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1,keyid=[A-Za-z0-9+/]{8}\$[^$]+\$[^$]+$/)
    expect(neededPepper(hashed)).toBe(pepperIdOf(newer))
    expect(Buffer.from(newer).toString('base64')).not.toContain(pepperIdOf(newer))
    expect(pepperIdOf(older)).not.toBe(pepperIdOf(newer))
  })

  it('happy: a pepper is introduced, replaced and removed, and each sign-in updates its hash', async () => {
    const { mobile, userId } = await world.registerMobile()
    const { mobile: resting } = await world.registerMobile()
    const steps: [forNew: string | undefined, ...others: string[]][] = [
      [undefined, older],
      [older],
      [older, newer],
      [newer, older],
      [newer],
      [undefined, newer],
      [undefined],
    ]
    for (const [forNew, ...others] of steps) {
      restartWith(forNew, ...others)
      expect(await signIn(mobile)).toMatchObject({ ok: true })
      expect(neededPepper(await hashOf(userId))).toBe(forNew && pepperIdOf(forNew))
      expect(await signIn(resting, 'not the password')).toMatchObject({ code: 'wrong_credentials' })
      world.passMinutes(30)
    }
    expect(missing).toEqual([])
  })

  it('error: an account whose hash needs a missing pepper can only reset its password, and the log names the pepper', async () => {
    restartWith(older)
    const { mobile, userId } = await world.registerMobile()
    restartWith(newer)
    expect(await signIn(mobile)).toEqual({ ...(await signIn('nobody@example.com')), logId: expect.any(String) })
    expect(missing).toEqual([pepperIdOf(older)])
    expect(await resetBy(world, mobile, another)).toMatchObject({ ok: true })
    expect(await signIn(mobile, another)).toMatchObject({ ok: true })
    expect(neededPepper(await hashOf(userId))).toBe(pepperIdOf(newer))
  })
})
