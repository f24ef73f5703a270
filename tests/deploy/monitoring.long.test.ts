import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { root } from '#tests/fixtures/programs/server'
import { programs } from '../../scripts/programs.mjs'

it('happy: Prometheus understands every alert', async () => {
  const program = programs.promtool?.find()
  if (program === undefined) throw new Error('There is no promtool here')
  const { stdout } = await promisify(execFile)(program, ['check', 'rules', 'deploy/prometheus/alerts.yaml'], {
    cwd: root,
  })
  expect(stdout).toContain('SUCCESS')
})
