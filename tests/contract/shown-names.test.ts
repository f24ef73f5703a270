import { expect, it } from 'vitest'
import type { Call } from '../../contract/call'
import { calls } from '../../contract/calls'
import { givenNames } from '../../contract/terms/shown-names'

it('security: every call that gives a name which others see has it reviewed', () => {
  const named = /^(name|\w+_name)$/
  const rows = (Object.values(calls) as Call[]).filter(({ method }) => method === 'POST')
  const given = rows.flatMap(({ name, input, names }) =>
    Object.keys(input.shape)
      .filter((field) => named.test(field))
      .map((field) => ({ call: name, field, kinds: givenNames(names, { [field]: 'x' }).map(({ kind }) => kind) })),
  )
  expect(given.filter(({ kinds }) => kinds.length === 0)).toEqual([])
  expect(new Set(given.flatMap(({ kinds }) => kinds))).toEqual(
    new Set(['organisation', 'application', 'member', 'role']),
  )
})
