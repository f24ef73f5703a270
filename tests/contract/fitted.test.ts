import { expect, it } from 'vitest'
import { z } from 'zod'
import { flag, known, no, text } from '#contract/terms/fields'
import { fitted } from '#contract/terms/fitted'
import { arranged } from '#contract/wire/arranged'

const member = z.object({ identity_id: z.string(), is_frozen: flag, is_manager: no })
const row = z.object({
  members: z.array(member),
  total: z.number().default(0),
  next: z.string().nullable().default(null),
  infos: z.object({ region: text }).catchall(z.unknown()).optional(),
  scopes: known(z.object({ scope: z.string() })).default([]),
  permissions: z.array(z.string().or(z.literal('any'))).default([]),
})
const ann = { identity_id: '7', is_frozen: 1, is_manager: true }

it.each([
  ['numbers as text, and ids as numbers', { members: [{ ...ann, identity_id: 7, is_frozen: '1' }], total: '3' }],
  ['switches in other words', { members: [{ ...ann, is_frozen: 'true', is_manager: 1 }], total: 3 }],
  ['a list inside an object, and one under another name', { people: { list: [ann], page: 1 }, total: 3 }],
  ['everything in one more object', { result: { members: [ann], total: 3 } }],
])('happy: an answer with %s is read', (_what, data) => {
  const { members, total } = row.shape
  const list = z.object({ members, total })
  expect(list.parse(fitted(list, arranged(list.shape, data)))).toEqual({ members: [ann], total: 3 })
})

it.each([
  ['a list that is missing', {}, { members: [] }],
  [
    'null',
    { members: null, total: null, next: null, infos: null, scopes: null },
    { members: [], total: 0, next: null },
  ],
  ['facts as JSON', { infos: '{"region":"CN","acres":7}' }, { infos: { region: 'CN', acres: 7 } }],
  ['facts as a list', { infos: [{ key: 'acres', value: 7 }] }, { infos: { region: '', acres: 7 } }],
  ['a list as one text', { scopes: 'openid name' }, { scopes: [{ scope: 'openid' }, { scope: 'name' }] }],
  ['texts for objects', { scopes: ['openid', 7] }, { scopes: [{ scope: 'openid' }] }],
  ['objects for texts', { permissions: [{ permission: 'a', id: 7 }] }, { permissions: ['a'] }],
])('happy: an answer with %s is read', (_what, data, expected) => {
  expect(row.parse(fitted(row, arranged(row.shape, data)))).toMatchObject(expected)
})

it('error: an answer that cannot be adapted is refused, as without adapting', () => {
  const data = { members: 'none', total: 'many' }
  expect(fitted(row, data)).toMatchObject({ total: 'many' })
  expect(row.safeParse(fitted(row, data)).success).toBe(false)
})
