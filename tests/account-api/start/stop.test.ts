import { once } from 'node:events'
import http from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Service } from '#account-api/operator/service'
import { endInTime } from '#account-api/start/stopping'
import { furtherApi } from '#tests/account-api/start/further-api'
import { freePort } from '#tests/fixtures/programs/free-port'
import { promised } from '#tests/fixtures/time/promised'

/** An account API whose answer to /readyz waits for the probe. No idle connection ends on its own. */
const apiWith = (probe: () => Promise<void>) => {
  const world = { service: {} as Service, storage: { probe } }
  const api = furtherApi(world, {})
  Object.assign(api.server, { timeout: 0, keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 })
  return api
}

it('happy: a stop answers the request in progress and does not wait for its keep-alive connection', async () => {
  const [asked, dropped] = [promised(), promised()]
  const api = apiWith(() => {
    asked.resolve()
    return dropped.promise
  })
  const port = await freePort()
  await api.listen({ port, host: '127.0.0.1' })
  const agent = new http.Agent({ keepAlive: true })
  const request = http.get({ port, host: '127.0.0.1', path: '/readyz', agent })
  const answer = once(request, 'response').then(([response]) => text(response))
  await asked.promise
  const closed = api.close()
  await pause(200)
  dropped.resolve()
  expect(await answer).toBe('{"status":"ready"}')
  await closed
  agent.destroy()
})

it('error: a stop does not wait for an idle connection', async () => {
  const api = apiWith(async () => undefined)
  const port = await freePort()
  await api.listen({ port, host: '127.0.0.1' })
  const silent = connect(port, '127.0.0.1')
  await Promise.all([once(silent, 'connect'), once(api.server, 'connection')])
  await api.close()
  silent.destroy()
})

const never = () => new Promise<void>(() => undefined)
const atOnce = async () => undefined

const stopped = async (stages: Parameters<typeof endInTime>[0], mostMs = 60_000) => {
  const told: { fields: object; message: string }[] = []
  const log = { error: (fields: object, message: string) => void told.push({ fields, message }) }
  return { isWhole: await endInTime(stages, { mostMs, log }), told }
}

it('happy: stages end one after the other, and the parts of a stage in parallel', async () => {
  const done: string[] = []
  const ends = (name: string) => async () => void done.push(name)
  const waits = promised()
  const first = () => waits.promise.then(ends('one'))
  const second = async () => waits.resolve()
  expect(await stopped([{ first, second }, { third: ends('two') }])).toEqual({ isWhole: true, told: [] })
  expect(done).toEqual(['one', 'two'])
})

it('error: a hanging part is named with the parts that wait for it, and all others have ended', async () => {
  const stages = [{ requests: atOnce }, { delivery: never, erasing: atOnce }, { storage: atOnce }]
  const { isWhole, told } = await stopped(stages, 20)
  expect(isWhole).toBe(false)
  const fields = { hanging: ['delivery', 'storage'] }
  expect(told).toEqual([{ fields, message: 'the stop took too long and was cut off' }])
})

it('error: a failing part is logged, and later parts still end', async () => {
  let isClosed = false
  const failing = async () => {
    throw new Error('no connection')
  }
  const close = async () => {
    isClosed = true
  }
  const { isWhole, told } = await stopped([{ delivery: failing }, { storage: close }])
  expect({ isWhole, isClosed }).toEqual({ isWhole: false, isClosed: true })
  expect(told).toMatchObject([{ fields: { part: 'delivery', reason: expect.stringContaining('no connection') } }])
})
