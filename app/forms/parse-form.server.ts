import { parseWithZod } from '@conform-to/zod/v4'
import type { z } from 'zod'
import type { Failure } from '../../contract/client'
import { errors } from '../../contract/errors'
import type { FormLimits } from '../document/page-handle'
import { translate } from '../i18n/i18n.server'
import type { Args } from '../load-context'
import { logIdOf } from '../log.server'
import { redirectToSignIn } from '../navigation/redirect.server'
import { stepUpFor, stepUpResponse } from '../step-up/step-up.server'
import { answerForm, formAgain, type Reply } from './answer-form.server'
import { linesOf } from './failure-texts'
import { fieldsWithin, parkedMaxLength } from './form-limits'

/** The result of reading a form: its value, with the reply to a failed call, or the reply that shows the form again. */
export type Form<Schema extends z.ZodType> =
  | { ok: true; value: z.output<Schema>; reply: (failure: Failure) => Promise<Reply> }
  /**
   * `closed`: the person closed the step-up. The form is shown again, without an error. `busy`: the server had no room for
   * the form.
   */
  | { ok: false; state: 'invalid' | 'closed' | 'busy'; reply: () => Promise<Reply> }

/** Parses the fields of a form by the page's schema, whose errors are message keys. */
export const parseForm = async <Schema extends z.ZodType>(
  args: Args,
  formData: FormData,
  schema: Schema,
  limits: FormLimits,
): Promise<Form<Schema>> => {
  const fields = fieldsWithin(formData, limits)
  if (!fields) return formAgain(args, { status: 413, lines: [{ key: 'error.too_large' }] })
  const t = await translate(args)
  const formatError = (issues: { message: string }[]) => issues.map(({ message }) => t(message))
  const submission = parseWithZod(fields, { schema, formatError })
  if (submission.status !== 'success') {
    const errors = errorsByField(submission.error ?? {})
    return formAgain(args, { status: 422, fields, errors })
  }
  return {
    ok: true,
    value: submission.value,
    reply: async (failure) => {
      if (failure.code === 'not_signed_in') throw await redirectToSignIn(args)
      const stepUp = await stepUpFor(args, fields, failure, parkedMaxLength(limits))
      if (stepUp) throw stepUpResponse(stepUp)
      const lines = linesOf(failure, logIdOf(args))
      return answerForm(args, { status: statusOf(failure), fields, lines, retryAfterSeconds: retryAfterOf(failure) })
    },
  }
}

/** The error of one value of a list, such as `scopes[3]`, belongs to the field. */
const errorsByField = (errors: Record<string, string[] | null>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(errors).map(([name, texts]) => [name.replace(/\[.*/, ''), texts ?? []]))

/** 429 for a limit, 503 where there was no room, 422 for everything else that a person can correct. */
const statusOf = ({ code }: Failure): number => {
  const status = code === 'rejected' || code === 'undeclared' ? 422 : errors[code].status
  return status === 429 || status === 503 ? status : 422
}

const retryAfterOf = ({ code, data }: Failure): number | undefined =>
  code !== 'undeclared' && 'retry_after' in data ? data.retry_after : undefined
