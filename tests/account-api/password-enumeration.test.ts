import { beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../../account-api/domain/account/account'
import { hashPassword } from '../../account-api/domain/password/hash'
import type { Client } from '../../contract/client'
import { emailPurpose, mobilePurpose } from '../../contract/purposes'
import { databases } from '../fixtures/databases'
import { otherThan } from '../fixtures/post-office'
import { apart } from '../fixtures/rank-test'
import { freshEmail, freshMobile, goodPassword, worldOn } from './world'

const tries = 200
const blockSize = 4
/** Standard deviations from which on two series are not alike: chance alone goes there 7 times in 1,000,000. */
const tooFar = 4.5
/** Hundreds of calls one after another, on a machine that does other things too. */
const timeoutMs = 240_000
const another = 'seven lamps over the bay'

const channels = {
  email: {
    fresh: freshEmail,
    ask: (client: Client, email: string) => client.sendEmailCode({ email, type: emailPurpose.resetPassword }),
    submit: (client: Client, email: string, code: string) =>
      client.resetPasswordByEmail({ email, code, password: another }),
  },
  mobile: {
    fresh: freshMobile,
    ask: (client: Client, mobile: string) => client.sendCode({ mobile, type: mobilePurpose.resetPassword }),
    submit: (client: Client, mobile: string, code: string) =>
      client.resetPasswordByMobile({ mobile, code, password: another }),
  },
}

type Kind = keyof typeof channels
interface Channel {
  ask: (client: Client, to: string) => Promise<object>
  submit: (client: Client, to: string, code: string) => Promise<object>
}
type Whose = 'known' | 'unknown'

/** What was answered, and how long it took, step by step. */
type Series = Record<'asked' | 'submitted', { ms: number; answer: string }[]>

const inTurn = (): Whose[] => (Math.random() < 0.5 ? ['known', 'unknown'] : ['unknown', 'known'])

describe.each(databases)('whether an address has an account, on $name', (database) => {
  const world = worldOn(database)
  let passwordHash: string
  beforeAll(async () => {
    passwordHash = await hashPassword(goodPassword)
  })

  /** Accounts that hold an address each, and as many addresses that nobody holds. */
  const addresses = async (kind: Kind, count: number): Promise<Record<Whose, string[]>> => {
    const known: string[] = []
    for (let made = 0; made < count; made++) {
      const value = channels[kind].fresh()
      await world.storage.transaction((stores) =>
        createAccount(world.setting, stores, { identifiers: [{ kind, value }], passwordHash, language: 'en' }),
      )
      known.push(value)
    }
    return { known, unknown: known.map(() => channels[kind].fresh()) }
  }

  const timed = async (call: () => Promise<object>) => {
    const began = performance.now()
    const answer = await call()
    const ms = performance.now() - began
    // What names the call or hides an address differs between any two.
    const told = JSON.stringify(answer, (key, value) =>
      ['logId', 'sms_code_key', 'email', 'mobile'].includes(key) ? '' : value,
    )
    return { ms, answer: told }
  }

  /** Resets by somebody who guesses, for known and unknown addresses in turns; who is first changes by chance. */
  const resets = async (given: Record<Whose, string[]>, { ask, submit }: Channel): Promise<Record<Whose, Series>> => {
    const series: Record<Whose, Series> = {
      known: { asked: [], submitted: [] },
      unknown: { asked: [], submitted: [] },
    }
    for (const [nth, known] of given.known.entries()) {
      const pair = { known, unknown: given.unknown[nth] ?? '' }
      const clients = { known: world.person(), unknown: world.person() }
      for (const whose of inTurn()) series[whose].asked.push(await timed(() => ask(clients[whose], pair[whose])))
      const wrong = otherThan(await world.codeTo(known))
      for (const whose of inTurn())
        series[whose].submitted.push(await timed(() => submit(clients[whose], pair[whose], wrong)))
    }
    return series
  }

  const distance = (series: Record<Whose, Series>, step: keyof Series): number =>
    apart(
      series.known[step].map(({ ms }) => ms),
      series.unknown[step].map(({ ms }) => ms),
      { blockSize },
    )

  /** Runs the work with an API that does something more for known addresses, in either step. */
  const leaking = async <Result>(known: Set<string>, leak: () => Promise<unknown>, work: () => Promise<Result>) => {
    const { storage } = world
    const also = async <Found>(value: string, found: Found): Promise<Found> => {
      if (known.has(value)) await leak()
      return found
    }
    world.service.storage = {
      ...storage,
      accounts: {
        ...storage.accounts,
        holderOf: async (kind, value) => also(value, await storage.accounts.holderOf(kind, value)),
      },
      codes: {
        ...storage.codes,
        attempt: async (slot, attempt) => also(slot.target, await storage.codes.attempt(slot, attempt)),
      },
    }
    return work().finally(() => {
      world.service.storage = storage
    })
  }

  it.each(Object.keys(channels) as Kind[])(
    'security: 200 resets by %s are alike for known and unknown addresses, in words, status and time',
    async (kind) => {
      const series = await resets(await addresses(kind, tries), channels[kind])
      for (const step of ['asked', 'submitted'] as const) {
        const answers = [...series.known[step], ...series.unknown[step]].map(({ answer }) => answer)
        expect([...new Set(answers)]).toHaveLength(1)
        expect(Math.abs(distance(series, step)), step).toBeLessThan(tooFar)
      }
      expect(series.known.asked[0]?.answer).toContain('"ok":true')
      expect(series.known.submitted[0]?.answer).toContain('code_wrong')
    },
    timeoutMs,
  )

  it(
    'security: one more password hash for known addresses would not go unnoticed, in either step',
    async () => {
      const given = await addresses('email', tries)
      const series = await leaking(
        new Set(given.known),
        () => hashPassword('more work'),
        () => resets(given, channels.email),
      )
      expect(distance(series, 'asked')).toBeGreaterThan(tooFar)
      expect(distance(series, 'submitted')).toBeGreaterThan(tooFar)
    },
    timeoutMs,
  )
})
