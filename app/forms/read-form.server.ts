import type { z } from 'zod'
import type { FormLimits } from '../document/page-handle'
import type { Args } from '../load-context'
import { resume, stepUpResponse } from '../step-up/step-up.server'
import { formAgain } from './answer-form.server'
import { fileFieldsOf } from './file-fields'
import { fieldsWithin, limitsOf, parkedMaxLength } from './form-limits'
import { type Form, parseForm } from './parse-form.server'
import { readPosted } from './posted-form.server'

/**
 * Reads a posted form in three steps: checks its form token; resumes the parked form if it answers a step-up; parses the
 * fields by the page's schema. Throws a step-up, for the root to show, and a redirect to the sign-in after the session
 * has ended.
 * @param ownLimits those of the page's handle, if it has any
 * @returns the value, or a reply for the action to return: the form with its errors, at status 422 (403 for a refused form
 * token, 413 for a form or a file that is too large, 429 for a limit). Never 401: some browsers then ask for a password.
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
    // The fields of a step-up are not those of the page.
    const fields = posted.formData.has('parked') ? undefined : fieldsWithin(posted.formData, limits)
    return formAgain(args, { status: 403, fields, lines: [{ key: 'form.token_refused' }] })
  }

  const resumed = await resume(args, posted.formData, parkedMaxLength(limits))
  if (resumed.state === 'step-up') throw stepUpResponse(resumed.stepUp)
  if (resumed.state === 'expired') return formAgain(args, { status: 422, lines: [{ key: 'stepUp.expired' }] })
  if (resumed.state === 'closed') {
    const { formData, rejection: closed } = resumed
    return formAgain(args, { status: 200, fields: fieldsWithin(formData, limits), closed }, 'closed')
  }

  return parseForm(args, resumed.formData, schema, limits)
}
