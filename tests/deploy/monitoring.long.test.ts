import { expect, it } from 'vitest'
import { runProgram } from '#tests/fixtures/programs/program'
import { pathOf } from '#tests/fixtures/programs/sample'
import { root } from '#tests/fixtures/programs/server'

it('happy: Prometheus understands every alert', async () => {
  const words = ['check', 'rules', `${root}deploy/prometheus/alerts.yaml`]
  expect(await runProgram(pathOf('promtool'), words)).toEqual({ ended: 0, said: expect.stringContaining('SUCCESS') })
})
