/** The steps that let an organisation invite more people by SMS. */
export const smsRaises = ['mobile', 'domain', 'age', 'accepted'] as const
export type SmsRaise = (typeof smsRaises)[number]

/** The limits that stop invitations by SMS: the allowance, the share of a network, or the share of a region. */
export const smsLimits = ['allowance', 'network', 'region'] as const
export type SmsLimit = (typeof smsLimits)[number]

/**
 * The number of invitations by SMS of an organisation in 24 hours, and the ways to earn more. Each SMS costs the
 * operator money, and creating an organisation costs nothing.
 */
export const smsInvitations = {
  /** By the inviter's identifiers: only an email or a username, or a mobile number. */
  without: 10,
  withMobile: 50,
  /** The ages in days from which the number is multiplied. */
  ages: [
    { days: 7, times: 2 },
    { days: 30, times: 4 },
  ],
  /** The factor for a proven mail domain. */
  domainTimes: 3,
  /**
   * For each person who accepted, within 30 days: if at least `least` accepted, and at least `share` of the people who
   * had three days to answer.
   */
  accepted: { each: 4, least: 5, share: 0.25, withinDays: 30, judgedAfterDays: 3 },
  most: 10_000,
  /** From one network, for all organisations whose invitations are not accepted yet. */
  fromANetwork: 300,
  /** An organisation with at most this many in 24 hours has sent few. */
  few: 50,
  /**
   * The shares of SMS_DAILY_CAP for invitations to a region: of organisations whose invitations are accepted, and of
   * new ones whose inviter has a mobile number, both by their number; and of the others.
   */
  ofARegion: { few: 0.3, many: 0.3, newFew: 0.2, newMany: 0.1, unproven: 0.1 },
} as const

export type SmsPart = keyof typeof smsInvitations.ofARegion
