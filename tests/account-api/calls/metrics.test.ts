import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { signInWayOf } from '#account-api/calls/counted-acts'
import { createMetrics } from '#account-api/http/metrics'
import { hashQueue } from '#account-api/verification/hashing/hash-queue'
import { allCalls } from '#contract/calls'
import { errors } from '#contract/errors'
import { mobilePurpose } from '#contract/terms/purposes'
import { furtherApi } from '#tests/account-api/start/further-api'
import { freshMobile, goodPassword, worldOn } from '#tests/account-api/worlds/world'
import { anyDatabase } from '#tests/fixtures/databases/databases'

const world = worldOn(anyDatabase)
beforeAll(() => world.listen())

const read = async (baseUrl = world.baseUrl): Promise<string> => {
  const answer = await fetch(`${baseUrl}/metrics`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/plain')
  return answer.text()
}

const valuesOf = (text: string, metric: string, label: string): Set<string> => {
  const lines = text.split('\n').filter((line) => line.startsWith(`${metric}{`))
  return new Set(lines.flatMap((line) => new RegExp(`${label}="([^"]*)"`).exec(line)?.[1] ?? []))
}

/** The value of a line, or 0 if it is missing. */
const valueIn = (text: string, line: string): number =>
  Number(
    text
      .split('\n')
      .find((each) => each.startsWith(`${line} `))
      ?.split(' ')
      .at(-1) ?? 0,
  )

it('happy: calls are counted by name and outcome, and timed', async () => {
  const { mobile } = await world.registerMobile()
  await world.person().accountLoginV2({ account: mobile, password: 'not the password' })
  const text = await read()
  expect(text).toMatch(/^butterfly_calls_total\{call="registerByMobile",outcome="ok"\} 1$/m)
  expect(text).toMatch(/^butterfly_calls_total\{call="accountLoginV2",outcome="wrong_credentials"\} 1$/m)
  expect(text).toMatch(/^butterfly_call_duration_seconds_count\{call="accountLoginV2"\} 1$/m)
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
  expect(text).toMatch(/^process_cpu_seconds_total [\d.]+$/m)
  expect(text).toMatch(/^butterfly_hash_queue_length 0$/m)
})

it('happy: sign-ins and codes are counted by method and outcome, with the reason of a refusal', async () => {
  const { mobile } = await world.registerMobile()
  const client = world.person()
  const before = await read()
  await client.accountLoginV2({ account: mobile, password: 'not the password' })
  await client.accountLoginV2({ account: mobile, password: goodPassword })
  const code = await world.codeFor(mobile, mobilePurpose.login, client)
  await world.person().smsLogin({ mobile, code })
  const again = { mobile: freshMobile(), type: mobilePurpose.login }
  for (const _ of [1, 2]) await client.sendCode(again)
  const after = await read()
  const added = (line: string) => valueIn(after, line) - valueIn(before, line)
  expect(added('butterfly_sign_ins_total{way="password",outcome="refused",reason="wrong_credentials"}')).toBe(1)
  expect(added('butterfly_sign_ins_total{way="password",outcome="ok",reason="none"}')).toBe(1)
  expect(added('butterfly_sign_ins_total{way="sms",outcome="ok",reason="none"}')).toBe(1)
  expect(added('butterfly_codes_total{channel="sms",outcome="ok"}')).toBe(2)
  expect(added('butterfly_codes_total{channel="sms",outcome="resend_too_soon"}')).toBe(1)
})

it('happy: every call that signs in declares its method, so refused tries are counted by it', () => {
  const signing = allCalls.filter(({ power }) => power.tells.includes('signed_in_new'))
  expect(signing.length).toBeGreaterThan(15)
  expect(signing.filter(({ name }) => signInWayOf(name) === undefined).map(({ name }) => name)).toEqual([])
})

it('security: strangers cannot add label values, and no metric identifies a person', async () => {
  const { mobile, userId } = await world.registerMobile()
  const odd = freshMobile()
  await world.person().accountLoginV2({ account: odd, password: goodPassword })
  for (const path of ['/passport/web/x1', '/passport/web/x2', `/${odd}`]) await fetch(world.baseUrl + path)
  await fetch(`${world.baseUrl}/metrics/${odd}?to=${odd}`, { method: 'DELETE' })
  const text = await read()
  const names = new Set<string>(allCalls.map(({ name }) => name))
  for (const call of valuesOf(text, 'butterfly_calls_total', 'call')) expect([...names, 'none']).toContain(call)
  const outcomes = ['ok', ...Object.keys(errors)]
  for (const outcome of valuesOf(text, 'butterfly_calls_total', 'outcome')) expect(outcomes).toContain(outcome)
  for (const personal of [mobile, odd, userId, odd.slice(1)]) expect(text).not.toContain(personal)
})

it('happy: job backlogs are exported by queue and table', async () => {
  const metrics = createMetrics(hashQueue)
  const api = furtherApi(world, { metrics })
  onTestFinished(() => api.close())
  const baseUrl = await api.listen({ host: '127.0.0.1', port: 0 })
  metrics.swept({ deleted: new Map([['counters', 7]]), failed: [{ table: 'tickets', error: new Error('broken') }] })
  metrics.overdue({
    erasures: { count: 3, oldestMs: 60_000 },
    organisations: { count: 2, oldestMs: 30_000 },
    pendingChanges: { count: 0, oldestMs: 0 },
    messages: {
      sms: { count: 1000, oldestMs: 5000 },
      email: { count: 0, oldestMs: 0 },
      workplace: { count: 4, oldestMs: 2000 },
    },
    webhooks: { count: 6, oldestMs: 4000 },
    webhookEvents: { count: 0, oldestMs: 0 },
    deadDeliveries: 12,
    webhooksOff: 1,
    expiredMs: new Map([['tickets', 90_000]]),
  })
  const lines = (await read(baseUrl)).split('\n')
  for (const line of [
    'butterfly_sweep_rows_total{table="counters"} 7',
    'butterfly_sweep_failures_total{table="tickets"} 1',
    'butterfly_sweep_lag_seconds{table="tickets"} 90',
    'butterfly_waiting_rows{queue="erasures"} 3',
    'butterfly_waiting_oldest_seconds{queue="erasures"} 60',
    'butterfly_waiting_rows{queue="organisations"} 2',
    'butterfly_waiting_rows{queue="messages_sms"} 1000',
    'butterfly_waiting_oldest_seconds{queue="messages_sms"} 5',
    'butterfly_waiting_rows{queue="messages_workplace"} 4',
    'butterfly_waiting_rows{queue="webhooks"} 6',
    'butterfly_webhook_dead_letters 12',
    'butterfly_webhooks_off 1',
  ])
    expect(lines).toContain(line)
})
