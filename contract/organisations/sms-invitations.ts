/** What lets an organisation invite more people by SMS. */
export const smsRaises = ['mobile', 'domain', 'age', 'accepted'] as const
export type SmsRaise = (typeof smsRaises)[number]

/** Why nobody can be invited by SMS now: the allowance, what a network may send, or what a region may get. */
export const smsLimits = ['allowance', 'network', 'region'] as const
export type SmsLimit = (typeof smsLimits)[number]

/**
 * How many invitations by SMS an organisation may send in 24 hours, and what it earns more by. Each SMS costs the
 * operator money, and an organisation costs nobody anything.
 */
export const smsInvitations = {
  /** By how the inviter is known: by an email or a username alone, or by a mobile number. */
  without: 10,
  withMobile: 50,
  /** From so many days on, so many times that. */
  ages: [
    { days: 7, times: 2 },
    { days: 30, times: 4 },
  ],
  /** With a proven mail domain. */
  domainTimes: 3,
  /**
   * For each person who accepted, within 30 days: as long as they are at least `least`, and `share` of those who had
   * three days to answer.
   */
  accepted: { each: 4, least: 5, share: 0.25, withinDays: 30, judgedAfterDays: 3 },
  most: 10_000,
  /** From one network, of all organisations whose invitations are not accepted yet. */
  fromANetwork: 300,
  /** An organisation that sends no more than this in 24 hours has sent few. */
  few: 50,
  /**
   * How SMS_DAILY_CAP is shared out for invitations to a region: to organisations whose invitations are accepted, and to
   * new ones whose inviter has a mobile number, by how many they send; and to the others.
   */
  ofARegion: { few: 0.3, many: 0.3, newFew: 0.2, newMany: 0.1, unproven: 0.1 },
} as const

export type SmsPart = keyof typeof smsInvitations.ofARegion
