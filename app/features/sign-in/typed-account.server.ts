import { isAgain } from '~/navigation/return-address'
import type { Args } from '~/runtime/load-context'
import { typedAccount } from '~/session/typed-account.server'

/** What a page of a sign-in knows of an identifier that was typed before. */
export const loadTyped = async (args: Args): Promise<{ typed: string | undefined; isAgain: boolean }> => ({
  typed: await typedAccount(args),
  isAgain: isAgain(args.request.url),
})
