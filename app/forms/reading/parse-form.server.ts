import { parseWithZod } from '@conform-to/zod/v4'
import type { z } from 'zod'
import type { Failure } from '#contract/client'
import { codeErrors, errors } from '#contract/errors'
import type { FormLimits } from '~/document/page-handle'
import { type Line, linesOf } from '~/forms/failure-texts'
import { stepUpFor, stepUpResponse } from '~/forms/step-up/step-up.server'
import { partsOfReason } from '~/forms/values/typed-text'
import { redirectToSignIn } from '~/navigation/redirect.server'
import type { Args } from '~/runtime/load-context'
import { logIdOf } from '~/runtime/log.server'
import { requestKeyIn } from '~/session/request-key.server'
import { answerForm, formAgain, type Reply } from './answer-form.server'
import { fieldsWithin, parkedMaxLength } from './form-limits'

/**
 * The result of reading a form: its value, with the reply to a failed call, or the reply that shows the form again.
 * `texts`: the page's replacements of texts, by message key, and of links, by path.
 */
export type Form<Schema extends z.ZodType> =
  | {
      ok: true
      value: z.output<Schema>
      reply: (failure: Failure, texts?: Record<string, string>) => Promise<Reply>
      /** Shows the form again with further errors of the page. */
      again: (lines: Line[]) => Promise<Reply>
    }
  /**
   * `closed`: the person closed the step-up, or wants to see the form differently. It is shown again. `busy`: the
   * server had no capacity for the form.
   */
  | { ok: false; state: 'invalid' | 'closed' | 'busy'; reply: (also?: Line[]) => Promise<Reply> }

/** Parses the fields of a form by the page's schema, whose errors are message keys. */
export const parseForm = async <Schema extends z.ZodType>(
  args: Args,
  formData: FormData,
  schema: Schema,
  limits: FormLimits,
): Promise<Form<Schema>> => {
  const fields = fieldsWithin(formData, limits)
  if (!fields) return formAgain(args, { status: 413, lines: [{ key: 'error.too_large' }] })
  args.context.typed = formData
  const requestKey = requestKeyIn(formData)
  if (requestKey !== undefined) args.context.requestKey = requestKey
  const formatError = (issues: { message: string }[]) => issues.map(({ message }) => message)
  const submission = parseWithZod(fields, { schema, formatError })
  if (submission.status !== 'success') {
    return formAgain(args, { status: 422, fields, lines: linesByField(submission.error ?? {}) })
  }
  return {
    ok: true,
    value: submission.value,
    again: (lines) => answerForm(args, { status: 422, fields, lines }),
    reply: async (failure, texts = {}) => {
      if (failure.code === 'not_signed_in') throw await redirectToSignIn(args)
      const stepUp = await stepUpFor(args, fields, failure, parkedMaxLength(limits))
      if (stepUp) throw stepUpResponse(stepUp)
      const lines = linesOf(failure, logIdOf(args)).map(({ key, link, ...line }) => ({
        ...line,
        key: texts[key] ?? key,
        ...(link && { link: { ...link, path: texts[link.path] ?? link.path } }),
      }))
      const retryAfterSeconds = retryAfterOf(failure)
      return answerForm(args, {
        status: statusOf(failure),
        fields: withoutRefusedCode(fields, failure),
        unposted: [...fields.keys()],
        lines,
        retryAfterSeconds,
      })
    },
  }
}

/** The error of one value of a list, such as `scopes[3]`, belongs to the field. */
const linesByField = (errors: Record<string, string[] | null>): Line[] =>
  Object.entries(errors).flatMap(([name, keys]) =>
    (keys ?? []).map((key) => ({ field: name.replace(/\[.*/, ''), onPage: true, ...partsOfReason(key) })),
  )

/** A code that the account API has refused is useless in the field. */
const withoutRefusedCode = (fields: FormData, failure: Failure): FormData => {
  const isOfCode = (codeErrors as readonly string[]).includes(failure.code)
  const refused = isOfCode ? (failure.data as { field?: string }).field : undefined
  const kept = new FormData()
  for (const [name, value] of fields) if (name !== refused) kept.append(name, value)
  return kept
}

/** 429 for a limit, 503 for missing capacity, 422 for everything else that a person can correct. */
const statusOf = ({ code }: Failure): number => {
  const status = code === 'rejected' || code === 'undeclared' ? 422 : errors[code].status
  return status === 429 || status === 503 ? status : 422
}

const retryAfterOf = ({ code, data }: Failure): number | undefined =>
  code !== 'undeclared' && 'retry_after' in data ? data.retry_after : undefined
