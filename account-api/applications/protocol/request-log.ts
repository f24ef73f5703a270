import type { IncomingMessage } from 'node:http'
import type Provider from 'oidc-provider'
import type { Context } from 'oidc-provider'
import { tokenExchange } from './token-exchange'

export type LogLine = (fields: object, message: string) => void

/** The log uses a fixed short name for the source, because the sender of a request can write anything into it. */
const loggedSource = /^[\w.:/-]{1,64}$/

/** Logs which client makes a request, at which endpoint, and how it was answered. */
export const logRequests = (provider: Provider, logOf: (request: IncomingMessage) => LogLine | undefined): void => {
  const note = (message: string) => (context: Context, error?: Error) => {
    const { client, params } = context.oidc
    const { source } = params ?? {}
    const fields = {
      // A client id that is not registered is not logged.
      client: client?.clientId ?? 'none',
      ...(source !== undefined && loggedSource.test(source) && { source }),
      ...(error instanceof Error && { error: error.message }),
    }
    logOf(context.req)?.(fields, message)
  }
  provider.on('interaction.started', note('an application asks'))
  provider.on('authorization.success', note('an application got its answer'))
  provider.on('authorization.error', note('an application got an error'))
}

/** The grants of token requests, and their errors (RFC 6749, RFC 8628). */
const grants = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'urn:ietf:params:oauth:grant-type:device_code',
  tokenExchange,
]
const errors = [
  ...['invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client', 'unsupported_grant_type'],
  ...[
    'invalid_scope',
    'authorization_pending',
    'slow_down',
    'access_denied',
    'expired_token',
    'invalid_target',
    'temporarily_unavailable',
  ],
]

export interface TokensAnswered {
  /** `other`: a grant that is not offered. */
  grant: string
  /** `ok`, or the error of the protocol. */
  outcome: string
  client: string | null
  accountId: string | null
}

/** Reports each answer to a token request, without anything that the client sent. */
export const tellOfTokens = (
  provider: Provider,
  told: (request: IncomingMessage) => ((answered: TokensAnswered) => void) | undefined,
): void => {
  const known = (names: readonly string[], name: unknown) => names.find((each) => each === name) ?? 'other'
  const tell = (context: Context, error?: Error) => {
    const { client, account, params } = context.oidc
    told(context.req)?.({
      grant: known(grants, params?.grant_type).replace(/.*:/, ''),
      outcome: error instanceof Error ? known(errors, error.message) : 'ok',
      client: client?.clientId ?? null,
      accountId: account?.accountId ?? null,
    })
  }
  provider.on('grant.success', tell)
  provider.on('grant.error', tell)
}
