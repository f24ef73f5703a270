import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '#tests/fixtures/programs/server'

const modulesIn = (file: string, pattern: RegExp): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([, name]) => name ?? '').sort()

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
  const guide = readFileSync(join(root, 'docs/integrators/conformity.md'), 'utf8')
  const plans = (pattern: RegExp) => [...guide.matchAll(pattern)].map(([, name]) => name)
  const named = plans(/^## .*`(oidcc-[\w-]+-test-plan)`$/gm)
  expect(named).toHaveLength(2)
  expect(plans(/^\| `(oidcc-[\w-]+-test-plan)` \|/gm)).toEqual(named)
  expect(plans(/run-test-plan\.py '?(oidcc-[\w-]+-test-plan)/gm)).toEqual(named)
})
