import { z } from 'zod'

const noData = z.object({})

/**
 * Why the proof of a provider was refused. `other_app`: it was issued to another app. `cannot_tell`: the provider
 * cannot tell to which app it issued an access token, so send a code. `other_person`: `openid` names another person.
 */
export const proofRefusals = ['other_app', 'cannot_tell', 'other_person'] as const

/** The failures of third-party sign-in. */
export const thirdPartyErrors = {
  /** No provider of this name is set up. */
  no_such_platform: { number: 1950, status: 404, data: noData },
  /** The provider refuses its own proof: it is used, has expired, or was issued to somebody else. */
  platform_refused: { number: 1951, status: 400, data: z.object({ reason: z.enum(proofRefusals).optional() }) },
  /** The provider gives no answer, or not in time. The status is not 5xx, which would mean that this API fails. */
  platform_unreachable: { number: 1952, status: 424, data: noData },
  /** No account has this third-party identity. The key can bind it (bindLogin, bindAuth). */
  not_bound: {
    number: 1953,
    status: 404,
    data: z.object({ profile_key: z.string(), platform: z.string(), name: z.string() }),
  },
  /** The returned third-party identity does not prove this account. */
  other_identity: { number: 2000, status: 403, data: noData },
  /** The provider does not report that the person has just signed in there. */
  not_proven_there: { number: 2001, status: 403, data: noData },
} as const
