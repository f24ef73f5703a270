import type { Context } from 'oidc-provider'
import { protocolPageHeader } from '#contract/applications/open-paths'

/** Returns an error that the client must not get. The web app makes a page of it. */
export const showError = async (
  context: Pick<Context, 'set' | 'type' | 'body'>,
  { error }: { error: string },
): Promise<void> => {
  context.set(protocolPageHeader, 'error')
  context.type = 'application/json'
  context.body = { error }
}
