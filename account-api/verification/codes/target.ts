import type { IdentifierKind } from '../../accounts/account/identifier'
import type { CodeChannel } from '../../kernel/outbox/message'

/** An address that a code goes to, with a purpose number of the specification. */
export interface Target {
  channel: CodeChannel
  to: string
  type: number
}

/** The kind of identifier that an address of a channel is. */
export const kindOf = { sms: 'mobile', email: 'email' } as const satisfies Record<CodeChannel, IdentifierKind>
