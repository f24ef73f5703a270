import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { passkeysPage } from './passkeys-page'

/** The passkey in a URL. Throws a redirect to the list if the account does not have it. */
export const requirePasskey = async (args: Args) => {
  await requireSignedIn(args)
  const client = await api(args)
  const { passkeys } = await requireData(args, await client.listPasskeys({}))
  const passkey = passkeys.find(({ passkey_id: id }) => id === args.params.passkey)
  if (!passkey) throw await redirectTo(args, passkeysPage)
  return passkey
}
