// `npm run bench -- --peers FILE`: the same acts at several running products, in turns. FILE is *.json:
// {"Name 1.0": {"process": 123, "page": "http://…/login", "fields": {"account": "…", "password": "…"},
//   "account": "http://…/settings", "client": {"issuer": "http://…", "id": "…", "secret": "…", "refreshToken": "…"}}}
// Acts without their words are left out. One JSON line per turn, then a Markdown table of medians.
import { readFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { chromium } from '@playwright/test'
import * as openid from 'openid-client'
import { launchOptions } from '#tests/e2e/chromium'
import { cpuSecondsOfTree } from '../scripts/cpu.mjs'
import { Robot } from '../testing/robot/robot'
import { type ChromiumVisit, visitInChromium } from './measuring/chromium-visit'
import { drive } from './measuring/load'
import { median } from './measuring/median'

/** A product that runs, and what is needed to use it. */
interface Peer {
  /** The id of its first process. CPU of it and of all that it started counts. */
  process?: number
  /** The address of its sign-in page. */
  page?: string
  /** What a person types there; the rest of the form stays as it is. */
  fields?: Record<string, string>
  /** The address of the page of one's own account. */
  account?: string
  client?: { issuer: string; id: string; secret: string; refreshToken: string }
}

type Act = (times: number) => Promise<unknown>

const [turns, visits] = [7, 5]
const times = { 'sign-in page': 200, 'sign-in': 5, 'account page': 200, refresh: 40, userinfo: 200, introspection: 200 }

const file = process.argv.at(-1) ?? ''
if (!file.endsWith('.json')) {
  process.stderr.write('Name the file of the products: npm run bench -- --peers peers.json\n')
  process.exit(1)
}
const peers = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Peer>)
const html = { accept: 'text/html', 'accept-encoding': 'gzip', 'accept-language': 'en' }

const inTurn = async (times: number, work: () => Promise<unknown>) => {
  for (let done = 0; done < times; done += 1) await work()
}

/** A sign-in: the page, the form, and the page that it leads to. */
const signedIn = async (page: string, fields: Record<string, string>): Promise<Robot> => {
  const robot = new Robot(page)
  await robot.open(page)
  const after = await robot.send(fields)
  if (after.status !== 200 || after.url === page) throw new Error(`${page} does not sign in: ${after.errors.join(' ')}`)
  return robot
}

const requestsOf = async ({ issuer, id, secret, refreshToken }: NonNullable<Peer['client']>) => {
  const execute = [openid.allowInsecureRequests]
  const config = await openid.discovery(new URL(issuer), id, secret, openid.ClientSecretBasic(secret), { execute })
  let tokens = await openid.refreshTokenGrant(config, refreshToken)
  const refresh = async () => {
    tokens = await openid.refreshTokenGrant(config, tokens.refresh_token ?? refreshToken)
  }
  const userinfo = () => openid.fetchUserInfo(config, tokens.access_token, openid.skipSubjectCheck)
  const introspection = () => openid.tokenIntrospection(config, tokens.access_token)
  return { refresh, userinfo, introspection }
}

/** The acts that are possible at a peer. */
const actsOf = async (peer: Peer): Promise<Partial<Record<keyof typeof times, Act>>> => {
  const { page, fields, account, client } = peer
  const acts: Awaited<ReturnType<typeof actsOf>> = {}
  if (page !== undefined) acts['sign-in page'] = (times) => drive({ url: page, headers: html, status: 200 }, times)
  if (page !== undefined && fields) {
    acts['sign-in'] = (times) => inTurn(times, () => signedIn(page, fields))
    const { cookies } = await signedIn(page, fields)
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    if (account !== undefined)
      acts['account page'] = (times) => drive({ url: account, headers: { ...html, cookie }, status: 200 }, times)
  }
  const requests = client && Object.entries(await requestsOf(client))
  for (const [act, work] of requests ?? []) acts[act as keyof typeof times] = (times) => inTurn(times, work)
  return acts
}

const figuresOfVisit: [row: string, figure: keyof ChromiumVisit, unit: string, javaScriptEnabled: boolean][] = [
  ['first visit: requests', 'requests', '', true],
  ['its bytes, as encoded', 'bytes', '', true],
  ['its script', 'scriptBytes', ' bytes', true],
  ['its first paint on a slow phone', 'firstPaintMs', ' ms', true],
  ['the same, script off', 'firstPaintMs', ' ms', false],
]
const browser = await chromium.launch(launchOptions)
const visited = peers.map(() => [] as (ChromiumVisit & { javaScriptEnabled: boolean })[])
for (let visit = 0; visit < visits; visit += 1)
  for (const [at, [name, { page }]] of peers.entries())
    for (const javaScriptEnabled of page === undefined ? [] : [true, false]) {
      const made = { javaScriptEnabled, ...(await visitInChromium(browser, page ?? '', { javaScriptEnabled })) }
      process.stdout.write(`${JSON.stringify({ peer: name, act: 'first visit', turn: visit, ...made })}\n`)
      visited[at]?.push(made)
    }
const rows = new Map<string, string[]>()
for (const [row, figure, unit, javaScriptEnabled] of figuresOfVisit)
  rows.set(
    row,
    visited.map((made) => {
      const values = made.filter((visit) => visit.javaScriptEnabled === javaScriptEnabled).map((visit) => visit[figure])
      return values.length === 0 ? '–' : `${Math.round(median(values))}${unit}`
    }),
  )
await browser.close()

const all = await Promise.all(peers.map(async ([name, peer]) => ({ name, peer, acts: await actsOf(peer) })))
for (const act of Object.keys(times) as (keyof typeof times)[]) {
  const measured = all.map(() => ({ ms: [] as number[], cpuMs: [] as number[] }))
  // The first turn warms up.
  for (let turn = 0; turn <= turns; turn += 1)
    for (const [at, { name, peer, acts }] of all.entries()) {
      const work = acts[act]
      if (!work) continue
      const cpu = () => (peer.process === undefined ? Number.NaN : cpuSecondsOfTree(peer.process) * 1000)
      const [startedAt, before] = [performance.now(), cpu()]
      await work(times[act])
      const [ms, cpuMs] = [performance.now() - startedAt, cpu() - before].map((each) => each / times[act])
      process.stdout.write(`${JSON.stringify({ peer: name, act, turn, ms, cpuMs })}\n`)
      if (turn > 0) measured[at]?.ms.push(ms ?? 0)
      if (turn > 0) measured[at]?.cpuMs.push(cpuMs ?? 0)
    }
  const cell = ({ ms, cpuMs }: (typeof measured)[number]) => {
    if (ms.length === 0) return '–'
    const cpu = median(cpuMs)
    return Number.isNaN(cpu)
      ? `${median(ms).toFixed(1)} ms elapsed`
      : `${cpu.toFixed(1)} ms CPU, ${Math.round(1000 / cpu)}/s`
  }
  rows.set(act, measured.map(cell))
}

const line = (cells: string[]) => `| ${cells.join(' | ')} |\n`
const [processor] = cpus()
process.stdout.write(
  `\n${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores of ${processor?.model ?? 'an unknown kind'}\n\n`,
)
process.stdout.write(line(['', ...peers.map(([name]) => name)]) + line(['', ...peers.map(() => '')].map(() => '---')))
for (const [name, cells] of rows) process.stdout.write(line([name, ...cells]))
