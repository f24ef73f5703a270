import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Call, call, type Method } from '#contract/call'
import { allCalls } from '#contract/calls'
import { bytes, mobile } from '#contract/terms/fields'
import { reads } from '#contract/terms/power'
import { type Carried, readInput, writeInput } from '#contract/wire/input'
import { flags, obfuscate } from '#contract/wire/mix-mode'

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

/** Values of the fields that are no texts. */
const samples: Record<string, unknown> = {
  type: 16,
  base_infos: { short_name: 'Plain 密码 base', website: 'https://plain.example.com' },
  detail_infos: { contact_name: 'Plain 密码 detail', licence_number: '4411-plain' },
}

const sampleOf = (field: string): unknown => samples[field] ?? `Plain 密码 ${field}`

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const marked = allCalls.flatMap((row) => row.sensitive.map((field) => ({ row, field })))

/** The fields of a request, as they are on the wire. */
const onWire = ({ path, body }: Carried): Record<string, unknown> => {
  const query = Object.fromEntries(new URL(path, 'http://localhost').searchParams)
  return { ...query, ...(body === undefined ? {} : (JSON.parse(body.toString()) as object)) }
}

describe('the marked fields of every call', () => {
  /** Names of a person elsewhere. */
  const ofOutsiders = ['workplace_id']
  const names = ['username', 'subject_name', 'deputy_name', 'role_name', 'name', 'base_infos', 'detail_infos']

  it('happy: names and facts are marked, in addition to the fields of the specification', () => {
    const fields = new Set(marked.map(({ field }) => field))
    for (const field of ['mobile', 'email', 'password', 'code', 'type', ...names]) expect([...fields]).toContain(field)
  })

  it('happy: ids stay unchanged, because an operator’s own account API reads them', () => {
    const ids = marked.filter(({ field }) => /_u?ids?$/.test(field) && !ofOutsiders.includes(field))
    expect(ids.map(({ row, field }) => `${row.name} ${field}`)).toEqual([])
  })

  it('security: no marked field is in plain text on the wire, in any call', () => {
    for (const { row, field } of marked) {
      const [what, text] = [`${row.name} ${field}`, obfuscate(textOf(sampleOf(field)))]
      const sent = writeInput(row, '/call', { [field]: sampleOf(field) })
      const ofGet = { mix_mode: '1', fixed_mix_mode: '1' }
      if (row.body === 'multipart') expect(`${sent.body}`, what).toContain(text)
      else expect(onWire(sent), what).toEqual({ [field]: text, ...(row.method === 'GET' ? ofGet : flags) })
      expect(`${sent.path}${sent.body}`, what).not.toContain('Plain')
    }
  })

  it('happy: the account API reads each marked field back, as its schema takes it', async () => {
    for (const { row, field } of marked) {
      const [what, sample] = [`${row.name} ${field}`, sampleOf(field)]
      const read = await readInput(row, {
        ...arrived(row.method, writeInput(row, '/call', { [field]: sample })),
        params: {},
      })
      expect(Object.values(read), what).toEqual([textOf(sample)])
      if (!(field in samples)) continue
      const schema = row.input.shape[field]
      // An email has other purposes than a mobile.
      const expected = schema?.safeParse(sample)
      expect(schema?.safeParse(read[field]), what).toEqual(expected)
      if (field !== 'type') expect(expected?.data, what).toEqual(sample)
    }
  })

  it('error: a marked field in plain text is refused if the flags are set', async () => {
    for (const { row, field } of marked) {
      const plain: Record<string, unknown> = { [field]: textOf(sampleOf(field)), ...flags }
      const query = Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, String(value)]))
      const body = Buffer.from(JSON.stringify(plain))
      const read = await readInput({ ...row, body: undefined } as never as Call, {
        method: row.method,
        params: {},
        query,
        contentType: 'application/json',
        body,
      })
      expect(Object.values(read), `${row.name} ${field}`).not.toContain(plain[field])
    }
  })
})
