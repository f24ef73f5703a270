import type { z } from 'zod'
import type { FormLimits } from '~/document/page-handle'
import { redirectToSignIn } from '~/navigation/redirect.server'
import type { Args } from '~/runtime/load-context'
import { logIdOf } from '~/runtime/log.server'
import { requestKeyIn } from '~/session/request-key.server'
import { visitor } from '~/session/visitor.server'
import { formAgain } from './reading/answer-form.server'
import { fileFieldsOf } from './reading/file-fields'
import { fieldsWithin, limitsOf, parkedMaxLength } from './reading/form-limits'
import { shownOtherwise } from './reading/form-views.server'
import { type Form, parseForm } from './reading/parse-form.server'
import { readPosted } from './reading/posted-form.server'
import { unpark } from './step-up/parked.server'
import { resume, stepUpResponse } from './step-up/step-up.server'

/**
 * Reads a posted form: checks its form token; shows the form again if a button only changes how it looks; resumes the
 * parked form if it answers a step-up; parses the fields by the page's schema. Throws a step-up, for the root to show,
 * and a redirect to the sign-in after the session has ended.
 * @param ownLimits the limits of the page's handle, if it has any
 * @returns the value, or a reply for the action to return: the form with its errors, at status 422 (403 for a refused
 * form token, 413 for a form or a file that is too large, 429 for a limit, 503 if the server has no capacity). Never
 * 401, because some browsers then ask for a password.
 */
export const readForm = async <Schema extends z.ZodType>(
  args: Args,
  schema: Schema,
  ownLimits?: Partial<FormLimits>,
): Promise<Form<Schema>> => {
  const limits = limitsOf(ownLimits)

  const posted = await readPosted(args, limits)
  if (posted.state === 'cut_off') {
    const files = fileFieldsOf(schema)
    const lines = files.map(({ field, tooLarge }) => ({ field, key: tooLarge }))
    const unposted = files.map(({ field }) => field)
    return formAgain(args, { status: 413, unposted, lines: files.length > 0 ? lines : [{ key: 'error.too_large' }] })
  }
  if (posted.state === 'too_many_fields') return formAgain(args, { status: 413, lines: [{ key: 'error.too_large' }] })
  if (posted.state === 'refused') {
    // The browser has signed out since. The request key shows whose form it is.
    if (requestKeyIn(posted.formData) !== undefined && !(await visitor(args)).signedIn)
      throw await redirectToSignIn(args)
    // The fields of a step-up are not those of the page.
    const fields = posted.formData.has('parked') ? undefined : fieldsWithin(posted.formData, limits)
    return formAgain(args, { status: 403, fields, lines: [{ key: 'form.token_refused' }] })
  }

  if (args.context.busy !== undefined) {
    const retryAfterSeconds = args.context.busy
    const typed = await typedIn(args, posted.formData, limits)
    const fields = fieldsWithin(typed, limits)
    const { isUnanswered = false } = args.context
    // An act that may have been done is not done twice.
    const requestKey = isUnanswered ? requestKeyIn(typed) : undefined
    if (requestKey !== undefined) args.context.requestKey = requestKey
    const values = { waitSeconds: retryAfterSeconds }
    const unanswered = { key: 'error.unanswered', values: { ...values, logId: logIdOf(args) } }
    const lines = [isUnanswered ? unanswered : { key: 'error.busy', values }]
    return formAgain(args, { status: 503, fields, lines, retryAfterSeconds }, 'busy')
  }

  const otherwise = await shownOtherwise(args, posted.formData, limits)
  if (otherwise) return otherwise

  const resumed = await resume(args, posted.formData, parkedMaxLength(limits))
  if (resumed.state === 'step-up') throw stepUpResponse(resumed.stepUp)
  if (resumed.state === 'expired') return formAgain(args, { status: 422, lines: [{ key: 'stepUp.expired' }] })
  if (resumed.state === 'closed') {
    const { formData, rejection: closed } = resumed
    return formAgain(args, { status: 200, fields: fieldsWithin(formData, limits), closed }, 'closed')
  }

  return parseForm(args, resumed.formData, schema, limits)
}

/** The fields of the page's form: as posted, or as parked with a step-up. */
const typedIn = async (args: Args, posted: FormData, limits: FormLimits): Promise<FormData> => {
  const sealed = posted.get('parked')
  if (typeof sealed !== 'string') return posted
  return (await unpark(args, sealed, parkedMaxLength(limits)))?.formData ?? new FormData()
}
