import type { usernameRefusals } from '../../../contract/accounts/account-errors'
import { skeletonOf } from '../../../rules/names/skeleton'
import { hasTricks, isOneWayOfWriting } from '../../../rules/names/writing'
import { identify, normalizeUsername, type UsernameRecord } from '../account/identifier'
import { isOn } from '../account/identifiers-on'
import type { Setting } from '../service'

export type UsernameRefusal = (typeof usernameRefusals)[number]

/** In characters (code points), after normalisation. */
const length = { min: 3, max: 32 }

/** Letters and digits, with single . _ - between them. */
const shape = /^(?:[\p{L}\p{Nd}]\p{M}*)+(?:[._-](?:[\p{L}\p{Nd}]\p{M}*)+)*$/u

/** As many digits as a phone number has in some region, however they are grouped. */
const digitsOfAPhone = /^\p{Nd}{7,}$/u

/**
 * Reads the username that a person wants: 3 to 32 letters and digits of one writing system, with single . _ - between
 * them. A sign-in must not take it for an email or a phone number.
 */
export const readUsername = (
  typed: string,
  setting: Pick<Setting, 'policy' | 'defaultRegion'>,
): { ok: true; username: UsernameRecord } | { ok: false; reason: UsernameRefusal } => {
  const value = normalizeUsername(typed)
  const reason = isOn(setting, 'username') ? refusalOf(value, setting.defaultRegion) : 'not_offered'
  return reason ? { ok: false, reason } : { ok: true, username: { value, skeleton: skeletonOf(value) } }
}

const refusalOf = (value: string, defaultRegion: string): UsernameRefusal | undefined => {
  const characters = [...value].length
  if (value.includes('@')) return 'looks_like_address'
  if (characters < length.min) return 'too_short'
  if (characters > length.max) return 'too_long'
  if (identify(value, defaultRegion).kind !== 'username' || digitsOfAPhone.test(value.replace(/[._-]/g, '')))
    return 'looks_like_address'
  // A username that a sign-in reads differently could never sign in.
  if (!shape.test(value) || hasTricks(value) || normalizeUsername(value) !== value) return 'characters'
  return isOneWayOfWriting(value) ? undefined : 'mixed_scripts'
}
