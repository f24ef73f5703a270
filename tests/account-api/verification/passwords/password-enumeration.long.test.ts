import { beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '#account-api/accounts/account/account'
import { hashPassword } from '#account-api/verification/hashing/hash'
import type { Client } from '#contract/client'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { freshEmail, freshMobile, goodPassword, withCostlyHashes, worldOn } from '#tests/account-api/worlds/world'
import { databases } from '#tests/fixtures/databases/databases'
import { otherThan } from '#tests/fixtures/messages/post-office'
import { apart } from '#tests/fixtures/time/rank-test'

const tries = 200
const blockSize = 4
/** Two series differ if they are more standard deviations apart. Chance exceeds this 7 times in 1,000,000. */
const tooFar = 4.5
/** Enough for hundreds of calls in sequence on a busy machine. */
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
type Whose = 'known' | 'unknown'

/** The answer and the duration of each call, by step. */
type Series = Record<'asked' | 'submitted', { ms: number; answer: string }[]>

const inTurn = (): Whose[] => (Math.random() < 0.5 ? ['known', 'unknown'] : ['unknown', 'known'])

describe.each(databases)('whether an address has an account, on $name', { timeout: timeoutMs }, (database) => {
  withCostlyHashes()
  const world = worldOn(database)
  let passwordHash: string
  beforeAll(async () => {
    passwordHash = await hashPassword(world.deployment.peppers, goodPassword)
  })

  /** Creates accounts with an address each. Answers these addresses, and as many that nobody holds. */
  const addresses = async (kind: Kind, count: number): Promise<Record<Whose, string[]>> => {
    const known: string[] = []
    for (let made = 0; made < count; made++) {
      const value = channels[kind].fresh()
      await world.storage.transaction((stores) =>
        createAccount(stores, { identifiers: [{ kind, value }], passwordHash, language: 'en' }),
      )
      known.push(value)
    }
    return { known, unknown: known.map(() => channels[kind].fresh()) }
  }

  const timed = async (call: () => Promise<object>) => {
    const began = performance.now()
    const answer = await call()
    const ms = performance.now() - began
    // The log id, the key and the masked address always differ.
    const told = JSON.stringify(answer, (key, value) =>
      ['logId', 'sms_code_key', 'email_code_key', 'email', 'mobile'].includes(key) ? '' : value,
    )
    return { ms, answer: told }
  }

  /** Resets with wrong codes, for pairs of a known and an unknown address. Which of the two is first is random. */
  const resets = async (
    given: Record<Whose, string[]>,
    { ask, submit }: (typeof channels)[Kind],
  ): Promise<Record<Whose, Series>> => {
    const none = (): Series => ({ asked: [], submitted: [] })
    const series: Record<Whose, Series> = { known: none(), unknown: none() }
    for (const [nth, known] of given.known.entries()) {
      // This many wrong codes would trigger the brake over all accounts, which requires captchas.
      if (nth % 50 === 0) world.passMinutes(91)
      const pair = { known, unknown: given.unknown[nth] ?? '' }
      const clients = { known: world.person(), unknown: world.person() }
      for (const whose of inTurn()) series[whose].asked.push(await timed(() => ask(clients[whose], pair[whose])))
      const wrong = otherThan(await world.codeTo(known))
      for (const whose of inTurn())
        series[whose].submitted.push(await timed(() => submit(clients[whose], pair[whose], wrong)))
    }
    return series
  }

  /** How far known addresses are from unknown ones, if a call for a known one took this much longer. */
  const distance = (series: Record<Whose, Series>, step: keyof Series, moreMs = 0): number =>
    apart(
      series.known[step].map(({ ms }) => ms + moreMs),
      series.unknown[step].map(({ ms }) => ms),
      { blockSize },
    )

  it.each(Object.keys(channels) as Kind[])(
    'security: 200 resets by %s do not distinguish known from unknown addresses, by answer or by time',
    async (kind) => {
      const series = await resets(await addresses(kind, tries), channels[kind])
      const { ms: hashMs } = await timed(async () => ({ of: await hashPassword(world.deployment.peppers, 'more') }))
      for (const step of ['asked', 'submitted'] as const) {
        const answers = [...series.known[step], ...series.unknown[step]].map(({ answer }) => answer)
        expect([...new Set(answers)]).toHaveLength(1)
        expect(Math.abs(distance(series, step)), step).toBeLessThan(tooFar)
        // One more password hash for known addresses would be noticed.
        expect(distance(series, step, hashMs), step).toBeGreaterThan(tooFar)
      }
      expect(series.known.asked[0]?.answer).toContain('"ok":true')
      expect(series.known.submitted[0]?.answer).toContain('code_wrong')
    },
  )
})
