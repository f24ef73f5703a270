import { expect, it } from 'vitest'
import type { Call } from '#contract/call'
import { calls } from '#contract/calls'
import { givenNames } from '#contract/terms/shown-names'

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
