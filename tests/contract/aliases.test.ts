import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allCalls } from '#contract/calls'
import { openApiDocument } from '#contract/files/openapi'
import { aliasesIn, aliasOf, withoutAliases } from '#contract/terms/aliases'
import { sensitive, sensitiveFields } from '#contract/terms/sensitive'
import { describedPaths } from './described-paths'

const input = z.object({
  way: z.string().optional(),
  code: sensitive(z.string()),
  sms_code: aliasOf('code', sensitive(z.string()), ({ way }) => way !== 'email'),
})

/** The parsed input, or the refused field with its reason. */
const read = (fields: Record<string, unknown>) => {
  const parsed = input.safeParse(withoutAliases(aliasesIn(input), fields))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return [issue?.path[0], (issue as { params?: object }).params ?? issue?.code]
}

const contradicts = ['sms_code', { reason: 'contradicts' }]

describe('a second name of a field', () => {
  it.each<[string, Record<string, string>, unknown]>([
    ['happy: an alias gives the field its value', { sms_code: '123456' }, { code: '123456' }],
    ['happy: both may be given with one value', { code: '123456', sms_code: '123456' }, { code: '123456' }],
    ['error: with two values the alias contradicts', { code: '123456', sms_code: '654321' }, contradicts],
    ['error: an alias that does not apply contradicts', { way: 'email', code: '1', sms_code: '1' }, contradicts],
    ['error: without both, the field is missing', {}, ['code', 'invalid_type']],
  ])('%s', (_name, fields, expected) => expect(read(fields)).toEqual(expected))

  it('security: an alias is as sensitive as its field', () => {
    expect(sensitiveFields(input)).toEqual(['code', 'sms_code'])
    for (const row of allCalls)
      for (const [alias, { of }] of Object.entries(row.aliases))
        expect(row.sensitive.includes(alias), `${row.name} ${alias}`).toBe(row.sensitive.includes(of))
  })

  it('happy: every call that takes a mobile code and its key has the alias', () => {
    const rows = allCalls.filter(({ input }) => 'code' in input.shape && 'sms_code_key' in input.shape)
    const unprovable = ['verifySecondByPlatform']
    for (const row of rows.filter(({ name }) => !unprovable.includes(name)))
      expect(row.aliases.sms_code?.of, row.name).toBe('code')
  })

  it('happy: the OpenAPI document allows either name', () => {
    const { post } = describedPaths(openApiDocument())['/passport/{variant}/sms_login'] ?? {}
    expect(post?.requestBody?.content['application/json']?.schema).toMatchObject({
      properties: { code: { type: 'string' }, sms_code: { type: 'string' } },
      required: ['mobile'],
      allOf: [{ anyOf: [{ required: ['code'] }, { required: ['sms_code'] }] }],
    })
  })
})
