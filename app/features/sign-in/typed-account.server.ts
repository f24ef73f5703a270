import { isAgain } from '~/navigation/returning/return-address'
import type { Args } from '~/runtime/load-context'
import { typedAccount } from '~/session/typed-account.server'

/** The identifier that was typed on an earlier page, for a page of a sign-in. */
export const loadTyped = async (args: Args): Promise<{ typed: string | undefined; isAgain: boolean }> => ({
  typed: await typedAccount(args),
  isAgain: isAgain(args.request.url),
})
