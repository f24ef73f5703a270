import type { IncomingMessage } from 'node:http'
import type Provider from 'oidc-provider'
import type { Context } from 'oidc-provider'

/** Writes a line into the log of a request. */
export type LogLine = (fields: object, message: string) => void

/** A source in the log is a short name: the sender of a request can write anything into it. */
const loggedSource = /^[\w.:/-]{1,64}$/

/** Notes in the log which client asks people, through which door of its own, and how it was answered. */
export const logRequests = (provider: Provider, logOf: (request: IncomingMessage) => LogLine | undefined): void => {
  const note = (message: string) => (context: Context, error?: Error) => {
    const { client, params } = context.oidc
    const { source } = params ?? {}
    const fields = {
      // Who names a client that is not registered is nobody.
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
