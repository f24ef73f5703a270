import { urlRefusal } from '#account-api/applications/services/service-url'
import { outsideRefusal } from '#account-api/kernel/outside/outside'
import { type ClientUrlFault, clientUrlMaxLength, mostClientUrls } from '#contract/applications/open-clients'
import { appAddress, isOfDomain } from '#contract/terms/app-link'
import type { ClientRecord } from './client-record'

/** A fault of one of several addresses. `line`: its position, from 1. */
export interface UrlFault<Reason extends ClientUrlFault = Exclude<ClientUrlFault, 'not_public' | 'port'>> {
  line: number
  reason: Reason
  instead?: string
}

/**
 * The faults of the addresses of one kind. If `isNeeded`, at least one address is required, because people return to
 * it. A client with `mayBeNative` may have addresses in an app's own scheme, which has a dot. Addresses in one of
 * `appSchemes`, which the operator has allowed, are valid for every client.
 */
export const urlFaults = (
  urls: readonly string[],
  { isNeeded = false, ...allowed }: { isNeeded?: boolean } & Partial<Allowed> = {},
): UrlFault[] => {
  if (urls.length > mostClientUrls) return [{ line: mostClientUrls + 1, reason: 'too_many' }]
  if (urls.length === 0) return isNeeded ? [{ line: 1, reason: 'missing' }] : []
  return urls.flatMap((url, index): UrlFault[] => {
    const line = index + 1
    if (urls.indexOf(url) < index) return [{ line, reason: 'twice' }]
    const fault = isOfApp(url) ? appUrlFault(url, allowed) : webUrlFault(url, allowed)
    return fault ? [{ line, ...fault }] : []
  })
}

interface Allowed {
  mayBeNative: boolean
  appSchemes: readonly string[]
}

/** The fault of an outsider's address that this site makes requests to: it also has to be public. */
export const askedUrlFaults = (url: string): UrlFault<ClientUrlFault>[] => {
  const reason = isOfApp(url) ? undefined : outsideRefusal(url)
  return reason ? [{ line: 1, reason }] : urlFaults([url])
}

type Fault = Omit<UrlFault, 'line'>

/** A loopback address without a port. An app takes any free port (RFC 8252, section 7.3). */
const hereAtAnyPort = /^http:\/\/(127\.0\.0\.1|\[::1\])\//

const isOfApp = (url: string): boolean => URL.canParse(url) && !/^https?:$/.test(new URL(url).protocol)

/** The fault of an address in an app's own scheme (RFC 8252, section 7.1). */
const appUrlFault = (url: string, { mayBeNative = false, appSchemes = [] }: Partial<Allowed>): Fault | undefined => {
  if (url.length > clientUrlMaxLength) return { reason: 'too_long' }
  if (url.includes('#')) return { reason: 'fragment' }
  const { href, protocol } = new URL(url)
  if (!appAddress.safeParse(href).success) return { reason: mayBeNative ? 'scheme' : 'not_https' }
  const isAllowed = (mayBeNative && isOfDomain(href)) || appSchemes.includes(protocol.slice(0, -1))
  if (!isAllowed) return { reason: 'scheme' }
  return href === url ? undefined : { reason: 'spelling', instead: href }
}

const hereByHttps = /^https:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(?=[:/])/
const hereByAnotherNumber = /^http:\/\/(127\.(?!0\.0\.1[:/])\d+\.\d+\.\d+)(?=[:/])/

/** The loopback addresses of native clients: http, with one IP address per version of IP. */
const asNativeUrl = (url: string): string =>
  url.replace(hereByHttps, 'http://$1').replace(hereByAnotherNumber, 'http://127.0.0.1')

/**
 * True for an address that is only an origin, as some clients send it: an empty path equals the root (RFC 3986, section
 * 6.2.3). False for an address with a variable port, because addresses of native clients have only one spelling.
 */
const isOrigin = (url: string): boolean =>
  URL.canParse(url) && new URL(url).origin === url && !hereAtAnyPort.test(`${url}/`)

/** Some clients write the default port, which browsers leave out. Both are the same address. */
const withoutDefaultPort = (url: string): string => url.replace(/^(https:\/\/[^/?#@]+):443(?=[/?#]|$)/, '$1')

const webUrlFault = (url: string, { mayBeNative }: Partial<Allowed>): Fault | undefined => {
  const plain = withoutDefaultPort(url)
  const refusal = urlRefusal(isOrigin(plain) ? `${plain}/` : plain)
  if (refusal) {
    const { because: reason, ...more } = refusal
    return { reason, ...more }
  }
  const instead = mayBeNative ? asNativeUrl(url) : url
  return instead === url ? undefined : { reason: 'spelling', instead }
}

/**
 * True when a client is an app on people's devices (RFC 8252): it has an address in an app's scheme, or no secret and a
 * loopback address with any port. Other apps on the device can take these addresses, so the client cannot be told from
 * an imitation.
 */
export const isNativeClient = ({ secretHash, redirectUris, postLogoutUris }: ClientAddresses): boolean =>
  [...redirectUris, ...postLogoutUris].some((url) => isOfApp(url) || (secretHash === null && hereAtAnyPort.test(url)))

type ClientAddresses = Pick<ClientRecord, 'secretHash' | 'redirectUris' | 'postLogoutUris'>
