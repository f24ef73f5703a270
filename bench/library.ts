// `npm run bench -- --library`: what requests of applications cost, against the same library alone with its memory store,
// in turns. The product runs in one process, as by `npm start`. CPU of all threads; one JSON line a figure.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as openid from 'openid-client'
import { codeOf, outboxOffice } from '#tests/fixtures/messages/post-office'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { freePort } from '#tests/fixtures/programs/free-port'
import { operateAt } from '#tests/fixtures/programs/operate-at'
import { startProgram } from '#tests/fixtures/programs/program'
import { root, startWebApp } from '#tests/fixtures/programs/server'
import { eventually } from '#tests/fixtures/time/eventually'
import { budgets } from './measuring/budgets'
import { exitCode, print } from './measuring/figure'
import { drive, type Load } from './measuring/load'
import { key } from './measuring/measured-pair'
import { median } from './measuring/median'
import { measured, usedBy } from './measuring/used'
import { addApplication } from './visitors/application'
import { Browser } from './visitors/browser'
import { password } from './visitors/crowd'

/** An application's server at a provider. */
interface Client {
  config: openid.Configuration
  accessToken: string
  refreshToken: string
  /** The form, and the client that sends it, for a token without a person. */
  machine: { id: string; secret: string; form: Record<string, string> }
  /** Who may introspect the access token. */
  own: { id: string; secret: string }
  cpuMs(): Promise<number>
}

const basic = ({ id, secret }: { id: string; secret: string }) =>
  `Basic ${Buffer.from([id, secret].map(encodeURIComponent).join(':')).toString('base64')}`

const posted = (url: string, who: { id: string; secret: string }, form: Record<string, string>): Load => ({
  url,
  method: 'POST',
  headers: { authorization: basic(who), 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(form).toString(),
  status: 200,
})

const [folder, reports, bareReports] = ['library', 'library-used', 'library-bare'].map(temporaryFolder)
if (!folder || !reports || !bareReports) throw new Error('no folders')

const startOurs = async (): Promise<Client & { stop(): Promise<unknown> }> => {
  const [port, apiPort] = [await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const apiUrl = `http://127.0.0.1:${apiPort}`
  const web = await startWebApp({
    LOG_LEVEL: 'info',
    DATA_DIR: folder.path,
    PORT: String(port),
    PUBLIC_URL: url,
    ACCOUNT_API_PORT: String(apiPort),
    ACCOUNT_API_KEY: key,
    ...measured(reports.path),
  })
  const person = new Browser(url)
  const mobile = '+8613800138000'
  await person.send('/login/register', { mobile, region: 'CN' })
  await person.send('/login/register/code', { code: await codeOf(outboxOffice(apiPort), mobile), password })
  const application = await addApplication({ url, apiUrl, key, isFirstParty: true })
  const tokens = await application.exchange(await application.authorisedForLong(person))
  const operate = (words: string[], file?: Uint8Array) => operateAt(apiUrl, { aid: 'butterfly', key }, words, file)
  const resource = 'https://api.orchard.example/v1'
  await operate(['api', 'add', 'trees', resource, 'Orchard trees'])
  await operate(['api', 'scopes', 'trees', 'scopes.json'], Buffer.from('{"trees.read": "See trees"}'))
  const added = await operate(['client', 'add-machine', 'robot', 'Orchard robot'])
  await operate(['api', 'machine', 'trees', 'robot', 'trees.read'])
  const form = { grant_type: 'client_credentials', resource, scope: 'trees.read' }
  return {
    config: application.config,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? '',
    machine: { id: 'robot', secret: added.split(' ').at(-1) ?? '', form },
    own: { id: 'orchard', secret: application.secret },
    cpuMs: async () => (await usedBy(reports.path)).cpuMs,
    stop: () => web.stop(),
  }
}

const startBare = async (): Promise<Client & { stop(): Promise<unknown> }> => {
  const [port, file] = [await freePort(), join(bareReports.path, 'tokens.json')]
  const env = { PORT: String(port), TOKENS: file, ...measured(bareReports.path) }
  const program = startProgram(process.execPath, [`${root}tests/fixtures/programs/bare-provider.mjs`], { env })
  await eventually('the library alone', () => existsSync(file) || undefined)
  const { client_id: id, client_secret: secret, ...tokens } = JSON.parse(readFileSync(file, 'utf8'))
  const execute = [openid.allowInsecureRequests]
  const config = await openid.discovery(new URL(`http://localhost:${port}`), id, secret, undefined, { execute })
  return {
    ...{ config, ...tokens, own: { id, secret } },
    machine: { id, secret, form: { grant_type: 'client_credentials' } },
    cpuMs: async () => (await usedBy(bareReports.path)).cpuMs,
    stop: () => program.stop(),
  }
}

const [ours, bare] = [await startOurs(), await startBare()]
const endpointsOf = ({ config }: Client) => config.serverMetadata()

const acts = {
  userinfo: {
    name: 'userinfo',
    times: 500,
    work: (client: Client, times: number) => {
      const headers = { authorization: `Bearer ${client.accessToken}` }
      return drive({ url: endpointsOf(client).userinfo_endpoint ?? '', headers, status: 200 }, times)
    },
  },
  refresh: {
    name: 'a refresh',
    times: 150,
    work: async (client: Client, times: number) => {
      for (let done = 0; done < times; done += 1)
        client.refreshToken = (await openid.refreshTokenGrant(client.config, client.refreshToken)).refresh_token ?? ''
    },
  },
  introspection: {
    name: 'an introspection',
    times: 500,
    work: (client: Client, times: number) => {
      const url = endpointsOf(client).introspection_endpoint ?? ''
      return drive(posted(url, client.own, { token: client.accessToken }), times)
    },
  },
  clientCredentials: {
    name: 'a token for a machine',
    times: 300,
    work: (client: Client, times: number) =>
      drive(posted(endpointsOf(client).token_endpoint ?? '', client.machine, client.machine.form), times),
  },
  jwks: {
    name: 'the public keys',
    times: 800,
    work: (client: Client, times: number) =>
      drive({ url: endpointsOf(client).jwks_uri ?? '', headers: {}, status: 200 }, times),
  },
}

const [warmUps, rounds] = [4, 7]
for (const [act, { name, times, work }] of Object.entries(acts)) {
  const msOf = async (client: Client) => {
    const before = await client.cpuMs()
    await work(client, times)
    return ((await client.cpuMs()) - before) / times
  }
  const spent: { ms: number; bareMs: number }[] = []
  for (let round = -warmUps; round < rounds; round += 1) {
    const each = { bareMs: await msOf(bare), ms: await msOf(ours) }
    if (round >= 0) spent.push(each)
  }
  const ms = median(spent.map((each) => each.ms))
  print(`${name}, CPU`, ms, 'ms')
  print(`${name}, per second and core`, 1000 / ms, 'a second')
  const ratio = median(spent.map((each) => each.ms / each.bareMs))
  print(`${name}, CPU against the library alone`, ratio, 'times', budgets[act as keyof typeof acts])
}

await ours.stop()
await bare.stop()
for (const each of [folder, reports, bareReports]) each.remove()
process.exitCode = exitCode()
