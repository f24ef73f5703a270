import type { z } from 'zod'
import type { FormLimits } from '../document/page-handle'
import type { Args } from '../load-context'
import { resume, stepUpPage } from '../step-up/step-up.server'
import { formAgain } from './answer-form.server'
import { fileFieldsOf } from './file-fields'
import { fieldsWithin, limitsOf, parkedMaxLength } from './form-limits'
import { type Form, parseForm } from './parse-form.server'
import { readPosted } from './posted-form.server'

/**
 * Reads a posted form in three steps: who posts it, by its form token; whether it answers a step-up, whose parked form is
 * then retried; and what was typed, by the page's schema.
 * @param ownLimits those of the page's handle, where it has any
 * @returns the value, or a reply to return: the form again with its errors, at status 422 (403 for a refused form token,
 * 413 for a form or a file that is too large, 429 for a limit). Never 401, which makes some browsers ask for a password.
 * A step-up is thrown, for the root to show; so is a redirect to the sign-in where the session has ended.
 */
export const readForm = async <Schema extends z.ZodType>(
  args: Args,
  schema: Schema,
  ownLimits?: Partial<FormLimits>,
): Promise<Form<Schema>> => {
  const limits = limitsOf(ownLimits)

  const posted = await readPosted(args)
  if (posted.state === 'cut_off') {
    const files = fileFieldsOf(schema)
    const lines = files.map(({ field, tooLarge }) => ({ field, key: tooLarge }))
    const unposted = files.map(({ field }) => field)
    return formAgain(args, { status: 413, unposted, lines: files.length > 0 ? lines : [{ key: 'error.too_large' }] })
  }
  if (posted.state === 'refused') {
    // The answer to a step-up holds nothing that was typed into the form.
    const fields = posted.formData.has('parked') ? undefined : fieldsWithin(posted.formData, limits)
    return formAgain(args, { status: 403, fields, lines: [{ key: 'form.token_refused' }] })
  }

  const resumed = await resume(args, posted.formData, parkedMaxLength(limits))
  if (resumed.state === 'step-up') throw stepUpPage(resumed.stepUp)
  if (resumed.state === 'expired') return formAgain(args, { status: 422, lines: [{ key: 'stepUp.expired' }] })
  if (resumed.state === 'closed') {
    const { formData, rejection: closed } = resumed
    return formAgain(args, { status: 200, fields: fieldsWithin(formData, limits), closed }, 'closed')
  }

  return parseForm(args, resumed.formData, schema, limits)
}
