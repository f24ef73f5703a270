import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { bindAddress } from '#account-api/addresses/binding/bind'
import { provePassword } from '#account-api/addresses/binding/lost-mobile'
import { bindPlatform, issueProfile } from '#account-api/addresses/platforms/platform'
import { cancelAccount } from '#account-api/closing/cancellation/cancellation'
import type { Service, Stores } from '#account-api/closing/service'
import { signInByPassword } from '#account-api/sign-in/ways/password-sign-in'
import { signInByEmailCode, signInBySms } from '#account-api/sign-in/ways/sign-in'
import { sendCode } from '#account-api/verification/codes/sending'
import { hashPassword } from '#account-api/verification/hashing/hash'
import { unbindOwn } from '#account-api/verification/methods/remove'
import { resetWrongPasswords } from '#account-api/verification/password-guesses/wrong-passwords'
import { setPassword } from '#account-api/verification/passwords/change'
import { issueProof } from '#account-api/verification/proofs/proof'
import {
  askForSecondVerification,
  verifyByCode,
  verifyByPassword,
} from '#account-api/verification/second/second-verification'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { proveMobile } from '#tests/account-api/addresses/binding/bindings'
import { atOnce, describeWorlds, goodPassword, stranger, type World } from '#tests/account-api/worlds/worlds'
import { lookInto } from '#tests/fixtures/databases/look-into'

const another = 'seven lamps over the bay'
const wrong = { ok: false, code: 'wrong_credentials' }

/** A service that runs `interrupt` before it begins the transaction of this number. */
const interruptedIn = (world: World, number: number, interrupt: () => Promise<unknown>): Service => {
  let begun = 0
  const transaction: Service['storage']['transaction'] = async (work) => {
    begun += 1
    if (begun === number) await interrupt()
    return world.storage.transaction(work)
  }
  return { ...world.service, storage: { ...world.storage, transaction } }
}

describeWorlds('sign-ins while the account changes, on $name', (world) => {
  type Person = Awaited<ReturnType<World['registerBoth']>>

  const from = (turn: number) => ({ clientAddress: `198.51.100.${turn}`, client: 'test' })

  const typed = ({ mobile }: Person, turn = 0) => ({
    identifier: { kind: 'mobile' as const, value: mobile },
    password: goodPassword,
    from: from(turn),
    isPerson: async () => true,
  })

  const enter = (service: Service, person: Person, { turn = 0, endOthers = false } = {}) =>
    signInByPassword(service, { ...typed(person, turn), endOthers })

  const hashOf = async ({ userId }: Person) => (await world.storage.accounts.profile(userId))?.passwordHash ?? ''

  const interrupted = (number: number, interrupt: () => Promise<unknown>) => interruptedIn(world, number, interrupt)

  /** A change whose transaction is open once `begin` resolves. It ends all sessions 200 ms later and commits. */
  const changing = (change: (stores: Stores) => Promise<unknown>, { userId }: { userId: string }) => {
    let changed: Promise<void> = Promise.resolve()
    const begin = () =>
      new Promise<void>((begun, failed) => {
        changed = world.storage.transaction(async (stores) => {
          await stores.accounts.lock(userId)
          await change(stores)
          begun()
          await delay(200)
          await stores.sessions.endAll(userId)
        })
        changed.catch(failed)
      })
    return { begin, end: () => changed }
  }

  /** How many sessions a change keeps, and how many it begins. */
  interface Prepared {
    keeps: number
    begins?: number
    change: () => Promise<{ ok: boolean }>
  }

  const changes = {
    'a reset': async ({ mobile }: Person) => {
      const given = { mobile, code: await world.codeFor(mobile, mobilePurpose.resetPassword), password: another }
      // Its own session is the only one.
      return { keeps: 0, begins: 1, change: () => world.person().resetPasswordByMobile(given) }
    },
    'a change with the current password': async ({ client }: Person) => ({
      keeps: 1,
      change: () => client.updatePassword({ current_password: goodPassword, password: another }),
    }),
    'a change with a proven mobile': async ({ client, mobile }: Person) => {
      const verify_ticket = await proveMobile(world, client, mobile, 'password')
      return { keeps: 1, change: () => client.changePassword({ verify_ticket, password: another }) }
    },
  }

  it.each(Object.entries(changes))(
    'security: none of 20 sign-ins with the old password during %s keeps a session',
    async (_name, prepare) => {
      const person = await world.registerBoth()
      const kept = (await world.sessionsOf(person.userId)).map(({ id }) => id)
      const { keeps, begins = 0, change }: Prepared = await prepare(person)
      const entering = atOnce(20, async (turn) => {
        // Some have checked the password before it changes, others check it later.
        await delay(5 * turn)
        // Where a session makes the change, no sign-in may end that session.
        return enter(world.service, person, { turn, endOthers: keeps === 0 && turn % 2 === 1 })
      })
      expect(await change()).toMatchObject({ ok: true })
      for (const answer of await entering) if (!answer.ok) expect(answer).toEqual(wrong)
      const left = await world.sessionsOf(person.userId)
      expect(left.map(({ id }) => id).filter((id) => kept.includes(id))).toEqual(kept.slice(0, keeps))
      expect(left).toHaveLength(keeps + begins)
      // None of the sign-ins is among them: they all came by the password.
      expect(left.filter(({ id, way }) => way === 'password' && !kept.includes(id))).toEqual([])
    },
  )

  it('security: a reset of wrong passwords and a sign-in wait for rows in the same order, so neither is repeated', async () => {
    const { userId: accountId, mobile } = await world.registerMobile()
    const identifier = { name: 'passwordsForAnIdentifier', subject: `mobile:${mobile}`, part: '' }
    const rows = [{ name: 'passwordsForAnAccount', subject: accountId, part: '' }, identifier]
    const fill = ({ buckets }: Pick<Stores, 'buckets'>, row: typeof identifier) =>
      buckets.add(row, { at: world.deployment.now(), leakMs: 1000, most: 9 })
    for (const row of rows) await fill(world.storage, row)
    const reset = {
      accountId,
      identifiers: [{ kind: 'mobile' as const, value: mobile }],
      from: { clientAddress: '192.0.2.1', client: '' },
    }
    let begun = 0
    const counting = world.storage.transaction(async (stores) => {
      begun += 1
      for (const row of rows) {
        await fill(stores, row)
        await delay(200)
      }
    })
    await delay(50)
    await world.storage.transaction(async (stores) => {
      begun += 1
      await resetWrongPasswords(stores, reset)
    })
    await counting
    expect(begun).toBe(2)
  })

  it.each(['an attempt', 'a tally'])('error: %s that ends in a deadlock is counted again', async (what) => {
    const at = world.deployment.now()
    const rule = { subject: null, durationMs: 1000, cap: 9, by: 1, at, expiresAt: at + 1000 }
    const first = { key: `${what} first`, ...rule }
    const second = { key: `${what} second`, ...rule }
    const holding = world.storage.transaction(async ({ counters }) => {
      await counters.add(second.key, second)
      await delay(200)
      await counters.add(first.key, first)
    })
    await delay(50)
    const { counters, tries } = world.storage
    const buckets = [{ name: 'signIns', subject: what, part: '', leakMs: 1000, most: 9 }]
    const attempt = { at, gate: first, counters: [second], buckets, guess: undefined }
    await (what === 'a tally' ? counters.addAll([first, second]) : tries.count(attempt))
    await holding
    expect([...(await counters.readAll([first.key, second.key])).values()]).toEqual([2, 2])
  })

  type Asked = Awaited<ReturnType<World['personOf']>>

  const calls: Record<string, (person: Asked) => Promise<(service: Service) => Promise<unknown>>> = {
    'binding an address': async (person) => {
      const { email } = await world.registerBoth()
      const target = { channel: 'email' as const, to: email, type: emailPurpose.bind }
      await sendCode(world.service, target, stranger({ id: person.session.id }))
      const asked = { address: { kind: 'email' as const, value: email }, code: await world.codeTo(email) }
      return (service) =>
        bindAddress(service, { person, ...asked, verifyTicket: undefined, takesOver: true, from: from(1) })
    },
    'unbinding an address': async (person) => {
      return (service) => unbindOwn(service, { person, method: 'mobile', verifyTicket: undefined, from: from(1) })
    },
    'binding a third-party identity': async (person) => {
      const profile = { platform: 'example', openid: person.account.id, name: 'Ann' }
      const ticket = await issueProfile(world.service, profile)
      return (service) => bindPlatform(service, { person, platform: 'example', ticket, replaces: false, from: from(1) })
    },
    cancelling: async (person) => {
      const ticket = await world.storage.transaction((stores) => issueProof(stores, { person, act: 'cancellation' }))
      return (service) => cancelAccount(service, { person, ticket, from: from(1) })
    },
    'setting a password': async (person) => {
      const was = person.account.passwordHash
      await world.storage.accounts.replacePassword(person.account.id, { was, becomes: null })
      const account = { ...person.account, passwordHash: null }
      const asked = { account, session: person.session, ticket: undefined, password: another, from: from(1) }
      return (service) => setPassword(service, asked)
    },
  }

  it.each(Object.entries(calls))(
    'security: %s whose session ends meanwhile changes nothing',
    async (_name, prepare) => {
      const { userId } = await world.registerMobile()
      const call = await prepare(await world.personOf(userId))
      const before = await world.storage.accounts.profile(userId)
      const { begin, end } = changing(async () => undefined, { userId })
      expect(await call(interrupted(1, begin))).toMatchObject({ ok: false })
      await end()
      expect(await world.storage.accounts.profile(userId)).toEqual(before)
      expect(await world.storage.platforms.of(userId)).toEqual([])
    },
  )

  it('security: a call that began with an old proof does not benefit from a newer one', async () => {
    const { client, userId, email } = await world.registerBoth()
    const { account, session } = await world.personOf(userId)
    const person = { account, session: { ...session, provenAt: 0 } }
    const stale = { ok: false, code: 'second_verification_required' }
    const asked = { person, verifyTicket: undefined, from: from(1) }
    expect(await unbindOwn(world.service, { ...asked, method: 'email' })).toEqual(stale)
    const address = { kind: 'email' as const, value: email }
    expect(await bindAddress(world.service, { ...asked, address, code: '000000', takesOver: false })).toEqual(stale)
    expect(await client.unbindPlatform({ platform: 'email' })).toMatchObject({ ok: true })
  })

  it('security: a password checked before a change neither signs in nor proves anything after it', async () => {
    const person = await world.registerBoth()
    const was = await hashOf(person)
    const becomes = await hashPassword(world.deployment.peppers, another)
    const changed = () => world.storage.accounts.replacePassword(person.userId, { was, becomes })
    expect(await provePassword(interrupted(1, changed), typed(person))).toEqual(wrong)
    await world.storage.accounts.replacePassword(person.userId, { was: becomes, becomes: was })
    const service = interrupted(1, async () => {
      await changed()
      await world.storage.sessions.endAll(person.userId)
    })
    expect(await enter(service, person)).toEqual(wrong)
    expect(await world.sessionsOf(person.userId)).toEqual([])
  })

  const now = () => world.deployment.now()
  const concurrent: [
    string,
    string,
    (stores: Stores, person: Person & { was: string; becomes: string }) => Promise<unknown>,
  ][] = [
    [
      'security: a sign-in waits for a change of the password and is checked against the new state',
      'wrong_credentials',
      ({ accounts }, { userId, was, becomes }) => accounts.replacePassword(userId, { was, becomes }),
    ],
    [
      'happy: a right password for an account cancelled at that moment returns account_cancelled',
      'account_cancelled',
      ({ standing }, { userId }) => standing.cancel(userId, now() + 1_000_000),
    ],
    [
      'security: a thief signs in with the right password while an operator suspends the account: no session remains',
      'account_frozen',
      ({ standing }, { userId }) => standing.suspend(userId, { at: now(), reason: 'stolen' }),
    ],
    [
      'security: a right password for an account that is being erased gets the answer of a wrong one',
      'wrong_credentials',
      async ({ standing }, { userId }) => {
        await standing.cancel(userId, now() - 1)
        await standing.erase(userId, now())
      },
    ],
  ]

  it.each(concurrent)('%s', async (_, code, change) => {
    const registered = await world.registerBoth()
    const becomes = await hashPassword(world.deployment.peppers, another)
    const person = { ...registered, was: await hashOf(registered), becomes }
    const { begin, end } = changing((stores) => change(stores, person), person)
    expect(await enter(interrupted(1, begin), person)).toMatchObject({ ok: false, code })
    await end()
    expect(await world.sessionsOf(person.userId)).toEqual([])
  })

  const byCode = {
    mobile: (service: Service, { mobile: to }: Person, code: string) =>
      signInBySms(service, {
        target: { channel: 'sms', to, type: mobilePurpose.login },
        code,
        language: 'en',
        visitor: 'a browser',
        from: from(1),
        endOthers: false,
        registers: false,
      }),
    email: (service: Service, { email: to }: Person, code: string) =>
      signInByEmailCode(service, {
        target: { channel: 'email', to, type: emailPurpose.login },
        code,
        from: from(1),
        endOthers: false,
      }),
  }

  it.each([
    ['mobile', 'not_registered'],
    ['email', 'code_expired'],
  ] as const)('security: a code to the %s that is being unbound signs nobody in: %s', async (kind, refusal) => {
    const person = await world.registerBoth()
    const bound = { kind, value: person[kind], accountId: person.userId }
    const code = await world.codeFor(person[kind], { mobile: mobilePurpose, email: emailPurpose }[kind].login)
    const { begin, end } = changing(({ accounts }) => accounts.unbind(bound), person)
    expect(await byCode[kind](interrupted(1, begin), person, code)).toMatchObject({ ok: false, code: refusal })
    await end()
    expect(await world.sessionsOf(person.userId)).toEqual([])
  })
})

describeWorlds('second verifications while the account changes, on $name', (world) => {
  const refused = { ok: false, code: 'ticket_refused' }

  const interruptedBy = (interrupt: () => Promise<unknown>) => interruptedIn(world, 1, interrupt)

  /** A person at a session, with a key and a code for a second verification. */
  const asked = async () => {
    const { userId, mobile, client } = await world.registerMobile()
    const person = await world.personOf(userId)
    const { key } = await askForSecondVerification(world.service, { person, act: 'binding' })
    const code = await world.codeFor(mobile, mobilePurpose.verifyOld, client)
    const judged = { account: person.account, isEarlier: false, uncount: async () => undefined }
    const typed = { method: 'mobile' as const, code, clientAddress: '198.51.100.1' }
    return { userId, mobile, client, person, key, judged, ...typed }
  }

  const unusedCodes = async (mobile: string): Promise<number> => {
    const unused = `select target from codes where used_at is null and target = '${mobile}' and purpose = `
    return (await lookInto(world.place, unused + mobilePurpose.verifyOld)).length
  }

  const proofs = async (userId: string): Promise<number> => {
    const proven = `select purpose from tickets where account_id = '${userId}' and purpose like 'proof:%'`
    return (await lookInto(world.place, proven)).length
  }

  it('security: a session that ends meanwhile is not renewed, gets no proof, and leaves the code unused', async () => {
    const given = await asked()
    const service = interruptedBy(() => world.storage.sessions.endAll(given.userId))
    expect(await verifyByCode(service, given)).toEqual(refused)
    expect(await verifyByPassword(service, given)).toBeUndefined()
    expect(await proofs(given.userId)).toBe(0)
    expect(await unusedCodes(given.mobile)).toBe(1)
  })

  it('security: a password that changes after it was judged gives no proof', async () => {
    const given = await asked()
    const service = interruptedBy(async () => {
      const was = given.person.account.passwordHash
      await world.storage.accounts.replacePassword(given.userId, { was, becomes: 'another' })
    })
    expect(await verifyByPassword(service, given)).toBeUndefined()
    expect(await proofs(given.userId)).toBe(0)
  })

  it('security: a key of one account’s session is refused to another account, even with that session', async () => {
    const [given, { key, person, userId }] = [await asked(), await asked()]
    const mixed = { ...given, key, person: { ...given.person, session: person.session } }
    expect(await verifyByCode(world.service, mixed)).toEqual(refused)
    expect(await verifyByPassword(world.service, mixed)).toBeUndefined()
    expect([await proofs(given.userId), await proofs(userId), await unusedCodes(given.mobile)]).toEqual([0, 0, 1])
  })
})
