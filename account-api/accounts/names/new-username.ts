import { isOn } from '#account-api/accounts/account/identifiers-on'
import type { Setting } from '#account-api/accounts/service'
import type { usernameRefusals } from '#contract/accounts/account-errors'
import { readUsername, type UsernameRecord } from '#rules/typed/username'

export type UsernameRefusal = (typeof usernameRefusals)[number]

/** Reads the username that a person wants, where the policy of the deployment offers usernames. */
export const readNewUsername = (
  typed: string,
  setting: Pick<Setting, 'policy' | 'defaultRegion'>,
): { ok: true; username: UsernameRecord } | { ok: false; reason: UsernameRefusal } => {
  if (!isOn(setting, 'username')) return { ok: false, reason: 'not_offered' }
  const read = readUsername(typed, setting.defaultRegion)
  return read.ok ? { ok: true, username: read.value } : { ok: false, reason: read.reason }
}
