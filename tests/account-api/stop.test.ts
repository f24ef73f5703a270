import { once } from 'node:events'
import http from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Service } from '../../account-api/domain/service'
import { createApi } from '../../account-api/http/api'
import { freePort } from '../fixtures/free-port'

/** An account API whose answer to /readyz waits for the probe. */
const apiWith = (probe: () => Promise<void>) =>
  createApi({
    service: {} as Service,
    application: { aid: 'butterfly', keys: ['k'.repeat(32)] },
    log: pino({ level: 'silent' }),
    probe,
    readableOutbox: false,
    signatureClock: Date.now,
  })

it('happy: a stop answers the request in progress and does not wait for its keep-alive connection', async () => {
  let asked = () => {}
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve
  })
  let dropAddress = () => {}
  const api = apiWith(() => {
    asked()
    return new Promise((resolve) => {
      dropAddress = resolve
    })
  })
  const port = await freePort()
  await api.listen({ port, host: '127.0.0.1' })
  const agent = new http.Agent({ keepAlive: true })
  const answer = new Promise<string>((resolve, reject) => {
    http
      .get({ port, host: '127.0.0.1', path: '/readyz', agent }, (response) => resolve(text(response)))
      .once('error', reject)
  })
  await isAsked
  const closed = api.close()
  await pause(200)
  dropAddress()
  expect(await answer).toBe('{"status":"ready"}')
  const since = Date.now()
  await closed
  expect(Date.now() - since).toBeLessThan(2000)
  agent.destroy()
})

it('error: a stop does not wait for a connection on which nobody has asked', async () => {
  const api = apiWith(async () => undefined)
  const port = await freePort()
  await api.listen({ port, host: '127.0.0.1' })
  const silent = connect(port, '127.0.0.1')
  await Promise.all([once(silent, 'connect'), once(api.server, 'connection')])
  const since = Date.now()
  await api.close()
  expect(Date.now() - since).toBeLessThan(2000)
  silent.destroy()
})
