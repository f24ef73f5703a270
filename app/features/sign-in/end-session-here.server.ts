import { api } from '~/runtime/api.server'
import { type Args, endSession, visitor } from '~/session/visitor.server'

/** Signs this browser out. There is no session afterwards, even when the account API refuses. */
export const endSessionHere = async (args: Args): Promise<void> => {
  if ((await visitor(args)).signedIn) await (await api(args)).logout({})
  await endSession(args)
}
