import type { InvitationState } from './invitations'

/**
 * The formats of a list of people to invite: one address per line, or CSV with the columns address, name, role and
 * note.
 */
export const listFormats = ['lines', 'csv'] as const
export type ListFormat = (typeof listFormats)[number]

/** The maximum size of a list. */
export const mostOfAList = { lines: 10_000, bytes: 2 * 1024 * 1024 } as const

/**
 * Reasons to refuse a whole list. `not_text`: invalid UTF-8, or control characters. `open_quote`: an unclosed quote.
 */
export const listRefusals = ['empty', 'too_many_lines', 'too_large', 'not_text', 'open_quote'] as const
export type ListRefusal = (typeof listRefusals)[number]

/** `checking`: its lines are being read. `stopped`: its sender may no longer invite. */
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
  'name_refused',
  'no_such_role',
  'role_refused',
  'too_often',
  'sms_limit',
  'erased',
] as const
export type LineRefusal = (typeof lineRefusals)[number]

/**
 * The states of a line. `new`: it would be invited. `waiting`: it will be invited, because the batch is being sent.
 * `left_out`: the batch was stopped before it. `invited`: its invitation has its own state.
 */
export const lineStates = ['new', 'waiting', 'left_out', 'invited', ...lineRefusals] as const
export type LineState = (typeof lineStates)[number]

/** The refusals of lines that their inviter can correct: the address, the name or the note, or the role. */
export const correctable = [
  'wrong_form',
  'unsupported',
  'bad_text',
  'name_refused',
  'no_such_role',
  'role_refused',
] as const satisfies readonly LineRefusal[]

/** The number of lines of each state, and of invitations of each state. States without any are left out. */
export interface BatchCounts {
  lines: Partial<Record<LineState, number>>
  invitations: Partial<Record<InvitationState, number>>
}

/** How long the report of a batch is stored, in days. No invitation is valid for longer. */
export const batchDays = 30
