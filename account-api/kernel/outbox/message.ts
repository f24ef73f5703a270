import type { ActivityKind } from '#contract/terms/activity'

/** The channels of the addresses of accounts. Only these send codes. */
export type CodeChannel = 'sms' | 'email'

/** `workplace`: workplace messaging, such as Lark or Feishu. */
export type Channel = CodeChannel | 'workplace'

/** The content of a message. Each kind has a text in both languages (channels/texts/templates). */
export type Message =
  /** How many minutes the code works. `link` continues without the code. */
  | { kind: 'code'; purpose: string; code: string; minutes: number; link?: string }
  | { kind: 'no_account' }
  /** `username` signs in to the account that claims the address. */
  | { kind: 'claimed'; username: string }
  | { kind: 'username_refused'; username: string }
  | { kind: 'changed'; change: Change; detail: Detail; link: string | undefined; facts?: ChangeFacts }
  /** `link` leads to the page where the reader can respond or undo. */
  | { kind: 'organisation'; news: OrganisationNews; facts: OrganisationFacts; link: string | undefined }
  /** `link` opens the page where the reader sets a new password. */
  | { kind: 'recovery_link'; link: string }
  | OperatorsTold
  | { kind: typeof farewellPurpose }
  | InvitationMessage

/** Acts of an operator that outlast the visit at the desk. Operators with the scope `all` are notified of them. */
export interface OperatorsTold {
  kind: 'operators_told'
  call:
    | 'makeKey'
    | 'addOperator'
    | 'removeOperator'
    | 'addWebhook'
    | 'rotateWebhook'
    | 'addApplication'
    | 'showApplicationKey'
    | 'renewApplicationKey'
    | 'addClient'
    | 'rotateSecretOfClient'
  /** The object of the act. */
  on: string
  by: string
}

export interface InvitationMessage {
  kind: typeof invitationPurpose
  organisation: string
  /** A mail domain that the organisation has proven. */
  domain?: string | undefined
  /** The name by which the organisation knows the inviter. */
  inviter: string
  link: string
  /** Shorter than the link. The page shows the invitation once the invitee has signed in. */
  page: string
  days: number
}

/** The events that the people of an organisation are notified of. */
export type OrganisationNews =
  | 'invitation_accepted'
  | 'invitations_answered'
  | 'member_frozen'
  | 'member_unfrozen'
  | 'member_removed'
  | 'transfer_offered'
  | 'transfer_started'
  | 'transfer_done'
  | 'transfer_declined'
  | 'transfer_withdrawn'
  | 'transfer_ended'
  | 'manager_set'
  | 'allowance_raised'
  | 'organisation_closing'
  | 'organisation_reopened'
  | 'organisation_erased'
  | 'organisation_frozen'
  | 'organisation_unfrozen'
  | 'domain_missing'
  | 'domain_lost'
  | 'second_factor_asked'
  | 'account_waits'
  | 'join_asked'
  | 'join_accepted'
  | 'join_declined'
  | 'places_offered'
  | 'secret_expires'

export interface OrganisationFacts {
  organisation: string
  /** The manager, and the member who takes over, by their names in the organisation. */
  from?: string | undefined
  to?: string | undefined
  domain?: string | undefined
  application?: string | undefined
  /** When the reader can first accept, if not at once, and until when they can respond. */
  since?: Moment | undefined
  until?: Moment | undefined
  /** How many people have accepted and declined invitations. */
  counts?: { accepted: number; declined: number } | undefined
  /** The operator's reason, as a sentence without its full stop. */
  reason?: string | undefined
}

/** The detail of a change: text that is shown unchanged, or a time or a sign-in, which the templates format. */
export type Detail = string | Moment | NewSignIn

/** A sign-in from a browser that the account did not know. Unknown names are empty. */
export interface NewSignIn extends Moment {
  browser: string
  system: string
  clientAddress: string
  /** The name of the device whose session was passed on, for example by a QR code. */
  allowedBy: string | null
  /** True when no more of these messages are sent for a day. */
  isLast: boolean
}

/** The account that was changed, when, and in which browser. Unknown names are empty. */
export interface ChangeFacts extends Moment {
  username: string
  browser: string
  system: string
}

export interface Moment {
  at: number
  /** IANA name. */
  timeZone: string
}

/** The purpose of the last message to an account. */
export const farewellPurpose = 'erased'

export const invitationPurpose = 'invitation'

/** The changes that an account's addresses are notified of. */
export type Change = Exclude<
  ActivityKind,
  | 'registered'
  | 'signed_in'
  | 'signed_out'
  | 'proven_for_application'
  | 'session_ended'
  | 'other_sessions_ended'
  | 'profile_changed'
  | 'picture_changed'
  | 'message_dropped'
  | 'desk_entered'
  // Changes of organisations have their own messages.
  | `organisation_${string}`
>

/** A composed message. SMS has no subject. */
export interface Text {
  subject: string
  body: string
}

export type Compose = (message: Message, options: { channel: Channel; language: string }) => Text

/** A message that is due, was delivered, or was given up. */
export interface OutboxEntry extends Text {
  id: string
  to: string
  channel: Channel
  purpose: string
  code: string | null
  link: string | null
  /** The language of its text. Null: stored by a version without languages. */
  language: string | null
  createdAt: number
  attempts: number
}
