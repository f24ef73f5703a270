import { describe, expect, it } from 'vitest'
import {
  askForSecondVerification,
  verifyByCode,
  verifyByPassword,
} from '../../account-api/domain/second-verification/second-verification'
import type { Service } from '../../account-api/domain/service'
import { mobilePurpose } from '../../contract/purposes'
import { databases } from '../fixtures/databases'
import { lookInto } from '../fixtures/look-into'
import { registerMobile, worldOn } from './world'

describe.each(databases)('second verifications while the account changes, on $name', (database) => {
  const world = worldOn(database)

  const refused = { ok: false, code: 'ticket_refused' }

  /** A service that runs `interrupt` before it begins a transaction. */
  const interruptedBy = (interrupt: () => Promise<unknown>): Service => {
    const transaction: Service['storage']['transaction'] = async (work) => {
      await interrupt()
      return world.storage.transaction(work)
    }
    return { ...world.service, storage: { ...world.storage, transaction } }
  }

  /** A person at a session, with a key and a code for a second verification. */
  const asked = async () => {
    const { userId, mobile, client, jar } = await registerMobile(world)
    const account = await world.storage.accounts.profile(userId)
    const [session] = await world.storage.sessions.living(userId, { seen: 0, begun: 0 })
    if (!account || !session) throw new Error('not signed in')
    const person = { account, session }
    const { key } = await askForSecondVerification(world.service, { person, act: 'binding' })
    await client.sendCode({ mobile, type: mobilePurpose.verifyOld })
    const typed = { method: 'mobile' as const, code: await world.codeTo(mobile), clientAddress: '198.51.100.1' }
    return { userId, mobile, client, jar, person, key, ...typed }
  }

  const judgedOf = ({ person }: Awaited<ReturnType<typeof asked>>) => ({
    account: person.account,
    forget: async () => undefined,
  })

  const unusedCodes = async (mobile: string): Promise<number> => {
    const rows = await lookInto<{ target: string; purpose: number; used_at: number | null }>(
      world.place,
      'select target, purpose, used_at from codes where used_at is null',
    )
    return rows.filter(({ target, purpose }) => target === mobile && purpose === mobilePurpose.verifyOld).length
  }

  const proofs = async (userId: string): Promise<number> => {
    const rows = await lookInto<{ account_id: string; purpose: string }>(
      world.place,
      'select account_id, purpose from tickets',
    )
    return rows.filter((row) => row.account_id === userId && row.purpose.startsWith('proof:')).length
  }

  it('happy: a code renews the session that asked', async () => {
    const given = await asked()
    expect(await verifyByCode(world.service, given)).toMatchObject({
      ok: true,
      session: { id: given.person.session.id },
    })
    expect(await proofs(given.userId)).toBe(1)
  })

  it('security: a session that ends meanwhile is not renewed, gets no proof, and leaves the code', async () => {
    const given = await asked()
    const service = interruptedBy(() => world.storage.sessions.endAll(given.userId))
    expect(await verifyByCode(service, given)).toEqual(refused)
    expect(await verifyByPassword(service, { ...given, judged: judgedOf(given) })).toBeUndefined()
    expect(await proofs(given.userId)).toBe(0)
    expect(await unusedCodes(given.mobile)).toBe(1)
  })

  it('security: an account that is erased meanwhile gets no proof', async () => {
    const given = await asked()
    const service = interruptedBy(async () => {
      await world.storage.cancellations.begin(given.userId, world.setting.now() - 1)
      await world.storage.cancellations.erase(given.userId, world.setting.now())
    })
    expect(await verifyByCode(service, given)).toEqual(refused)
    expect(await verifyByPassword(service, { ...given, judged: judgedOf(given) })).toBeUndefined()
  })

  it('security: a password that changes after it was judged gives no proof', async () => {
    const given = await asked()
    const service = interruptedBy(async () => {
      const was = given.person.account.passwordHash
      await world.storage.accounts.replacePassword(given.userId, { was, becomes: 'another' })
    })
    expect(await verifyByPassword(service, { ...given, judged: judgedOf(given) })).toBeUndefined()
    expect(await proofs(given.userId)).toBe(0)
  })

  it('security: the key of another account’s session is refused, whatever session comes with it', async () => {
    const [given, other] = [await asked(), await asked()]
    const mixed = [
      { ...given, key: other.key },
      { ...given, key: other.key, person: { account: given.person.account, session: other.person.session } },
      { ...given, person: { account: given.person.account, session: other.person.session } },
    ]
    for (const each of mixed) {
      expect(await verifyByCode(world.service, each)).toEqual(refused)
      expect(await verifyByPassword(world.service, { ...each, judged: judgedOf(given) })).toBeUndefined()
    }
    const way = 'mobile'
    expect(await given.client.verifySecond({ sms_code_key: other.key, way, code: given.code })).toMatchObject(refused)
    expect(await given.client.secondVerificationWays({ sms_code_key: other.key })).toMatchObject(refused)
    for (const { userId, mobile } of [given, other]) {
      expect(await proofs(userId)).toBe(0)
      expect(await unusedCodes(mobile)).toBe(1)
    }
    expect(await given.client.verifySecond({ sms_code_key: given.key, way, code: given.code })).toMatchObject({
      ok: true,
    })
  })

  it('security: of 20 uses of one key at once, one renews the session', async () => {
    const given = await asked()
    const judged = judgedOf(given)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => verifyByPassword(world.service, { ...given, judged })),
    )
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect(await proofs(given.userId)).toBe(1)
  })
})
