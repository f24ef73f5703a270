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

describe('a second name of a field', () => {
  it('happy: the value of an alias matches the field', () =>
    expect(read({ sms_code: '123456' })).toEqual({ code: '123456' }))

  it('happy: the field and its alias may both be given with the same value', () => {
    expect(read({ code: '123456', sms_code: '123456' })).toEqual({ code: '123456' })
  })

  it('error: with two different values, the alias contradicts the field', () => {
    expect(read({ code: '123456', sms_code: '654321' })).toEqual(['sms_code', { reason: 'contradicts' }])
  })

  it('error: an alias that is given where it does not apply contradicts the other fields', () => {
    const without = { way: 'email', code: '123456', sms_code: '123456' }
    expect(read(without)).toEqual(['sms_code', { reason: 'contradicts' }])
  })

  it('error: without the field and its alias, the field is missing', () =>
    expect(read({})).toEqual(['code', 'invalid_type']))

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
