import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { drainMsOf } from '#settings/variables'
import { read } from '#tests/docs/documents'
import { root } from '#tests/fixtures/programs/server'
import { stages, variablesOf } from './dockerfile'
import { deployed, ofNpmStart, ofTheOperator, strangersIn } from './programs'

const service = z.object({
  image: z.string(),
  build: z.object({ context: z.string(), dockerfile: z.string(), target: z.string() }).optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.string().array().optional(),
  security_opt: z.string().array().optional(),
  stop_grace_period: z.string().optional(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.string().array().default([]),
  volumes: z.string().array().default([]),
  networks: z.string().array(),
})
const network = z.object({
  internal: z.boolean().default(false),
  ipam: z.object({ config: z.object({ subnet: z.string() }).array() }).optional(),
})
const file = z.object({ services: z.record(z.string(), service), networks: z.record(z.string(), network) })

const { services, networks } = file.parse(parse(read('deploy/compose.yaml'), { merge: true }))
const named = (name: string) => {
  const found = services[name]
  if (!found) throw new Error(`deploy/compose.yaml has no ${name}`)
  return found
}
const programs = ['account-api', 'web-1', 'web-2']

/** What deploy/.env has, in a value that each program takes. */
const filled: Record<string, string> = { ...ofTheOperator, POSTGRES_PASSWORD: '0123456789abcdef' }

/** The environment of a program: its image’s, and what compose adds. */
const environmentOf = (name: string): Record<string, string> => {
  const { build, environment } = named(name)
  const given = Object.entries(environment).map(([key, value]) => [
    key,
    value.replace(/\$\{(\w+):([?-])\}/g, (_, variable: string, otherwise: string) => {
      const text = filled[variable] ?? (otherwise === '-' ? '' : undefined)
      if (text === undefined) throw new Error(`deploy/.env has no ${variable}`)
      return text
    }),
  ])
  return { ...variablesOf(build?.target ?? ''), ...Object.fromEntries(given) }
}

it.each([
  ['account-api', 'account-api'],
  ['web-1', 'web'],
  ['web-2', 'web'],
] as const)('happy: the service %s starts with its variables, and reads each of them', (name, program) => {
  const environment = environmentOf(name)
  expect(strangersIn(program, environment)).toEqual(ofNpmStart.variables)
  expect(deployed[program].read(environment)).toMatchObject({ DEPLOYMENT: 'production' })
})

it('happy: a copy of the web app serves the desk if deploy/.env says so', () => {
  const given = { ...environmentOf('web-1'), DESK_PORT: '3100', DESK_URL: 'https://desk.example.com' }
  expect(deployed.web.read(given)).toMatchObject({ DESK_PORT: 3100, DESK_HOST: '0.0.0.0' })
})

it('happy: images are built from deploy/Dockerfile, or pinned to a version', () => {
  for (const { image, build } of Object.values(services)) {
    if (build === undefined) expect(image).toMatch(/^[a-z]+:\d+\.\d+(\.\d+)?-bookworm$/)
    else expect(stages.map(({ name }) => name)).toContain(build.target)
    if (build) expect(existsSync(join(root, 'deploy', build.context, build.dockerfile))).toBe(true)
  }
  expect(named('database').image).toMatch(/^postgres:15\./)
})

it.each(programs)('happy: the service %s gets its drain time and ten seconds more to stop', (name) => {
  const drainSeconds = drainMsOf({ DEPLOYMENT: 'production' }) / 1000
  expect(Number.parseInt(named(name).stop_grace_period ?? '', 10)).toBeGreaterThanOrEqual(drainSeconds + 10)
})

it.each(programs)('security: the service %s has no privileges, and can write only to its data folder', (name) => {
  const { read_only, cap_drop, security_opt, volumes, ports } = named(name)
  expect({ read_only, cap_drop, security_opt, ports }).toEqual({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    ports: [],
  })
  expect(volumes).toEqual([`${name}:${environmentOf(name).DATA_DIR}`])
})

it('security: only nginx is reachable from outside, and only the programs that need it reach the account API and the database', () => {
  const open = Object.entries(services).filter(([, { ports }]) => ports.length > 0)
  expect(open.map(([name]) => name)).toEqual(['nginx'])
  const within = (wanted: string) => Object.keys(services).filter((name) => named(name).networks.includes(wanted))
  expect({ front: within('front'), calls: within('calls'), database: within('database') }).toEqual({
    front: ['web-1', 'web-2', 'nginx'],
    calls: ['account-api', 'web-1', 'web-2'],
    database: ['database', 'account-api'],
  })
  expect(networks.database?.internal).toBe(true)
})

it('security: the web app accepts a client address from nginx’s network only', () => {
  expect(environmentOf('web-1').TRUST_PROXY).toBe(networks.front?.ipam?.config[0]?.subnet)
})

it('happy: nginx finds its files, and hands requests to each copy', () => {
  // The operator brings the certificate.
  const mounted = named('nginx').volumes.map((volume) => volume.split(':')[0] ?? '')
  expect(mounted.filter((path) => !existsSync(join(root, 'deploy', path)))).toEqual(['./certificate'])
  const copies = [...read('deploy/nginx/copies-of-compose.conf').matchAll(/server (\S+):3000;/g)].map(
    ([, name]) => name,
  )
  expect(copies).toEqual(Object.keys(services).filter((name) => name.startsWith('web-')))
})
