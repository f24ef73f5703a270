import { z } from 'zod'

const noData = z.object({})

/**
 * Why the proof of a provider was refused. `other_app`: it was issued to another app. `cannot_tell`: the provider cannot
 * say to which app it has issued an access token, so the app sends a code. `other_person`: `openid` names another person.
 */
export const proofRefusals = ['other_app', 'cannot_tell', 'other_person'] as const

/** The failures of third-party sign-in. */
export const thirdPartyErrors = {
  /** No provider of this name is set up. */
  no_such_platform: { number: 1950, status: 404, data: noData },
  /** The provider does not accept what came back from it: it is used, has expired, or was given to somebody else. */
  platform_refused: { number: 1951, status: 400, data: z.object({ reason: z.enum(proofRefusals).optional() }) },
  /** The provider gives no answer, or not in time. No status of 5xx: that would say that this API fails. */
  platform_unreachable: { number: 1952, status: 424, data: noData },
  /** No account has this third-party identity. The key entitles to bind it (bindLogin, bindAuth). */
  not_bound: {
    number: 1953,
    status: 404,
    data: z.object({ profile_key: z.string(), platform: z.string(), name: z.string() }),
  },
  /** The third-party identity that came back is not one that proves this account. */
  other_identity: { number: 2000, status: 403, data: noData },
  /** The provider does not tell that the person has signed in there just now. */
  not_proven_there: { number: 2001, status: 403, data: noData },
} as const
