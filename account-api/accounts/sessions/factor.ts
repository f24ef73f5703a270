import type { SignInWay } from '#contract/terms/activity'
import type { secondWays } from '#contract/verification/proof-errors'

/**
 * A factor that a person can prove: by a code that was sent, the password, a code of an authenticator app, a recovery
 * code, or a passkey. One of the ways of a second verification.
 */
export type Factor = (typeof secondWays)[number]

/**
 * The factor that each way to begin a session proves. Restoring an account follows any sign-in, so it proves none. A QR
 * code, the code of a host app and a share ticket prove none, because another session confirmed them. Nor does a
 * remembered account without a code, or a third-party identity.
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
  authenticator: 'authenticator',
  passkey: 'passkey',
}
