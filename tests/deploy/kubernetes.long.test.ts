import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { pathOf } from '#tests/fixtures/programs/sample'
import { objects } from './manifest'

/** Reads an object by the types of Kubernetes, which drops each field that they do not know. */
const asKubernetes = (object: unknown, command: string[]): unknown => {
  const words = ['set', ...command, '--local', '--filename=-', '--output=json']
  return JSON.parse(execFileSync(pathOf('kubectl'), words, { input: JSON.stringify(object), encoding: 'utf8' }))
}

const image = 'registry.example.com/other'
const [service, deployment] = objects.map((object) =>
  JSON.parse(JSON.stringify(object).replace(/"image":"[^"]*"/, `"image":"${image}"`)),
)

it.each([
  ['Service', service, ['selector', 'app.kubernetes.io/name=butterfly']],
  ['Deployment', deployment, ['image', `web=${image}`]],
])('happy: kubectl knows every field of the %s', (kind, object, command) => {
  expect(object).toMatchObject({ kind })
  // A command that changes nothing says nothing.
  const given = JSON.parse(JSON.stringify(object).replace(image, 'another'))
  expect(asKubernetes(given, command)).toMatchObject(object)
})

it('error: kubectl drops a field that is misspelt, so the comparison would fail', () => {
  const misspelt = structuredClone(deployment)
  misspelt.spec.template.spec.enableServiceLink = false
  expect(asKubernetes(misspelt, ['image', 'web=another'])).not.toHaveProperty('spec.template.spec.enableServiceLink')
})
