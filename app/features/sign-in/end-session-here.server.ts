import { api } from '../../runtime/api.server'
import { type Args, endSession, visitor } from '../../session/visitor.server'

/** Signs this browser out, whoever was signed in. Whatever the account API answers, there is no session afterwards. */
export const endSessionHere = async (args: Args): Promise<void> => {
  if ((await visitor(args)).signedIn) await (await api(args)).logout({})
  await endSession(args)
}
