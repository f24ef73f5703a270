import { createHash } from 'node:crypto'
import { hashForwarder } from '../islands/hash-forwarder'
import type { PageHandle } from './page-handle'

const forwarderHash = `'sha256-${createHash('sha256').update(hashForwarder).digest('base64')}'`

const scriptSources = (handle: PageHandle) => [
  ...(handle.islands ? ["'self'"] : []),
  ...(handle.hashForwarder ? [forwarderHash] : []),
]

/**
 * The headers of every page. Nothing loads from elsewhere, nothing frames us, forms go home. The referrer stays within
 * our origin; `no-referrer` would make browsers post `Origin: null`.
 */
export const documentHeaders = (handle: PageHandle): Record<string, string> => {
  const scripts = scriptSources(handle)
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    ...(scripts.length > 0 ? [`script-src ${scripts.join(' ')}`] : []),
    ...(handle.islands ? ["connect-src 'self'"] : []),
    "form-action 'self'",
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
