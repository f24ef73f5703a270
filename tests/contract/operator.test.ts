import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathFields } from '#contract/call'
import { allCalls } from '#contract/calls'
import { createOperatorClient } from '#contract/client'
import { operatorOpenApiDocument } from '#contract/files/operator-openapi'
import { allOperatorCalls, operatorCalls } from '#contract/operator/operator-calls'
import { createFake, deskToken as key } from '#tests/fake-account-api/fake'

const url = 'http://account-api.test'
const logId: unknown = expect.any(String)
const { operator: fake, start, stop } = createFake({ url, application: { aid: 'butterfly', key: 'k'.repeat(43) } })
beforeAll(start)
afterAll(stop)

describe('the rows of the operator', () => {
  it('happy: each row has a name and its own path, and every field of its path', () => {
    const names = [...allCalls, ...allOperatorCalls].map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    const paths = allOperatorCalls.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(paths).size).toBe(paths.length)
    for (const { name, path, input } of allOperatorCalls)
      expect(Object.keys(input.shape), name).toEqual(expect.arrayContaining(pathFields(path)))
  })

  it('happy: each changing row takes a reason, and says what undoes it', () => {
    for (const { name, power, input } of allOperatorCalls) {
      if (power.act === 'changes') expect(input.shape, name).toHaveProperty('reason')
      const isCall = power.undoneBy in operatorCalls
      expect(isCall || ['nothing', 'stays'].includes(power.undoneBy), `${name}: ${power.undoneBy}`).toBe(true)
      expect(power.act === 'changes', name).toBe(power.undoneBy !== 'nothing')
    }
  })

  it('security: a call that is a GET changes nothing, and no address of a person is in a path or a query', () => {
    for (const { name, method, power, path, input } of allOperatorCalls) {
      if (method === 'GET') expect(power.act, name).not.toBe('changes')
      if (method === 'GET') expect(Object.keys(input.shape), name).not.toContain('user')
      expect(pathFields(path), name).not.toContain('user')
    }
  })

  it('happy: docs/operators/operator-api.json is current, and has every row (npm run openapi)', () => {
    const kept: unknown = JSON.parse(readFileSync('docs/operators/operator-api.json', 'utf8'))
    const document = JSON.parse(JSON.stringify(operatorOpenApiDocument())) as { paths: Record<string, object> }
    expect(kept).toEqual(document)
    for (const { path, method } of allOperatorCalls) expect(document.paths[path]).toHaveProperty(method.toLowerCase())
  })
})

describe('the client of the operator', () => {
  const client = createOperatorClient({ baseUrl: url }, { key })

  it('happy: fields go into the path, the query and the body, and files into a form', async () => {
    fake.answer('freezeUser', () => ({ ok: true, data: { was_cancelled: false, sessions_ended: true } }))
    fake.answer('listClients', () => ({ ok: true, data: { clients: [] } }))
    fake.answer('replaceClientPicture', () => ({ ok: true, data: {} }))
    expect(await client.freezeUser({ user_id: 'a/b ü', reason: 'Spam. ' })).toMatchObject({ ok: true })
    expect(await client.listClients({ sec_subject_uid: 's' })).toEqual({ ok: true, data: { clients: [] }, logId })
    const picture = new Uint8Array([1, 2, 3])
    expect(await client.replaceClientPicture({ client_key: 'c', picture })).toEqual({ ok: true, data: {}, logId })
    expect(fake.received).toEqual([
      { name: 'freezeUser', input: { user_id: 'a/b ü', reason: 'Spam' } },
      { name: 'listClients', input: { sec_subject_uid: 's' } },
      { name: 'replaceClientPicture', input: { client_key: 'c', picture } },
    ])
  })

  it('error: a failure comes with its code, its description and the log id', async () => {
    fake.answer('showUser', () => ({ ok: false, code: 'no_such_user', description: 'There is no user x.' }))
    expect(await client.showUser({ user: 'x' })).toEqual({
      ...{ ok: false, code: 'no_such_user', description: 'There is no user x.', data: {}, logId: expect.any(String) },
    })
  })

  it('error: an input that does not fit makes no request', async () => {
    const before = fake.received.length
    const misfits = [
      client.freezeUser({ user_id: '..', reason: 'Spam' }),
      client.freezeUser({ user_id: 'u', reason: ' . ' }),
      client.freezeUser({ user_id: 'u', reason: 'x'.repeat(151) }),
      client.showClient({ client_key: '' }),
    ]
    for (const answer of await Promise.all(misfits)) expect(answer).toMatchObject({ ok: false, code: 'invalid_input' })
    expect(fake.received).toHaveLength(before)
  })
})
