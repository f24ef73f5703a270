import { createHash } from 'node:crypto'
import { hashForwarder } from '~/islands/hash-forwarder'
import type { PageHandle } from './page-handle'

const forwarderHash = `'sha256-${createHash('sha256').update(hashForwarder).digest('base64')}'`

interface OtherOrigins {
  /** For a page with an island: other origins that it may load from and connect to. */
  islandOrigins?: string[] | undefined
  /** The address of the script against crawlers. The policy allows only this one, and connections to its origin. */
  crawlerScript?: string | null | undefined
  /** The style sheets in the page, as sources of a policy. */
  styleSources?: string[] | undefined
  /** Other origins to which the page's forms may lead. */
  leavingOrigins?: string[] | undefined
}

/** A vendor's script whose text was fetched runs from a `blob:` URL, which only a running script can make. */
const scriptSources = (handle: PageHandle, islandOrigins: string[] | undefined) => [
  ...(islandOrigins ? ["'self'", ...islandOrigins] : []),
  ...(islandOrigins?.length ? ['blob:'] : []),
  ...(handle.hashForwarder ? [forwarderHash] : []),
]

const connectSources = (islandOrigins: string[] | undefined, crawlerScript: string | null | undefined) => {
  const sources = [
    ...(islandOrigins ? ["'self'", ...islandOrigins] : []),
    ...(crawlerScript ? [new URL(crawlerScript).origin] : []),
  ]
  return sources.length > 0 ? [`connect-src ${sources.join(' ')}`] : []
}

/**
 * The headers of every page. Nothing loads from elsewhere, no other site frames the page, and forms post to this site,
 * unless the page names other origins. The referrer stays within this origin; `no-referrer` would make browsers post
 * `Origin: null`.
 */
export const documentHeaders = (
  handle: PageHandle,
  { islandOrigins, crawlerScript, leavingOrigins = [], styleSources = [] }: OtherOrigins = {},
): Record<string, string> => {
  const scripts = [...scriptSources(handle, islandOrigins), ...(crawlerScript ? [crawlerScript] : [])]
  const others = (islandOrigins ?? []).map((origin) => ` ${origin}`).join('')
  const policy = [
    "default-src 'none'",
    `style-src ${["'self'", ...styleSources].join(' ')}${others}`,
    `img-src 'self' data:${others}`,
    ...(scripts.length > 0 ? [`script-src ${scripts.join(' ')}`] : []),
    ...connectSources(islandOrigins, crawlerScript),
    ...(others ? [`frame-src${others}`] : []),
    ["form-action 'self'", ...leavingOrigins].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  }
}
