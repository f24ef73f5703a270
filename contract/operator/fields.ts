import { z } from 'zod'
import { isAtMost } from '#contract/terms/characters'

/** A text as typed. PostgreSQL keeps no NUL. */
const text = z.string().regex(/^[^\0]*$/, 'has an invalid character')

/** An id in a path. A path cannot have a part that consists of one or two dots. */
export const idInPath = text
  .regex(/^(?!\.{1,2}$)/, 'is no id')
  .min(1)
  .max(64)

/** The id of a user, or an identifier that signs in. */
export const namedUser = text.min(1).max(254)

export const ofUser = { user_id: idInPath }
export const ofOrganisation = { sec_subject_uid: idInPath }
export const ofWebhook = { webhook_id: idInPath }

/** A text that the rule of the call checks. */
export const typed = text.max(1000)
export const typedList = z.array(typed).max(100)

/** A moment in the format of RFC 3339. */
export const moment = z.iso.datetime()

/** A reason is sent by SMS too. */
const reasonMaxLength = 150

/** A reason for people: a sentence without its full stop. */
export const tidyReason = (text: string): string => text.trim().replace(/[\s.。]+$/u, '')

const reasonTooLong = `A reason has at most ${reasonMaxLength} characters.`
const noReason = 'Give a reason; the people concerned will read it.'

/** A reason for the people concerned. */
const reasonForPeople = text
  .max(1000, reasonTooLong)
  .transform(tidyReason)
  .refine((text) => text !== '', noReason)
  .refine(isAtMost(reasonMaxLength), reasonTooLong)

export const withReason = { reason: reasonForPeople }

/** A reason for the log only. */
export const mayHaveReason = {
  reason: text.refine(isAtMost(reasonMaxLength), reasonTooLong).meta({ maxLength: reasonMaxLength }).optional(),
}

/** The answer of a call without a result. */
export const nothing = z.object({})

/** The maximum number of organisations found at once. */
export const mostFoundOrganisations = 50

/** The maximum number of people found at once. */
export const mostFoundPeople = 20

export const messageChannel = z.enum(['email', 'sms', 'workplace'])

/** A message that was not delivered, without its recipient and its text. */
export const undelivered = z.object({
  id: z.string(),
  channel: messageChannel,
  purpose: z.string(),
  written_at: moment,
  attempts: z.number(),
  next_attempt_at: moment,
  /** Null: it is retried. */
  given_up_at: moment.nullable(),
  /** The answer to the last attempt. Null: it has not failed yet. */
  answer: z.string().nullable(),
})

/** The limits that an operator can release: those that stop a person from proving who they are. */
export const releasable = z.enum(['passwords', 'codes', 'factors', 'captchas'])
