import type { CodeChannel } from '../../kernel/outbox/message'

/** An address that a code goes to, with a purpose number of the specification. */
export interface Target {
  channel: CodeChannel
  to: string
  type: number
}
