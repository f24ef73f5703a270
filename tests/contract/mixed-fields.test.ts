import { describe, expect, it } from 'vitest'
import type { Call } from '#contract/call'
import { allCalls } from '#contract/calls'
import { type Carried, readInput, writeInput } from '#contract/wire/input'
import { flags, obfuscate } from '#contract/wire/mix-mode'

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

/** The fields of a request, as the account API reads them before the row's schema. */
const arrived = (row: Call, { path, contentType = '', body = '' }: Carried) =>
  readInput(row, {
    method: row.method,
    params: {},
    query: Object.fromEntries(new URL(path, 'http://localhost').searchParams),
    contentType,
    body: Buffer.from(body),
  })

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
      const read = await arrived(row, writeInput(row, '/call', { [field]: sample }))
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
