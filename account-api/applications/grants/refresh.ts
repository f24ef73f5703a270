import { createHmac } from 'node:crypto'
import type { Deployment } from '#account-api/applications/service'
import { seconds } from '#account-api/kernel/time'
import { derivedKey } from '#contract/wire/derived-key'

/**
 * How long a used refresh token still returns its successor, because an answer may be lost, or two workers of a client
 * may use the token at once (RFC 9700, 4.14.2, allows it).
 */
export const refreshGraceMs = seconds(60)

/** The successor of a refresh token: the same for each request, on every copy. */
export const successorOf = ({ secrets }: Deployment, token: string): string =>
  createHmac('sha256', derivedKey(secrets[0] ?? '', 'next refresh token'))
    .update(token)
    .digest('base64url')
