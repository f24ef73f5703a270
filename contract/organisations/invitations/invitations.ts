/**
 * How an invitation reaches people. `workplace`: by workplace messages, such as Lark or Feishu. A link is passed on by
 * its maker, and is for its holder.
 */
export const invitationChannels = ['mobile', 'email', 'workplace', 'link'] as const
export type InvitationChannel = (typeof invitationChannels)[number]

/** True when an invitation is for the holder of its link, because no address proves the intended person. */
export const isForItsHolder = (channel: string): boolean => channel !== 'mobile' && channel !== 'email'

/** How an invitation ends. A link is accepted once all of its places are taken. */
export const invitationEnds = ['accepted', 'declined', 'expired', 'cancelled', 'undeliverable'] as const

export const invitationStates = ['pending', ...invitationEnds] as const
export type InvitationState = (typeof invitationStates)[number]

/**
 * Why the message of an undeliverable invitation was given up; the web app has a text for each. `unknown_recipient`:
 * the workplace has no person with this id whom its app may write to.
 */
export const undeliverableReasons = ['unknown_recipient', 'refused', 'not_in_time'] as const
export type UndeliverableReason = (typeof undeliverableReasons)[number]

/** How long an invitation is pending, in days. */
export const invitationDays = { min: 1, usual: 7, max: 30 } as const

/** The number of people that a link is for. */
export const invitationPlaces = { min: 1, max: 1000 } as const

/** The maximum lengths of the name and the note of an invitation, in characters. */
export const invitationTexts = { name: 60, note: 300 } as const

/** The maximum size of the data that the inviter's system may add to an invitation, in bytes of JSON. */
export const extraMaxBytes = 2048

/**
 * Whether a person can accept an invitation, or what prevents it. `other`: the account has not proven the invited
 * address. `removed`: the organisation has removed the account, and only a later invitation to one of its addresses
 * allows it to come back.
 */
export const invitationFits = ['fits', 'signed_out', 'other', 'member', 'removed', 'subject_frozen'] as const
export type InvitationFit = (typeof invitationFits)[number]
