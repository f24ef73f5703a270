import { deskData } from '~/features/desk/desk-data.server'
import type { Args } from '~/runtime/load-context'

/** The operator keys, the newest first, each with whether it is valid now. */
export const keysIn = async (args: Args) => {
  const { keys } = await deskData(args, 'listKeys', {})
  const now = Date.now()
  return keys.map((key) => ({ ...key, is_good: key.revoked_at === null && Date.parse(key.expires_at) > now }))
}
