import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Call, endpointOf, errorsOf, groups, pathFields, variants, variantsOf } from '#contract/call'
import { allCalls, calls } from '#contract/calls'
import { errors } from '#contract/errors'
import { openApiDocument } from '#contract/files/openapi'
import { withPowerTable } from '#contract/files/power-table'
import * as fields from '#contract/terms/fields'
import { mobilePurpose } from '#contract/terms/purposes'
import { sensitive, sensitiveFields } from '#contract/terms/sensitive'
import { givenNames } from '#contract/terms/shown-names'
import { CookieJar } from '#contract/wire/cookie-jar'
import { writeInput } from '#contract/wire/input'
import { mix, obfuscate, reveal, unmix } from '#contract/wire/mix-mode'
import { pathMap } from '#contract/wire/path-map'
import { wires } from '#contract/wire/wires'
import { describedPaths } from './described-paths'

describe('rows', () => {
  it('happy: the names and endpoints of calls are unique', () => {
    const names = allCalls.map((row) => row.name)
    expect(new Set(names).size).toBe(names.length)
    const endpoints = allCalls.flatMap((row) =>
      variantsOf(row).flatMap((variant) =>
        [row.method, row.alsoMethod].filter(Boolean).map((method) => `${method} ${endpointOf(row, variant).path}`),
      ),
    )
    expect(new Set(endpoints).size).toBe(endpoints.length)
  })

  it('happy: every call is in one of the groups of the specification', () => {
    const inGroups = allCalls.map((row) => endpointOf(row, 'web').path.split('/').slice(1, 3))
    expect(new Set(inGroups.map(([root]) => root))).toEqual(new Set(['passport']))
    expect(new Set(inGroups.map(([, group]) => group))).toEqual(new Set(groups))
  })

  it('happy: a call of the group common exists once, in one envelope for every variant', () => {
    const common = allCalls.filter(({ path }) => path.startsWith('/passport/common/'))
    expect(common.map(({ name }) => name).sort()).toEqual([
      'checkDefaultInfo',
      'defaultAvatars',
      'defaultBackgrounds',
      'image',
      'listCodeChannels',
      'recommendedName',
      'remainingUpdateTimes',
    ])
    for (const row of common)
      expect(new Set(variants.map((variant) => JSON.stringify(endpointOf(row, variant)))).size, row.name).toBe(1)
  })

  it('security: every path field is an input field that refuses values which lead to another call', () => {
    for (const row of allCalls)
      for (const field of pathFields(endpointOf(row, 'web').path))
        for (const stray of [undefined, '', '.', '..'])
          expect(row.input.shape[field]?.safeParse(stray).success, `${row.name} ${field}=${stray}`).toBe(false)
  })

  it('security: a row states its proof and its purpose if it needs a session, and an immutable answer is public', () => {
    for (const row of allCalls) {
      const { name, auth, power } = row
      if (auth === 'none') expect(['none', 'asked'], name).toContain(power.proof)
      else expect(power.proof, name).not.toBe('none')
      if (auth === 'user') expect(errorsOf(row), name).toContain('not_signed_in')
      if (!['none', 'session'].includes(power.proof) || power.guarded) expect(power.act, name).toBeDefined()
      if (row.immutable) expect([row.method, auth, row.answers], name).toEqual(['GET', 'none', 'bytes'])
    }
  })

  it('happy: docs/security/power.md has the current table of power (npm run power)', () => {
    const kept = readFileSync(new URL('../../docs/security/power.md', import.meta.url), 'utf8')
    expect(withPowerTable(kept)).toBe(kept)
  })
})

describe('sensitive fields', () => {
  const plain = z.string()

  it('happy: a mark also applies to a field that is optional, nullable or has a default', () => {
    const marked = sensitive(z.string())
    const input = z.object({
      marked,
      optional: marked.optional(),
      nullable: marked.nullable().default(null),
      described: marked.describe('x'),
      plain,
      plainOptional: plain.optional(),
    })
    expect(sensitiveFields(input)).toEqual(['marked', 'optional', 'nullable', 'described'])
  })

  it('security: addresses, names, passwords, codes, purposes and tickets are marked', () => {
    const { mobile, email, account, username, birthday, password, code, mobileType, emailType, ticket } = fields
    const shape = { mobile, email, account, username, birthday, password, code, mobileType, emailType, ticket }
    expect(sensitiveFields(z.object(shape))).toEqual(Object.keys(shape))
  })

  it('security: a field that is sensitive in one row is sensitive in every row', () => {
    const everywhere = new Set(allCalls.flatMap((row) => row.sensitive))
    for (const row of allCalls)
      expect(row.sensitive, row.name).toEqual(Object.keys(row.input.shape).filter((field) => everywhere.has(field)))
  })

  it('security: no ticket, key or token of any row travels as plain text', () => {
    for (const row of allCalls) {
      const named = Object.keys(row.input.shape).filter((field) => /(ticket|_key|_token|^decision)$/.test(field))
      // The keys of a role and of an application name them, and are in URLs.
      const secrets = named.filter((field) => field !== 'role_key' && field !== 'client_key')
      const input = Object.fromEntries(secrets.map((field) => [field, `plain-${field}`]))
      const { path, body = '' } = writeInput(row, row.path, input)
      expect(`${path} ${body}`, row.name).not.toContain('plain-')
    }
  })
})

describe('the catalogue', () => {
  it('happy: the numbers of errors are unique', () => {
    const numbers = Object.values(errors).map(({ number }) => number)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it('happy: the purposes that no page names have the numbers of the specification', () => {
    // The pages that send codes are tested with the numbers of the others.
    const { login, bindAfterLogin, verifyOldForChange, notSignedIn, smsAuthorize } = mobilePurpose
    expect([login, bindAfterLogin, verifyOldForChange, notSignedIn, smsAuthorize]).toEqual([7, 8, 28, 34, 26])
  })
})

describe('wires', () => {
  const success = { ok: true as const, data: { a: 1 } }
  const failure = { ok: false as const, number: 1301, description: 'd', data: { tries_left: 2 } }

  it.each([
    ['web', success, { message: 'success', data: { a: 1 } }],
    ['sso', success, { error_code: 0, description: '', data: { a: 1 } }],
    ['auth', success, { status_code: 0, description: '', data: { a: 1 } }],
    ['web', failure, { message: 'error', data: { tries_left: 2, error_code: 1301, description: 'd' } }],
    ['sso', failure, { error_code: 1301, description: 'd', data: { tries_left: 2 } }],
    ['auth', failure, { status_code: 1301, description: 'd', data: { tries_left: 2 } }],
  ] as const)('happy: the %s wire seals and opens %o', (wire, outcome, sealed) => {
    expect(wires[wire].seal(outcome)).toEqual(sealed)
    expect(wires[wire].open(sealed)).toEqual(outcome)
  })

  it('happy: the operator wire has a code and a sentence, and knows a success by its status', () => {
    const taken = { ok: false as const, number: -1, code: 'taken', description: 'Another one has it.', data: {} }
    const later = { ...taken, code: 'too_many_requests', data: { retry_after: 3 } }
    const { seal, open } = wires.operator
    expect(seal(success, 'log')).toEqual({ a: 1 })
    expect(open({ a: 1 }, 200)).toEqual(success)
    const sealed = { code: 'too_many_requests', description: 'Another one has it.', retry_after: 3, log_id: 'log' }
    expect(seal(later, 'log')).toEqual(sealed)
    for (const failed of [taken, later]) expect(open(seal(failed, 'log'), 409)).toEqual(failed)
    for (const other of [{}, { message: 'error' }, { ...sealed, code: 'unheard_of' }, '<html>'])
      expect(open(other, 409)).toBeUndefined()
  })

  it.each(['web', 'sso', 'auth'] as const)('happy: the %s wire reads the envelopes of the others too', (wire) => {
    const { operator: _, ...ofPeople } = wires
    for (const other of Object.values(ofPeople))
      for (const outcome of [success, failure]) expect(wires[wire].open(other.seal(outcome))).toEqual(outcome)
  })
})

describe('mix mode', () => {
  it.each([
    ['AZ09', '445f353c'],
    ['', ''],
    ['+8613800138000', undefined],
    ['密码🦋', undefined],
    ['a\u0000b', '640567'],
  ])('happy: each byte of %j is XORed with 5, and restored', (text, hex = obfuscate(text)) => {
    expect(obfuscate(text)).toBe(hex)
    expect(reveal(hex)).toBe(text)
  })

  it('happy: mixing adds both flags and keeps other fields, and without the flags nothing is restored', () => {
    const mixed = { mobile: '44', ticket: 'B', code: undefined, mix_mode: 1, fixed_mix_mode: 1 }
    expect(mix({ mobile: 'A', ticket: 'B', code: undefined }, ['mobile', 'code'])).toEqual(mixed)
    expect(unmix({ mobile: '44' }, ['mobile'])).toEqual({ mobile: '44' })
  })

  it.each(['4', 'zz', 'fa'])('error: the text %j is refused as not obfuscated', (hex) =>
    expect(reveal(hex)).toBeUndefined(),
  )
})

it('happy: a cookie jar keeps, replaces and removes cookies, and knows whether one changed', () => {
  const jar = new CookieJar({ a: '1' })
  jar.store(['a=1; Path=/', 'b=; Max-Age=0'])
  expect(jar.changed).toBe(false)
  jar.store(['b=x=y; HttpOnly'])
  expect([jar.header(), jar.changed]).toEqual(['a=1; b=x=y', true])
  jar.store(['a=; Max-Age=0', 'b=2; Expires=Thu, 01 Jan 1970 00:00:00 GMT'])
  expect(jar.toJSON()).toEqual({})
})

describe('the path map', () => {
  it('happy: a path may contain the variant and fields of the call, or neither', () => {
    const paths = { image: '/own/{key}', checkLogin: '/own/{variant}/who', defaultAvatars: '/own/avatars' }
    expect(pathMap.parse(paths)).toEqual(paths)
  })

  it('error: a path with an unknown field is refused', () => {
    expect(pathMap.safeParse({ image: '/own/{id}' }).error?.issues).toMatchObject([
      { path: ['image'], message: 'the call has no field {id}' },
    ])
  })
})

describe('the OpenAPI document', () => {
  const document = openApiDocument()
  const paths = describedPaths(document)

  it('happy: the document in the repository is current', () => {
    const kept: unknown = JSON.parse(readFileSync('docs/integrators/openapi.json', 'utf8'))
    expect(kept).toEqual(JSON.parse(JSON.stringify(document)))
  })

  it('happy: the document describes path fields, forms and files', () => {
    const binary = { schema: { type: 'string', format: 'binary' } }
    expect(paths['/passport/common/image/{key}']?.get).toMatchObject({
      parameters: [{ name: 'key', in: 'path', required: true }],
      responses: { 200: { content: { 'image/jpeg': binary, 'image/png': binary } } },
    })
    expect(paths['/passport/{variant}/captcha/sound']?.get).toMatchObject({
      responses: { 200: { content: { 'audio/wav': binary } } },
    })
    const form = { properties: { pic: { type: 'string', format: 'binary' } }, required: ['pic'] }
    expect(paths['/passport/{variant}/avatar/upload']?.post).toMatchObject({
      requestBody: { content: { 'multipart/form-data': { schema: form } } },
    })
  })

  it('happy: the document contains every row in every variant', () => {
    for (const row of allCalls) {
      const described = paths[row.path]?.[row.method.toLowerCase()]
      expect(described, row.name).toMatchObject({ operationId: row.name })
      const inPath = described?.parameters?.find(({ name }) => name === 'variant')
      expect(inPath?.schema.enum ?? ['web'], row.name).toEqual(variantsOf(row))
    }
  })

  it('happy: the document contains shared parts once, as components', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([\w.-]+)"/g)]
    const { components } = document as { components: Record<string, object> }
    for (const [, kind = '', name = ''] of references) expect(components[kind]).toHaveProperty([name])
    expect(JSON.stringify(document).length).toBeLessThan(700_000)
  })
})

/** The names that a person gives to their own devices. Others cannot see them. */
const ownLabels = ['nameSession', 'nameRememberedDevice']

it('security: every call that sets a name visible to others has the name reviewed', () => {
  const named = /^(name|\w+_name)$/
  const rows = (Object.values(calls) as Call[]).filter(({ method }) => method === 'POST')
  const given = rows.flatMap(({ name, input, names }) =>
    Object.keys(input.shape)
      .filter((field) => named.test(field))
      .map((field) => ({ call: name, field, kinds: givenNames(names, { [field]: 'x' }).map(({ kind }) => kind) })),
  )
  expect(given.flatMap(({ call, kinds }) => (kinds.length === 0 ? call : []))).toEqual(ownLabels)
  expect(new Set(given.flatMap(({ kinds }) => kinds))).toEqual(
    new Set(['organisation', 'application', 'member', 'role']),
  )
})
