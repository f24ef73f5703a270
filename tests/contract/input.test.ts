import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { call, type Method } from '#contract/call'
import { bytes, mobile } from '#contract/terms/fields'
import { reads } from '#contract/terms/power'
import { type Carried, readInput, writeInput } from '#contract/wire/input'

const row = (method: Method, body?: 'multipart') =>
  call({
    name: 'test',
    summary: 'A row for tests.',
    power: reads('none'),
    method,
    path: '/list/{page}',
    input: z.object({ page: z.string(), mobile: mobile.optional(), pic: bytes.optional() }),
    output: z.object({}),
    ...(body && { body }),
  })

const arrived = (method: Method, { path, contentType = '', body = '' }: Carried) => {
  const { pathname, searchParams } = new URL(path, 'http://api.test')
  return {
    method,
    params: { page: decodeURIComponent(pathname.split('/').at(-1) ?? '') },
    query: Object.fromEntries(searchParams),
    contentType,
    body: Buffer.from(body),
  }
}

describe('the input of a call', () => {
  const input = { page: '2/3 ä', mobile: '+8613800138000' }

  it.each([
    ['the query of a GET', row('GET')],
    ['the body of a POST', row('POST')],
    ['a form', row('POST', 'multipart')],
  ])('happy: a path field is in the path only, the other fields are in %s', async (_where, given) => {
    const carried = writeInput(given, given.path, input)
    expect(carried.path).toMatch(/^\/list\/2%2F3%20%C3%A4(\?|$)/)
    expect(`${carried.path} ${carried.body ?? ''}`).not.toMatch(/page|13800138000/)
    expect(await readInput(given, arrived(given.method, carried))).toEqual(input)
  })

  it('happy: a field that the path of a deployment leaves out is in the query', () => {
    expect(writeInput(row('GET'), '/own/list', { page: '2' }).path).toBe('/own/list?page=2&mix_mode=1&fixed_mix_mode=1')
  })

  it('happy: a file arrives byte for byte, even with a boundary in it', async () => {
    const pic = new Uint8Array([0, 13, 10, 45, 45, 255, ...Buffer.from('\r\n--butterfly-\r\n--')])
    const given = row('POST', 'multipart')
    const carried = writeInput(given, given.path, { page: '1', pic })
    expect(carried.contentType).toMatch(/^multipart\/form-data; boundary=[\w-]{32,}$/)
    expect(await readInput(given, arrived('POST', carried))).toEqual({ page: '1', pic })
  })

  it.each([
    ['cut off', (body: Buffer) => body.subarray(0, -10)],
    ['not a form', () => Buffer.from('{"page":"2"}')],
    ['empty', () => Buffer.alloc(0)],
  ])('error: a form that is %s has no fields', async (_what, damage) => {
    const given = row('POST', 'multipart')
    const carried = writeInput(given, given.path, { page: '1', pic: new Uint8Array(9) })
    const damaged = { ...arrived('POST', carried), body: damage(Buffer.from(carried.body ?? '')) }
    expect(await readInput(given, damaged)).toEqual({ page: '1' })
  })

  it('security: the query does not override a path field', async () => {
    const request = arrived('GET', { path: '/list/2?page=3' })
    expect(await readInput(row('GET'), request)).toEqual({ page: '2' })
  })
})
