import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { isOfTls, reasonOf } from '#account-api/kernel/outside/not-accepted'
import { days, seconds } from '#account-api/kernel/time'
import type { Finding } from '#account-api/start/checks/finding'

/** How many days before its expiry a certificate is an error, or a warning. */
const remaining = { error: 3, warning: 14 }

/** The time limit of one connection, shorter than a probe's. */
const connectMs = seconds(5)

/** A server, as host and port of a URL. The rest of the URL may be secret. */
const placeOf = (address: string) => {
  const url = new URL(address)
  const isSecure = /^(https|smtps):$/.test(url.protocol)
  const usual: Record<string, number> = { 'https:': 443, 'http:': 80, 'smtps:': 465 }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || (usual[url.protocol] ?? 0)
  return { host, port, isSecure, named: `${url.hostname}:${port}` }
}

interface Reached {
  finding: Finding
  /** Why it was not reached, as a code. */
  failure?: string
}

/** Connects to the server of a URL, by TLS if the URL says so, and sends it nothing. */
export const reach = async (about: string, address: string, signal: AbortSignal): Promise<Reached> => {
  const { named, ...place } = placeOf(address)
  try {
    const validTo = await connected(place, signal)
    const found = `${named} answers`
    return { finding: validTo ? ofCertificate(about, found, validTo) : { level: 'ok', about, found } }
  } catch (error) {
    const failure = reasonOf(error)
    return { finding: { about, ...whyNotReached(named, failure) }, failure }
  }
}

const ofCertificate = (about: string, answers: string, validTo: Date): Finding => {
  const left = Math.floor((validTo.getTime() - Date.now()) / days(1))
  const found = `${answers}; its certificate is valid for ${left} more days`
  if (left >= remaining.warning) return { level: 'ok', about, found }
  return { level: left < remaining.error ? 'error' : 'warning', about, found, toDo: 'Check that it is renewed in time' }
}

/** Why a server was not reached, by the code of the failure. */
export const whyNotReached = (named: string, reason: string): Omit<Finding, 'about'> => {
  if (/^(ENOTFOUND|EAI_AGAIN|EDNS)/.test(reason))
    return {
      ...{ level: 'error', found: `${named} has no address (${reason})` },
      toDo: 'Correct the host, or check that this machine can look it up',
    }
  if (isOfTls(reason))
    return {
      ...{ level: 'error', found: `the certificate or the TLS of ${named} is refused (${reason})` },
      toDo:
        'Check that its certificate is valid, names this host, comes with its intermediate ones and is from an authority ' +
        'that this machine trusts; NODE_EXTRA_CA_CERTS names a file of further authorities',
    }
  if (/ \d{3}$/.test(reason))
    return {
      ...{ level: 'error', found: `${named} answers, and refuses this client (${reason})` },
      toDo: 'See its log: it may allow only some networks, or require TLS first',
    }
  return {
    ...{ level: 'error', found: `${named} gives no answer (${reason})` },
    toDo: 'Check that it runs, that host and port are right, and that there is no firewall in between',
  }
}

/** When the certificate expires; undefined without TLS. */
const connected = (
  { host, port, isSecure }: { host: string; port: number; isSecure: boolean },
  signal: AbortSignal,
): Promise<Date | undefined> =>
  new Promise((resolve, reject) => {
    const socket: Socket | TLSSocket = isSecure
      ? connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }) })
      : connect({ host, port })
    const end = (act: () => void) => {
      signal.removeEventListener('abort', abort)
      act()
      socket.destroy()
    }
    const late = () => end(() => reject(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })))
    const abort = () => late()
    signal.addEventListener('abort', abort, { once: true })
    socket.setTimeout(connectMs, late)
    socket.on('error', (error) => end(() => reject(error)))
    socket.on('close', () => end(() => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' }))))
    socket.on(isSecure ? 'secureConnect' : 'connect', () =>
      end(() => resolve(isSecure ? new Date((socket as TLSSocket).getPeerCertificate().valid_to) : undefined)),
    )
  })
