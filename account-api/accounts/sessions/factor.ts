import type { secondWays } from '../../../contract/errors'
import type { SignInWay } from '../../../contract/terms/activity'

/** What a person can prove, by a code or by the password: one of the ways of a second verification. */
export type Factor = (typeof secondWays)[number]

/**
 * The factor that each way to begin a session proves. Restoring an account follows any sign-in, so it proves none. Nor
 * do a QR code, the code of a host app and a share ticket, which another session has confirmed, nor a remembered account without a code,
 * nor a platform, whose account is no factor of ours.
 */
export const factorOfWay: Record<SignInWay, Factor | undefined> = {
  sms: 'mobile',
  email: 'email',
  recovery: 'email',
  password: 'password',
  qr: undefined,
  quick: undefined,
  app: undefined,
  share: undefined,
  platform: undefined,
  restore: undefined,
}
