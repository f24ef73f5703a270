import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { signInByPassword } from '../../account-api/domain/account/password-sign-in'
import { signInByEmailCode, signInBySms } from '../../account-api/domain/account/sign-in'
import { bindAddress } from '../../account-api/domain/binding/bind'
import { cancelAccount } from '../../account-api/domain/cancellation/cancellation'
import { sendCode } from '../../account-api/domain/code/sending'
import { setPassword } from '../../account-api/domain/password/change'
import { hashPassword } from '../../account-api/domain/password/hash'
import { bindPlatform, issueProfile } from '../../account-api/domain/platform/platform'
import { issueProof } from '../../account-api/domain/proof/proof'
import type { Service } from '../../account-api/domain/service'
import type { Stores } from '../../account-api/domain/stores'
import { provePassword } from '../../account-api/domain/unbinding/lost-mobile'
import { unbindSignInMethod } from '../../account-api/domain/unbinding/unbind'
import { emailPurpose, mobilePurpose } from '../../contract/purposes'
import { databases } from '../fixtures/databases'
import { proveMobile } from './bindings'
import { goodPassword, registerBoth, registerMobile, stranger, worldOn } from './world'

const another = 'seven lamps over the bay'
const wrong = { ok: false, code: 'wrong_credentials' }

describe.each(databases)('sign-ins while the account changes, on $name', (database) => {
  const world = worldOn(database)

  type Person = Awaited<ReturnType<typeof registerBoth>>

  const from = (turn: number) => ({ clientAddress: `198.51.100.${turn}`, client: 'test' })
  const isPerson = async () => true

  const enter = (service: Service, { mobile }: Person, { turn = 0, endOthers = false } = {}) =>
    signInByPassword(service, {
      identifier: { kind: 'mobile', value: mobile },
      password: goodPassword,
      from: from(turn),
      endOthers,
      isPerson,
    })

  const sessionsOf = async ({ userId }: Person) =>
    (await world.storage.sessions.living(userId, { seen: 0, begun: 0 })).map(({ id }) => id)

  const hashOf = async ({ userId }: Person) => (await world.storage.accounts.profile(userId))?.passwordHash ?? ''

  /** A service that runs `interrupt` before it begins the transaction of this number. */
  const interrupted = (number: number, interrupt: () => Promise<void>): Service => {
    let begun = 0
    const transaction: Service['storage']['transaction'] = async (work) => {
      begun += 1
      if (begun === number) await interrupt()
      return world.storage.transaction(work)
    }
    return { ...world.service, storage: { ...world.storage, transaction } }
  }

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
      const visitor = world.person()
      await visitor.sendCode({ mobile, type: mobilePurpose.resetPassword })
      const code = await world.codeTo(mobile)
      // Its own session is the only one.
      return { keeps: 0, begins: 1, change: () => visitor.resetPasswordByMobile({ mobile, code, password: another }) }
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
      const person = await registerBoth(world)
      const kept = await sessionsOf(person)
      const { keeps, begins = 0, change }: Prepared = await prepare(person)
      const entering = Array.from({ length: 20 }, async (_, turn) => {
        // Some have checked the password before it changes, others check it later.
        await delay(5 * turn)
        // Where a session makes the change, no sign-in may end that session.
        return enter(world.service, person, { turn, endOthers: keeps === 0 && turn % 2 === 1 })
      })
      const changed = change()
      expect(await changed).toMatchObject({ ok: true })
      for (const answer of await Promise.all(entering)) if (!answer.ok) expect(answer).toEqual(wrong)
      const left = await world.storage.sessions.living(person.userId, { seen: 0, begun: 0 })
      expect(left.map(({ id }) => id).filter((id) => kept.includes(id))).toEqual(kept.slice(0, keeps))
      expect(left).toHaveLength(keeps + begins)
      // None of the sign-ins is among them: they all came by the password.
      expect(left.filter(({ id, way }) => way === 'password' && !kept.includes(id))).toEqual([])
    },
  )

  describe('a call in progress when its session ends', () => {
    /** An account and its session, as a call reads them before the session ends. */
    const signedIn = async ({ userId, mobile }: { userId: string; mobile: string }) => {
      const account = await world.storage.accounts.profile(userId)
      const [session] = await world.storage.sessions.living(userId, { seen: 0, begun: 0 })
      if (!account || !session) throw new Error('not signed in')
      return { userId, mobile, person: { account, session } }
    }
    type SignedIn = Awaited<ReturnType<typeof signedIn>>

    const calls: Record<string, (asked: SignedIn) => Promise<(service: Service) => Promise<unknown>>> = {
      'binding an address': async ({ person }) => {
        const { email } = await registerBoth(world)
        const target = { channel: 'email' as const, to: email, type: emailPurpose.bind }
        await sendCode(world.service, target, stranger({ id: person.session.id }))
        const asked = { address: { kind: 'email' as const, value: email }, code: await world.codeTo(email) }
        return (service) =>
          bindAddress(service, { person, ...asked, verifyTicket: undefined, takesOver: true, from: from(1) })
      },
      'unbinding an address': async ({ person }) => {
        return (service) =>
          unbindSignInMethod(service, { person, method: 'mobile', verifyTicket: undefined, from: from(1) })
      },
      'binding a third-party identity': async ({ person, userId }) => {
        const profile = { platform: 'example', openid: userId, name: 'Ann' }
        const ticket = await issueProfile(world.setting, world.storage, profile)
        return (service) =>
          bindPlatform(service, { person, platform: 'example', ticket, replaces: false, from: from(1) })
      },
      cancelling: async ({ person }) => {
        const ticket = await issueProof(world.setting, world.storage, { person, act: 'cancellation' })
        return (service) => cancelAccount(service, { person, ticket, from: from(1) })
      },
      'setting a password': async ({ person }) => {
        await world.storage.accounts.replacePassword(person.account.id, {
          was: person.account.passwordHash,
          becomes: null,
        })
        const account = { ...person.account, passwordHash: null }
        const asked = { account, session: person.session, ticket: undefined, password: another, from: from(1) }
        return (service) => setPassword(service, asked)
      },
    }

    it.each(Object.entries(calls))('security: %s changes nothing', async (_name, prepare) => {
      const asked = await signedIn(await registerMobile(world))
      const call = await prepare(asked)
      const before = await world.storage.accounts.profile(asked.userId)
      const { begin, end } = changing(async () => undefined, asked)
      expect(await call(interrupted(1, begin))).toMatchObject({ ok: false })
      await end()
      expect(await world.storage.accounts.profile(asked.userId)).toEqual(before)
      expect(await world.storage.platforms.of(asked.userId)).toEqual([])
    })
  })

  it('security: a call that began with an old proof does not profit from a newer one', async () => {
    const { client, userId, email } = await registerBoth(world)
    const account = await world.storage.accounts.profile(userId)
    const [session] = await world.storage.sessions.living(userId, { seen: 0, begun: 0 })
    if (!account || !session) throw new Error('not signed in')
    const person = { account, session: { ...session, provenAt: 0 } }
    const stale = { ok: false, code: 'second_verification_required' }
    const asked = { person, verifyTicket: undefined, from: from(1) }
    expect(await unbindSignInMethod(world.service, { ...asked, method: 'email' })).toEqual(stale)
    const address = { kind: 'email' as const, value: email }
    expect(await bindAddress(world.service, { ...asked, address, code: '000000', takesOver: false })).toEqual(stale)
    expect(await client.unbindPlatform({ platform: 'email' })).toMatchObject({ ok: true })
  })

  it('security: a password checked before a change does not sign in after it', async () => {
    const person = await registerBoth(world)
    const was = await hashOf(person)
    const becomes = await hashPassword(world.setting.peppers, another)
    const service = interrupted(1, async () => {
      await world.storage.accounts.replacePassword(person.userId, { was, becomes })
      await world.storage.sessions.endAll(person.userId)
    })
    expect(await enter(service, person)).toEqual(wrong)
    expect(await sessionsOf(person)).toEqual([])
  })

  it('security: a password checked before a change proves nothing after it', async () => {
    const { userId, mobile, ...person } = await registerBoth(world)
    const was = await hashOf({ userId, mobile, ...person })
    const service = interrupted(1, async () => {
      await world.storage.accounts.replacePassword(userId, { was, becomes: 'another' })
    })
    const identifier = { kind: 'mobile' as const, value: mobile }
    const from = { clientAddress: '198.51.100.1', client: 'test' }
    const typed = { identifier, password: goodPassword, from, isPerson }
    expect(await provePassword(service, typed)).toEqual(wrong)
  })

  it('security: a sign-in waits for a change in progress and is checked against its result', async () => {
    const person = await registerBoth(world)
    const was = await hashOf(person)
    const becomes = await hashPassword(world.setting.peppers, another)
    const { begin, end } = changing(({ accounts }) => accounts.replacePassword(person.userId, { was, becomes }), person)
    expect(await enter(interrupted(1, begin), person)).toEqual(wrong)
    await end()
    expect(await sessionsOf(person)).toEqual([])
  })

  it('happy: a right password for an account that is cancelled at that moment answers account_cancelled', async () => {
    const person = await registerBoth(world)
    const service = interrupted(1, async () => {
      await world.storage.cancellations.begin(person.userId, world.setting.now() + 1_000_000)
      await world.storage.sessions.endAll(person.userId)
    })
    expect(await enter(service, person)).toMatchObject({ ok: false, code: 'account_cancelled' })
    expect(await sessionsOf(person)).toEqual([])
  })

  it('security: a right password for an account that is being erased is answered like a wrong one', async () => {
    const person = await registerBoth(world)
    await world.storage.cancellations.begin(person.userId, world.setting.now() - 1)
    const { begin, end } = changing(
      ({ cancellations }) => cancellations.erase(person.userId, world.setting.now()),
      person,
    )
    expect(await enter(interrupted(1, begin), person)).toEqual(wrong)
    await end()
  })

  it('security: a code to a mobile that is being unbound signs nobody in', async () => {
    const person = await registerBoth(world)
    const { userId, mobile } = person
    await world.person().sendCode({ mobile, type: mobilePurpose.login })
    const code = await world.codeTo(mobile)
    const { begin, end } = changing(
      ({ accounts }) => accounts.unbind({ kind: 'mobile', value: mobile, accountId: userId }),
      person,
    )
    const answer = await signInBySms(interrupted(1, begin), {
      target: { channel: 'sms', to: mobile, type: mobilePurpose.login },
      code,
      language: 'en',
      visitor: 'a browser',
      from: from(1),
      endOthers: false,
      registers: false,
    })
    expect(answer).toMatchObject({ ok: false, code: 'not_registered' })
    await end()
    expect(await sessionsOf(person)).toEqual([])
  })

  it('security: a code to an email that is being unbound signs nobody in', async () => {
    const person = await registerBoth(world)
    const { userId, email } = person
    await world.person().sendEmailCode({ email, type: emailPurpose.login })
    const code = await world.codeTo(email)
    const { begin, end } = changing(
      ({ accounts }) => accounts.unbind({ kind: 'email', value: email, accountId: userId }),
      person,
    )
    const target = { channel: 'email' as const, to: email, type: emailPurpose.login }
    const answer = await signInByEmailCode(interrupted(1, begin), { target, code, from: from(1), endOthers: false })
    expect(answer).toMatchObject({ ok: false, code: 'code_expired' })
    await end()
    expect(await sessionsOf(person)).toEqual([])
  })
})
