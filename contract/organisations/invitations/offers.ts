import { z } from 'zod'
import { inSubject, inviteTicket, knownId, roleKey } from '#contract/organisations/organisation-fields'
import { line, lines } from '#contract/terms/characters'
import { text, time } from '#contract/terms/fields'
import { sensitive } from '#contract/terms/sensitive'
import { shownName } from '#contract/terms/shown-names'
import { extraMaxBytes, invitationDays, invitationTexts } from './invitations'

/** How long an invitation is pending, in days. */
export const days = z.coerce.number().int().min(invitationDays.min).max(invitationDays.max)

/** The destination after accepting: the path and query of a page of the web app. Empty: the organisation. */
const nextUrl = sensitive(z.union([z.literal(''), z.string().regex(/^\/(?!\/)[!-[\]-~]{0,511}$/)]))

/** Data that the inviter's system gets back in lists and in the log. */
const extra = z
  .record(z.string(), z.unknown())
  .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= extraMaxBytes)

/** The name that an invitation gives, and its note. */
export const offeredName = shownName('member', sensitive(line(invitationTexts.name)))
export const offeredNote = sensitive(lines(invitationTexts.note))

/** The common input of all invitations. */
export const offer = {
  ...inSubject,
  role_key: roleKey.optional(),
  /** The name of the member in the organisation. Empty: their username. */
  deputy_name: offeredName.default(''),
  /** A note of the inviter on the page of the invitation. Messages do not contain it. */
  note: offeredNote.default(''),
  days: days.default(invitationDays.usual),
  next_url: nextUrl.default(''),
  extra: extra.optional(),
}

/** The output of calls that send an invitation. */
export const sent = z.object({
  invite_id: knownId,
  /** Missing: the page of the web app for the ticket, if a ticket is returned. */
  link: text,
  invite_ticket: inviteTicket.optional(),
  expires_at: time,
})

/** The power of calls that send an invitation. */
export const invites = {
  proof: 'fresh',
  act: 'organisation',
  when: 'role_key',
  factor: true,
  tells: ['invitation', 'administrator_given'],
  undoneBy: 'given',
  limit: 'invitations',
} as const

/** The failures of calls that give a role. */
export const roleErrors = ['no_such_role', 'role_banned', 'beyond_own_permissions'] as const

/** The common part of all calls that invite. */
export const inviting = {
  output: sent,
  auth: 'member' as const,
  needs: 'invitation.send' as const,
}
