import { z } from 'zod'
import { type Args, oncePerRequest } from '~/runtime/load-context'
import { readBrowserId } from './browser-id.server'
import { sealedCookie } from './sealed-cookie.server'

/** The maximum length of a stored identifier, as in the fields of the sign-in. */
const maxLength = 254

/** The identifier that was typed to sign in, so the pages of other ways do not ask for it again. Never a password. */
const typedCookie = sealedCookie({
  name: 'butterfly_typed',
  purpose: 'typed to sign in',
  minutes: 15,
  schema: z.object({ account: z.string().max(maxLength), browserId: z.string() }),
})

const changeOf = oncePerRequest((): { account?: string } => ({}))

/** Stores the identifier of a failed sign-in, replacing an earlier one. */
export const keepTypedAccount = (args: Args, account: string): void => {
  if (account.length <= maxLength) changeOf(args).account = account
}

/** The identifier kept by this request, otherwise by the browser, since it was last signed in or out. */
export const typedAccount = async (args: Args): Promise<string | undefined> => {
  const { account } = changeOf(args)
  if (account !== undefined) return account
  const { request } = args
  const typed = await typedCookie.read(request)
  const browserId = readBrowserId(request.headers.get('cookie') ?? '')
  return typed?.browserId === browserId ? typed?.account : undefined
}

/**
 * The Set-Cookie header for the changes of this request, if any.
 * @param browser the id that the browser has after this response, and whether it has changed: then the cookie is
 * removed
 */
export const changedTypedAccount = async (
  args: Args,
  { browserId, isNew }: { browserId: string; isNew: boolean },
): Promise<string[]> => {
  const { account } = changeOf(args)
  if (account !== undefined) return [await typedCookie.write({ account, browserId })]
  return isNew && typedCookie.isIn(args.request) ? [typedCookie.clear()] : []
}
