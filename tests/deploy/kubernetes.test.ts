import { expect, it } from 'vitest'
import { z } from 'zod'
import { fileVariables } from '#settings/names'
import { drainMsOf } from '#settings/variables'
import { read } from '#tests/docs/documents'
import { variablesOf } from './dockerfile'
import { objects } from './manifest'
import { deployed, ofTheOperator } from './programs'

const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }), failureThreshold: z.number() })
const container = z.object({
  env: z.object({ name: z.string(), value: z.string() }).array(),
  ports: z.object({ name: z.string(), containerPort: z.number() }).array(),
  startupProbe: probe,
  readinessProbe: probe,
  livenessProbe: probe,
  securityContext: z.unknown(),
  volumeMounts: z.object({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().optional() }).array(),
})
const pod = z.object({
  terminationGracePeriodSeconds: z.number(),
  automountServiceAccountToken: z.boolean(),
  enableServiceLinks: z.boolean(),
  securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.number().min(1) }),
  containers: z.tuple([container]),
})
const labels = z.record(z.string(), z.string())
const [service, deployment] = z
  .tuple([
    z.object({ spec: z.object({ selector: labels, ports: z.object({ targetPort: z.string() }).array() }) }),
    z.object({ spec: z.object({ template: z.object({ metadata: z.object({ labels }), spec: pod }) }) }),
  ])
  .parse(objects)
const { metadata, spec } = deployment.spec.template
const [web] = spec.containers
const environment = Object.fromEntries(web.env.map(({ name, value }) => [name, value]))

it('happy: both programs of a pod start with its variables, and its secrets are files that the guide creates', () => {
  const secrets = Object.entries(environment).filter(([name]) => fileVariables.has(name))
  const filled = Object.fromEntries(
    secrets.map(([name]) => {
      const setting = fileVariables.get(name) ?? ''
      const value = { ...ofTheOperator, DATABASE_URL: 'postgres://u:p@h/d' }[setting]
      return [setting, value ?? '']
    }),
  )
  const rest = Object.entries(environment).filter(([name]) => !fileVariables.has(name))
  const read_ = { ...variablesOf('web'), ...Object.fromEntries(rest), ...filled }
  for (const program of ['web', 'account-api'] as const)
    expect(deployed[program].read(read_)).toMatchObject({ DEPLOYMENT: 'production' })
  const mounted = web.volumeMounts.find(({ name }) => name === 'secrets')?.mountPath
  for (const [, path] of secrets) {
    expect(path.startsWith(`${mounted}/`)).toBe(true)
    expect(read('docs/operators/deploying.md')).toContain(`--from-file=${path.slice(`${mounted}/`.length)}=`)
  }
})

it('happy: the Service points to the pods, whose probes check liveness and readiness', () => {
  expect(service.spec.selector).toEqual(metadata.labels)
  expect(service.spec.ports.map(({ targetPort }) => targetPort)).toEqual(web.ports.map(({ name }) => name))
  expect(web.ports.map(({ containerPort }) => containerPort)).toEqual([deployed.web.read({}).PORT])
  const asked = [web.startupProbe, web.readinessProbe, web.livenessProbe].map(({ httpGet }) => httpGet.path)
  expect(asked).toEqual(['/healthz', '/readyz', '/healthz'])
  expect(spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drainMsOf({ DEPLOYMENT: 'production' }) / 1000 + 10)
})

it('security: a pod has no privileges and no token, and can write only to its data folder', () => {
  expect(web.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  })
  expect(spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false })
  const writable = web.volumeMounts.filter(({ readOnly }) => readOnly !== true)
  expect(writable.map(({ mountPath }) => mountPath)).toEqual([variablesOf('web').DATA_DIR])
})
