import { signatureSkewSeconds } from '../../../../contract/wire/signing'
import { wholeBody } from '../../../../outgoing/whole-body'
import { isLoopback } from '../../../../settings/loopback'
import { reasonOf } from '../../../kernel/outside/not-accepted'
import type { Finding, Probe } from '../finding'
import type { Read } from '../judged-settings'
import { reach, whyNotReached } from './reach'

const about = 'PUBLIC_URL'

/** From half a minute on, a message may be sent twice. */
const warnFromSeconds = 30

const mostBytes = 1000

/** The address that people use: its certificate, whether this product answers there, and its clock. */
export const publicUrl = (read: Read): Probe => ({
  about,
  reads: [about, 'PORT'],
  look: async (signal) => {
    const url = read.PUBLIC_URL ?? new URL(`http://localhost:${read.PORT ?? 3000}`)
    const { finding, failure } = await reach(about, url.href, signal)
    if (failure !== undefined) return [failure === 'ECONNREFUSED' ? beforeStart(finding) : finding]
    return [...(url.protocol === 'https:' ? [finding] : []), ...(await ask(url, signal))]
  },
})

/** Before a first start nothing may listen yet. */
const beforeStart = (finding: Finding): Finding => ({
  ...finding,
  level: 'warning',
  toDo: 'Before the first start this is as it should be; after it, see that the web app or its proxy listens there',
})

const ask = async (url: URL, signal: AbortSignal): Promise<Finding[]> => {
  const askedAt = Date.now()
  try {
    const response = await fetch(new URL('/healthz', url), { redirect: 'manual', signal })
    const halfway = (askedAt + Date.now()) / 2
    const body = await wholeBody(response, { signal, maxBytes: mostBytes }).catch(() => Buffer.alloc(0))
    return [ofAnswer(url, response.status, body.toString()), ...ofClock(response.headers.get('date'), halfway)]
  } catch (error) {
    return [{ about, ...whyNotReached(url.host, reasonOf(error)) }]
  }
}

const ofAnswer = (url: URL, status: number, body: string): Finding => {
  if (status === 200 && body.includes('"status":"alive"'))
    return { level: 'ok', about, found: `a web app of Butterfly answers at ${url.origin}/healthz` }
  return {
    ...{ level: isLoopback(url.hostname) ? 'error' : 'warning', about },
    found: `what answers at ${url.origin}/healthz is not the web app (status ${status})`,
    toDo: 'See that the address is right and that the proxy passes all of its paths on, unless you closed this one',
  }
}

/** The clock of this machine against that of whatever answers. A date has whole seconds. */
const ofClock = (date: string | null, atMs: number): Finding[] => {
  const theirs = Date.parse(date ?? '')
  if (Number.isNaN(theirs)) return []
  const seconds = Math.round(Math.abs(theirs + 500 - atMs) / 1000)
  const level = seconds >= signatureSkewSeconds ? 'error' : seconds >= warnFromSeconds ? 'warning' : 'ok'
  const found = `the clock of this machine and that of ${about} differ by ${seconds} seconds`
  const toDo = 'Keep both in step: timedatectl set-ntp true'
  return [{ level, about: 'clock', found, ...(level !== 'ok' && { toDo }) }]
}
