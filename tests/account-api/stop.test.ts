import http from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Service } from '../../account-api/domain/service'
import { createApi } from '../../account-api/http/api'
import { freePort } from '../fixtures/free-port'

it('happy: a stop answers the request in progress and does not wait for its keep-alive connection', async () => {
  let asked = () => {}
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve
  })
  let dropAddress = () => {}
  const api = createApi({
    service: {} as Service,
    application: { aid: 'butterfly', keys: ['k'.repeat(32)] },
    log: pino({ level: 'silent' }),
    probe: () => {
      asked()
      return new Promise((resolve) => {
        dropAddress = resolve
      })
    },
    readableOutbox: false,
    signatureClock: Date.now,
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
