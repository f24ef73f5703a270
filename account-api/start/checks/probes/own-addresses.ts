import { reasonOf } from '#account-api/kernel/outside/not-accepted'
import type { Finding, Probe } from '#account-api/start/checks/finding'
import type { Read } from '#account-api/start/checks/judged-settings'
import { signatureSkewSeconds } from '#contract/wire/signing'
import { wholeBody } from '#process/whole-body'
import { isLoopback } from '#settings/loopback'
import { reach, whyNotReached } from './reach'

/** With a difference of half a minute or more, a message may be sent twice. */
const warnFromSeconds = 30

const mostBytes = 1000

type Named = 'PUBLIC_URL' | 'DESK_URL'

/**
 * Checks the addresses of the public site and of the desk: the certificate, whether this product answers there, and its
 * clock.
 */
export const ownAddresses = (read: Read): Probe[] => {
  const { PORT = 3000, DESK_PORT, PUBLIC_URL = new URL(`http://localhost:${PORT}`) } = read
  const desk = read.DESK_URL ?? (DESK_PORT === undefined ? undefined : new URL(`http://localhost:${DESK_PORT}`))
  return [
    { about: 'PUBLIC_URL', reads: ['PUBLIC_URL', 'PORT'], look: (signal) => look('PUBLIC_URL', PUBLIC_URL, signal) },
    ...(desk
      ? [
          {
            about: 'DESK_URL',
            reads: ['DESK_URL', 'DESK_PORT'],
            look: async (signal: AbortSignal) => ofDesk(await look('DESK_URL', desk, signal)),
          },
        ]
      : []),
  ]
}

const look = async (about: Named, url: URL, signal: AbortSignal): Promise<Finding[]> => {
  const { finding, failure } = await reach(about, url.href, signal)
  if (failure !== undefined) return [failure === 'ECONNREFUSED' ? beforeStart(finding) : finding]
  return [...(url.protocol === 'https:' ? [finding] : []), ...(await ask(about, url, signal))]
}

/** Before the first start nothing may listen yet. */
const beforeStart = (finding: Finding): Finding => ({
  ...finding,
  level: 'warning',
  toDo: 'Before the first start this is normal; after it, check that the web app or its proxy listens there',
})

const elsewhere = 'Operators have to reach it. This machine need not, if another one serves it'

/** The desk may be unreachable from this machine. The clock is compared with the public site. */
const ofDesk = (findings: Finding[]): Finding[] =>
  findings
    .filter(({ about }) => about === 'DESK_URL')
    .map((finding) => (finding.level === 'error' ? { ...finding, level: 'warning', toDo: elsewhere } : finding))

const ask = async (about: Named, url: URL, signal: AbortSignal): Promise<Finding[]> => {
  const askedAt = Date.now()
  try {
    const response = await fetch(new URL('/healthz', url), { redirect: 'manual', signal })
    const halfway = (askedAt + Date.now()) / 2
    const body = await wholeBody(response, { signal, maxBytes: mostBytes }).catch(() => Buffer.alloc(0))
    return [
      ofAnswer(about, url, response.status, body.toString()),
      ...ofClock(about, response.headers.get('date'), halfway),
    ]
  } catch (error) {
    return [{ about, ...whyNotReached(url.host, reasonOf(error)) }]
  }
}

const ofAnswer = (about: Named, url: URL, status: number, body: string): Finding => {
  if (status === 200 && body.includes('"status":"alive"'))
    return { level: 'ok', about, found: `a web app of Butterfly answers at ${url.origin}/healthz` }
  return {
    ...{ level: isLoopback(url.hostname) ? 'error' : 'warning', about },
    found: `what answers at ${url.origin}/healthz is not the web app (status ${status})`,
    toDo: 'Check that the address is right and that the proxy forwards all of its paths, unless you closed this one',
  }
}

/** Compares the clock of this machine with the date of any answer. A date has whole seconds. */
const ofClock = (about: Named, date: string | null, atMs: number): Finding[] => {
  const theirs = Date.parse(date ?? '')
  if (Number.isNaN(theirs)) return []
  const seconds = Math.round(Math.abs(theirs + 500 - atMs) / 1000)
  const level = seconds >= signatureSkewSeconds ? 'error' : seconds >= warnFromSeconds ? 'warning' : 'ok'
  const found = `the clock of this machine and that of ${about} differ by ${seconds} seconds`
  const toDo = 'Synchronise both clocks: timedatectl set-ntp true'
  return [{ level, about: 'clock', found, ...(level !== 'ok' && { toDo }) }]
}
