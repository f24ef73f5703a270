import { expect, it } from 'vitest'
import { createMetrics } from '#account-api/http/metrics'
import { read } from '#tests/docs/documents'

const [alerts, dashboard] = [read('deploy/prometheus/alerts.yaml'), read('deploy/grafana/butterfly.json')]
const runbook = read('docs/operators/runbook.md')

/** The names and labels of all metrics on /metrics. */
const offered = async (): Promise<string> => {
  const metrics = createMetrics({ length: () => 0, refused: () => ({}) })
  const reply = { type: () => reply }
  return metrics.route({} as never, reply as never)
}
const metricsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\b(?:butterfly|nodejs|process)_[a-z_]+/g)].map(([name]) => name)),
]
const alertNames = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)

it.each([
  ['the alerts', alerts],
  ['the dashboard', dashboard],
  ['the runbook', runbook],
])('happy: every metric that %s names exists', async (_name, text) => {
  const names = [...(await offered()).matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name)
  const found = metricsIn(text).map((name) => name.replace(/_(bucket|sum|count)$/, ''))
  expect(found.length).toBeGreaterThan(5)
  expect(found.filter((name) => !names.includes(name))).toEqual([])
})

it('happy: the dashboard is a file that Grafana can import, and no two panels overlap', () => {
  const { panels, title } = JSON.parse(dashboard) as { title: string; panels: { id: number; gridPos: object }[] }
  expect(title).toBe('Butterfly')
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  expect(new Set(panels.map(({ gridPos }) => JSON.stringify(gridPos))).size).toBe(panels.length)
})

it('happy: each alert names its runbook section, and each section has its alert', () => {
  const pages = [...alerts.matchAll(/runbook: docs\/operators\/runbook\.md#(\w+)/g)].map(([, page]) => page)
  expect(pages).toEqual(alertNames.map((name) => name.toLowerCase()))
  const parts = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name)
  expect([...parts].sort()).toEqual([...alertNames].sort())
})

it.each(alertNames)('happy: the runbook of %s lists symptoms, meaning, where to look and what to do', (name) => {
  const [, part = ''] = runbook.split(`## ${name}\n`)
  const [own = ''] = part.split('\n## ')
  for (const question of ['People notice', 'It means', 'Look', 'Do']) expect(own).toContain(`- **${question}**: `)
})
