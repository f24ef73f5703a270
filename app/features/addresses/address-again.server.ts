import { shownAddress } from '#rules/typed/shown-address'
import { sentCode } from '~/features/codes/sent-code.server'
import { isAgain } from '~/navigation/returning/return-address'
import type { Args } from '~/runtime/load-context'

/** A flow whose codes go to addresses. */
interface AddressFlow {
  peek: (args: Args) => Promise<Record<string, unknown> | undefined>
}

/**
 * The address that a person has entered on this page, got a code at, and now wants to correct.
 * @param name the code's name in the flow
 */
export const addressAgain = async (args: Args, flow: AddressFlow, name = 'code'): Promise<string | undefined> => {
  if (!isAgain(args.request.url)) return undefined
  const { data } = sentCode.safeParse((await flow.peek(args))?.[name])
  return data && shownAddress(data.to)
}
