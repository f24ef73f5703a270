import type { IdentifierKind } from '../account/identifier'
import type { Channel } from '../message/message'

/** An address that codes go to, for one purpose number of the specification. */
export interface Target {
  channel: Channel
  to: string
  type: number
}

/** What an address of a channel is in an account. */
export const kindOf = { sms: 'mobile', email: 'email' } as const satisfies Record<Channel, IdentifierKind>
