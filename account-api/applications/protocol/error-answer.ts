import type { Context } from 'oidc-provider'
import { protocolPageHeader } from '#contract/applications/open-paths'

/** Answers an error that cannot be told to the client, for the web app to make a page of. */
export const showError = async (
  context: Pick<Context, 'set' | 'type' | 'body'>,
  { error }: { error: string },
): Promise<void> => {
  context.set(protocolPageHeader, 'error')
  context.type = 'application/json'
  context.body = { error }
}
