import { requireData, requireSignedIn } from '~/navigation/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { passkeysPage } from './passkeys-page'

/** The passkey that a URL names. Throws a redirect to the list where the account has none of this id, or no more. */
export const requirePasskey = async (args: Args) => {
  await requireSignedIn(args)
  const client = await api(args)
  const { passkeys } = await requireData(args, await client.listPasskeys({}))
  const passkey = passkeys.find(({ passkey_id: id }) => id === args.params.passkey)
  if (!passkey) throw await redirectTo(args, passkeysPage)
  return passkey
}
