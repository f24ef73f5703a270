import { getServers } from 'node:dns'
import { whyNoNameServer } from '#account-api/channels/dns'
import { verifySmtp } from '#account-api/channels/smtp'
import { reasonOf } from '#account-api/kernel/outside/not-accepted'
import type { Finding, Probe } from '#account-api/start/checks/finding'
import type { Read } from '#account-api/start/checks/judged-settings'
import { isLoopback } from '#settings/loopback'
import { reach, whyNotReached } from './reach'

/** Servers to which a connection is made, but no request, because a request would cost or reveal something. */
const endpoints: { about: keyof Read; address: (read: Read) => string | undefined; isNeeded: boolean }[] = [
  { about: 'ACCOUNT_API_URL', address: (read) => read.ACCOUNT_API_URL?.href, isNeeded: true },
  { about: 'SMS_WEBHOOK_URL', address: (read) => read.SMS_WEBHOOK_URL, isNeeded: true },
  { about: 'WORKPLACE_WEBHOOK_URL', address: (read) => read.WORKPLACE_WEBHOOK_URL, isNeeded: true },
  { about: 'LARK_URL', address: (read) => (read.LARK_APP_ID ? read.LARK_URL?.href : undefined), isNeeded: true },
  // These are optional: pages have their own texts, and nobody misses telemetry.
  { about: 'TRANSLATIONS_URL', address: (read) => read.TRANSLATIONS_URL, isNeeded: false },
  { about: 'TELEMETRY_URL', address: (read) => read.TELEMETRY_URL?.href, isNeeded: false },
]

export const endpointProbes = (read: Read): Probe[] =>
  endpoints.flatMap(({ about, address, isNeeded }) => {
    const url = address(read)
    if (url === undefined) return []
    const look = async (signal: AbortSignal): Promise<Finding[]> => {
      const { finding } = await reach(about, url, signal)
      return [finding.level === 'error' && !isNeeded ? { ...finding, level: 'warning' } : finding]
    }
    return [{ about, reads: [about], look }]
  })

/** Checks the mail server: its certificate if TLS comes first, and whether it accepts the sign-in. No mail is sent. */
export const mailServer = ({ SMTP_URL: url, MAIL_FROM = '' }: Read): Probe[] => {
  if (url === undefined) return []
  const about = 'SMTP_URL'
  const look = async (signal: AbortSignal): Promise<Finding[]> => [
    ...(url.startsWith('smtps:') ? [(await reach(about, url, signal)).finding] : []),
    await ofSignIn(about, url, MAIL_FROM),
  ]
  return [{ about, reads: [about], look }]
}

const ofSignIn = async (about: string, url: string, from: string): Promise<Finding> => {
  const { host: named, username } = new URL(url)
  try {
    await verifySmtp(url, from)
  } catch (error) {
    const reason = reasonOf(error)
    if (!reason.startsWith('EAUTH')) return { about, ...whyNotReached(named, reason) }
    return {
      ...{ level: 'error', about, found: `${named} refuses the sign-in (${reason})` },
      toDo: 'Correct the user and the password, or leave both out if it needs none. Write @ and / in them as %40 and %2F',
    }
  }
  return { level: 'ok', about, found: `${named} answers${username === '' ? '' : ', and accepts the sign-in'}` }
}

/** Each name server separately, because a lookup continues with the next one only after its time limit. */
export const nameServers = (read: Read): Probe => {
  const given = read.DNS_SERVERS
  const { hostname = 'localhost' } = read.PUBLIC_URL ?? {}
  // Any name will do: "no such name" is also an answer.
  const name = isLoopback(hostname) ? 'example.com' : hostname
  const about = 'DNS_SERVERS'
  const ofServer = async (server: string): Promise<Finding> => {
    const reason = await whyNoNameServer(server, name)
    if (reason === undefined) return { level: 'ok', about, found: `the name server ${server} answers` }
    return {
      ...{ level: given ? 'error' : 'warning', about, found: `the name server ${server} gives no answer (${reason})` },
      toDo: 'Correct it, or check for a firewall in between: mail domains and names of hosts are looked up there',
    }
  }
  return { about, reads: [about], look: () => Promise.all((given ?? getServers()).map(ofServer)) }
}
