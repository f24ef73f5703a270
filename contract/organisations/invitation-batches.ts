import type { InvitationState } from './invitations'

/** How a list of people to invite is written: an address a line, or CSV with the columns address, role and note. */
export const listFormats = ['lines', 'csv'] as const
export type ListFormat = (typeof listFormats)[number]

/** The most that one list holds. */
export const mostOfAList = { lines: 10_000, bytes: 2 * 1024 * 1024 } as const

/** Reasons to refuse a whole list. `not_text`: no UTF-8, or control characters. `open_quote`: a quote without its end. */
export const listRefusals = ['empty', 'too_many_lines', 'too_large', 'not_text', 'open_quote'] as const
export type ListRefusal = (typeof listRefusals)[number]

/** `checking`: its lines are being read. `stopped`: whoever sent it may not invite any more. */
export const batchStates = ['checking', 'checked', 'sending', 'done', 'stopped'] as const
export type BatchState = (typeof batchStates)[number]

/** Why the person of a line was not invited. */
export const lineRefusals = [
  'already_member',
  'already_invited',
  'twice',
  'wrong_form',
  'unsupported',
  'bad_text',
  'no_such_role',
  'role_refused',
  'too_often',
  'sms_limit',
  'erased',
] as const
export type LineRefusal = (typeof lineRefusals)[number]

/**
 * What becomes of a line. `new`: it would be invited. `waiting`: it will be, since the batch is being sent. `left_out`:
 * the batch was stopped before it. `invited`: its invitation has a state of its own.
 */
export const lineStates = ['new', 'waiting', 'left_out', 'invited', ...lineRefusals] as const
export type LineState = (typeof lineStates)[number]

/** How many lines there are of each state, and how many invitations of each. States that none has are left out. */
export interface BatchCounts {
  lines: Partial<Record<LineState, number>>
  invitations: Partial<Record<InvitationState, number>>
}

/** How long the report of a batch is kept, in days. No invitation works for longer. */
export const batchDays = 30
