import { expect, it } from 'vitest'
import { read } from './documents'

const modulesIn = (file: string, pattern: RegExp): string[] =>
  [...read(file).matchAll(pattern)].map(([, name]) => name ?? '').sort()

it('happy: each module of the plans in the guide has a test of that name, and vice versa', () => {
  const listed = modulesIn('docs/integrators/conformity.md', /^\| `(oidcc-[\w-]+)(?<!-test-plan)` \|/gm)
  const tested = modulesIn(
    'tests/account-api/applications/protocol/basic-plan.test.ts',
    /(?:'(?:happy|error|security): |^ *(?:\[)?')(oidcc-[\w-]+)/gm,
  )
  expect(listed.length).toBeGreaterThan(38)
  expect(tested).toEqual(listed)
})

it('happy: the plans of the guide match its commands, each with its modules', () => {
  const guide = read('docs/integrators/conformity.md')
  const plans = (pattern: RegExp) => [...guide.matchAll(pattern)].map(([, name]) => name)
  const named = plans(/^## .*`(oidcc-[\w-]+-test-plan)`$/gm)
  expect(named).toHaveLength(2)
  expect(plans(/^\| `(oidcc-[\w-]+-test-plan)` \|/gm)).toEqual(named)
  expect(plans(/run-test-plan\.py '?(oidcc-[\w-]+-test-plan)/gm)).toEqual(named)
})
