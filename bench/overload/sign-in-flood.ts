// More people sign in at once than the hash queue takes, while one other visitor opens pages.
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { measured, usedBy } from '#bench/measuring/used'
import { addressOf, mobileOf, password } from '#bench/visitors/crowd'
import { codeOf, outboxOffice } from '#tests/fixtures/messages/post-office'
import { memoryFolder, temporaryFolder } from '#tests/fixtures/programs/folder'
import { freePort } from '#tests/fixtures/programs/free-port'
import { startWebApp } from '#tests/fixtures/programs/server'

/** The number of concurrent sign-ins to one account, low enough for its limit of guesses. */
const signInsAtOnceToAnAccount = 3

/** A signed-out browser with a form, at its own client address. */
interface Person {
  headers: Record<string, string>
  body: string
}

interface Tried {
  status: number
  ms: number
}

/** Figures of one run. Times are in ms. */
export interface Flood {
  signInsASecond: number
  /** Times of the successful sign-ins. */
  servedMs: number[]
  refusedMs: number[]
  /** The CPU time of both processes of the product, for each second. */
  cpuMsASecond: number
  loginMs: number[]
  settingsMs: number[]
}

const ask = async (
  url: string,
  {
    method = 'GET',
    headers,
    body,
    agent,
  }: { method?: string; headers: Record<string, string>; body?: string; agent: Agent },
): Promise<{ answer: IncomingMessage; page: string; ms: number }> => {
  const began = performance.now()
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, headers, agent }, resolve).once('error', reject).end(body)
  })
  return { answer, page: await text(answer), ms: performance.now() - began }
}

const cookiesOf = ({ headers }: IncomingMessage): string =>
  (headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ')

/** Starts both servers with `people` browsers that can sign in. */
export const signInFlood = async (people: number) => {
  const folder = memoryFolder('flood')
  const accountApiPort = await freePort()
  const reports = temporaryFolder('flood-used')
  const web = await startWebApp({
    LOG_LEVEL: 'error',
    DATA_DIR: folder.path,
    ACCOUNT_API_PORT: String(accountApiPort),
    TRUST_PROXY: '127.0.0.1',
    ...measured(reports.path),
  })
  const url = `http://localhost:${web.port}`
  const office = outboxOffice(accountApiPort)
  const agent = new Agent({ keepAlive: true, maxSockets: 2 * people, timeout: 30_000 })

  const openForm = async (path: string, nth: number, cookies = '') => {
    const base = { 'x-forwarded-for': addressOf(nth), 'accept-language': 'en', ...(cookies && { cookie: cookies }) }
    const { answer, page } = await ask(url + path, { headers: base, agent })
    const token = /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? ''
    const cookie = [cookies, cookiesOf(answer)].filter((each) => each !== '').join('; ')
    const headers = { ...base, cookie, 'content-type': 'application/x-www-form-urlencoded' }
    const send = (fields: Record<string, string>) =>
      ask(url + path, {
        method: 'POST',
        headers,
        agent,
        body: new URLSearchParams({ form_token: token, ...fields }).toString(),
      })
    return { headers, token, cookie, send }
  }

  const register = async (nth: number): Promise<{ mobile: string; cookie: string }> => {
    const mobile = mobileOf(nth)
    const first = await openForm('/login/register', nth)
    const sent = await first.send({ mobile, region: 'CN' })
    const second = await openForm('/login/register/code', nth, [first.cookie, cookiesOf(sent.answer)].join('; '))
    const { answer } = await second.send({ code: await codeOf(office, mobile), password })
    if (answer.statusCode !== 303) throw new Error(`registering answered ${answer.statusCode}`)
    return { mobile, cookie: cookiesOf(answer) }
  }

  const accounts: { mobile: string; cookie: string }[] = []
  const crowd: Person[] = []
  for (let nth = 0; nth < people / signInsAtOnceToAnAccount; nth += 1) accounts.push(await register(nth))
  for (let nth = 0; nth < people; nth += 1) {
    const { headers, token } = await openForm('/login', 100_000 + nth)
    const account = accounts[nth % accounts.length]?.mobile ?? ''
    crowd.push({ headers, body: new URLSearchParams({ form_token: token, account, password }).toString() })
  }

  const signIn = async ({ headers, body }: Person): Promise<Tried & { retryAfterMs: number }> => {
    const { answer, page, ms } = await ask(`${url}/login`, { method: 'POST', headers, body, agent })
    const status = answer.statusCode ?? 0
    // Refused on the form, or by the plain page when too many are refused for forms.
    const isRefused = answer.headers['retry-after'] !== undefined && /Try again in|Too many requests/.test(page)
    if (status !== 303 && !isRefused) throw new Error(`a sign-in answered ${status}`)
    return { status, ms, retryAfterMs: 1000 * Number(answer.headers['retry-after'] ?? 0) }
  }

  return {
    /** For `seconds`, that many people sign in repeatedly. Refused people retry later. */
    run: async (atOnce: number, seconds: number): Promise<Flood> => {
      const tried: Tried[] = []
      const [loginMs, settingsMs]: [number[], number[]] = [[], []]
      const { cpuMs } = await usedBy(reports.path)
      const began = performance.now()
      const leftMs = () => 1000 * seconds - (performance.now() - began)
      const goesOn = () => leftMs() > 0
      const person = async (who: Person) => {
        while (goesOn()) {
          const { retryAfterMs, ...answered } = await signIn(who)
          tried.push(answered)
          // A wait beyond the end would count as time without sign-ins.
          await wait(Math.min(retryAfterMs, Math.max(0, leftMs())))
        }
      }
      const headers = { 'x-forwarded-for': '192.0.2.1', 'accept-encoding': 'gzip', 'accept-language': 'en' }
      const visitor = async (path: string, times: number[], cookie: string) => {
        while (goesOn()) {
          const { answer, ms } = await ask(url + path, { headers: { ...headers, cookie }, agent })
          if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`)
          times.push(ms)
          await wait(50)
        }
      }
      await Promise.all([
        ...crowd.slice(0, atOnce).map(person),
        visitor('/login', loginMs, ''),
        visitor('/settings', settingsMs, accounts[0]?.cookie ?? ''),
      ])
      const tookSeconds = (performance.now() - began) / 1000
      const timesOf = (answers: Tried[]) => answers.map(({ ms }) => ms)
      const servedMs = timesOf(tried.filter(({ status }) => status === 303))
      return {
        signInsASecond: servedMs.length / tookSeconds,
        servedMs,
        refusedMs: timesOf(tried.filter(({ status }) => status !== 303)),
        cpuMsASecond: ((await usedBy(reports.path)).cpuMs - cpuMs) / tookSeconds,
        loginMs,
        settingsMs,
      }
    },
    stop: async () => {
      agent.destroy()
      await web.stop()
      folder.remove()
      reports.remove()
    },
  }
}

/** 95 of 100 times are at most this long. */
export const p95 = (times: number[]): number =>
  [...times].sort((one, other) => one - other)[Math.ceil(0.95 * times.length) - 1] ?? 0
