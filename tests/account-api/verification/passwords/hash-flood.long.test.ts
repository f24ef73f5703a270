import { setMaxListeners } from 'node:events'
import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { hashQueue, hashQueueRule, NoTurn, workQueue } from '#account-api/verification/hashing/hash-queue'
import { allCalls } from '#contract/calls'
import { mobilePurpose } from '#contract/terms/purposes'
import { UpstreamFailure } from '#contract/wire/upstream-failure'
import { describeWorlds, goodPassword } from '#tests/account-api/worlds/worlds'
import { eventually } from '#tests/fixtures/time/eventually'

/** Work that occupies the hash queue until it is released. */
const occupy = (many: number) => {
  const stop = new AbortController()
  setMaxListeners(many, stop.signal)
  const held = new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()))
  const work = Array.from({ length: many }, () => hashQueue.run(() => held, stop.signal).catch(() => undefined))
  return async () => {
    stop.abort()
    await Promise.all(work)
  }
}

const cores = availableParallelism()

describeWorlds('floods of passwords on $name', (world) => {
  it('security: a full queue refuses a sign-in at once, says when to retry, and counts no try', async () => {
    const { mobile } = await world.registerMobile()
    const address = '192.0.2.1'
    const signIn = (password: string) => world.person({ address }).passwordLogin({ mobile, password })
    const letGo = occupy(cores * 51)
    for (let time = 0; time < 12; time += 1)
      expect(await signIn('a wrong one')).toMatchObject({ ok: false, code: 'busy', data: { retry_after: 5 } })
    expect(await world.person().checkLogin({})).toMatchObject({ ok: true })
    await letGo()
    // The first checked try: neither locked nor asked for a captcha.
    expect(await signIn('a wrong one')).toMatchObject({ code: 'wrong_credentials' })
    expect(await signIn(goodPassword)).toMatchObject({ ok: true })
  })

  it('security: a sign-in that waits too long in the queue is refused, and the try does not count', async () => {
    const { mobile } = await world.registerMobile()
    const address = '192.0.2.2'
    const signIn = () => world.person({ address }).passwordLogin({ mobile, password: 'a wrong one' })
    const letGo = occupy(cores)
    const { patienceMs } = hashQueueRule
    hashQueueRule.patienceMs = 500
    const answers = await Promise.all(Array.from({ length: 9 }, signIn))
    hashQueueRule.patienceMs = patienceMs
    // From five tries on a captcha is required. Waiting tries are not checked yet.
    for (const answer of answers) expect(['busy', 'captcha_required']).toContain(answer.ok ? '' : answer.code)
    expect(answers.filter((answer) => !answer.ok && answer.code === 'busy').length).toBeGreaterThan(0)
    await letGo()
    expect(await signIn()).toMatchObject({ code: 'wrong_credentials' })
  })

  it('security: sign-ins whose visitors left are dropped before hashing, and do not count', async () => {
    const { mobile } = await world.registerMobile()
    const address = '192.0.2.3'
    const visitor = new AbortController()
    const letGo = occupy(cores)
    const signIn = (left = new AbortController().signal) =>
      world.person({ address, left }).passwordLogin({ mobile, password: 'a wrong one' })
    const asked = Array.from({ length: 4 }, () => signIn(visitor.signal).catch((failure: unknown) => failure))
    await eventually('the sign-ins to wait', () => (hashQueue.length() === 4 ? true : undefined))
    visitor.abort()
    for (const failure of await Promise.all(asked)) {
      expect(failure).toBeInstanceOf(UpstreamFailure)
      expect(failure).toMatchObject({ kind: 'left' })
    }
    // The work that occupies the queue still runs, so nothing was checked.
    await eventually('the queue to be empty', () => (hashQueue.length() === 0 ? true : undefined))
    await letGo()
    for (let time = 0; time < 5; time += 1)
      expect(await signIn(), String(time)).toMatchObject({ code: 'wrong_credentials' })
  })

  it('security: a visitor who leaves does not stop a change that needs no hash', async () => {
    const { jar, client } = await world.registerMobile()
    const visitor = new AbortController()
    visitor.abort()
    expect(await world.person({ jar, left: visitor.signal }).logout({})).toMatchObject({ ok: true })
    expect(await client.accountInfo({})).toMatchObject({ code: 'not_signed_in' })
  })

  it('security: a registration that finds the queue full uses up no code', async () => {
    const mobile = '+8613900000001'
    const client = world.person()
    const code = await world.codeFor(mobile, mobilePurpose.register, client)
    const letGo = occupy(cores * 51)
    expect(await client.registerByMobile({ mobile, code, password: goodPassword })).toMatchObject({ code: 'busy' })
    await letGo()
    expect(await client.registerByMobile({ mobile, code, password: goodPassword })).toMatchObject({ ok: true })
  })
})

describe('the queue of work', () => {
  const patient = { mostExpectedMs: 60_000, patienceMs: 60_000 }

  it('happy: work is done in order of arrival, with limited concurrency', async () => {
    const queue = workQueue({ ...patient, atOnce: 2, mostWaiting: 100 })
    const order: number[] = []
    let [running, most] = [0, 0]
    const work = async (nth: number) => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      order.push(nth)
    }
    await Promise.all(Array.from({ length: 50 }, (_, nth) => queue.run(() => work(nth))))
    expect(most).toBe(2)
    expect(order).toEqual([...order].sort((one, other) => one - other))
    expect(queue.length()).toBe(0)
  })

  it('error: failed work releases its place', async () => {
    const queue = workQueue({ ...patient, atOnce: 1, mostWaiting: 1 })
    const failing = queue.run(() => Promise.reject(new Error('no')))
    const next = queue.run(async () => 'done')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('done')
  })

  it('security: work beyond the queue’s limit is refused and counted, and so is work for a visitor who left', async () => {
    const queue = workQueue({ ...patient, atOnce: 1, mostWaiting: 1 })
    const left = new AbortController()
    let end = () => {}
    const first = queue.run(() => new Promise<void>((resolve) => (end = resolve)))
    const second = queue.run(async () => 'never', left.signal)
    await expect(queue.run(async () => 'never')).rejects.toMatchObject(new NoTurn('full'))
    left.abort()
    await expect(second).rejects.toMatchObject({ reason: 'left' })
    await expect(queue.run(async () => 'never', left.signal)).rejects.toMatchObject({ reason: 'left' })
    end()
    await first
    expect(queue.refused()).toEqual({ full: 1, late: 0, left: 2 })
    expect(await queue.run(async () => 'done')).toBe('done')
  })

  it('security: on a slow machine the queue takes only as much work as it can finish in time', async () => {
    const queue = workQueue({ atOnce: 1, mostWaiting: 1000, mostExpectedMs: 200, patienceMs: 60_000 })
    const slow = () => new Promise((resolve) => setTimeout(resolve, 50))
    for (let time = 0; time < 20; time += 1) await queue.run(slow)
    expect(queue.isFull()).toBe(false)
    const asked = Array.from({ length: 20 }, () => queue.run(slow).catch((reason: unknown) => reason))
    expect(queue.isFull()).toBe(true)
    const answers = await Promise.all(asked)
    const refused = answers.filter((answer) => answer instanceof NoTurn)
    // One runs, and about five more finish in 200 ms.
    expect(refused.length).toBeGreaterThanOrEqual(13)
    expect(refused.length).toBeLessThan(19)
    expect(refused[0]).toMatchObject({ reason: 'full' })
    const quick = workQueue({ atOnce: 1, mostWaiting: 1000, mostExpectedMs: 200, patienceMs: 60_000 })
    for (let time = 0; time < 20; time += 1) await quick.run(async () => 'done')
    expect(await Promise.all(Array.from({ length: 20 }, () => quick.run(async () => 'done')))).toHaveLength(20)
  })

  it('happy: every call that takes a password has its own connections', () => {
    const withPassword = allCalls.filter(({ input }) => 'password' in input.shape || 'current_password' in input.shape)
    expect(withPassword.length).toBeGreaterThan(10)
    for (const { name, hashes } of withPassword) expect(hashes, name).toBe(true)
    expect(allCalls.filter(({ hashes }) => hashes).length).toBe(withPassword.length + 1)
  })
})
