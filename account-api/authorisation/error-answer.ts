import type { Context } from 'oidc-provider'

/** The header by which an answer says that it is for a person, and that a page has to say so. */
export const pageHeader = 'x-protocol-page'

/** Answers an error that cannot be told to the client, for the web app to make a page of. */
export const showError = async (context: Context, { error }: { error: string }): Promise<void> => {
  context.set(pageHeader, 'error')
  context.type = 'application/json'
  context.body = { error }
}
