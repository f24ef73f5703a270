import { parseWithZod } from '@conform-to/zod/v4'
import type { TFunction } from 'i18next'
import type { z } from 'zod'
import type { Failure } from '../../contract/client'
import { errors } from '../../contract/errors'
import { reply, type TypedResponse } from '../framework'
import { translate } from '../i18n/i18n.server'
import { waitText } from '../i18n/wait'
import { problem } from '../navigation/problem'
import { redirectToSignIn } from '../navigation/redirect.server'
import { checkFormToken } from '../session/form-token.server'
import type { Args } from '../session/visitor.server'
import { type Resumed, resume, stepUpFor, stepUpPage } from '../step-up/step-up.server'
import { type Line, linesOf } from './failure-texts'
import type { FormAnswer } from './form-answer'

/** The one field of ours that takes a file. */
const fileField = 'pic'

/** What never goes back to the browser, however a form fails. */
const neverSentBack = ['password', 'current_password', 'code', 'email_code']

type Reply = TypedResponse<FormAnswer>

export type Form<Schema extends z.ZodType> =
  | { ok: true; value: z.output<Schema>; reply: (failure: Failure) => Promise<Reply> }
  /** `closed`: the person closed the step-up, so the form has to be shown again and nothing is wrong with it. */
  | { ok: false; state: 'invalid' | 'closed'; reply: () => Promise<Reply> }

/**
 * Reads a posted form. The form token is checked first: a browser without our cookie gets the page that says cookies
 * are needed; a token of another browser gets the form again (403), with what was typed. A form that waited for a
 * step-up is taken up again where it was.
 * @returns the value, or a reply to return: the same form with its errors as texts in the person's language, status 422
 * (429 for a limit), never with a password or code in it. Never 401, which makes some browsers ask for a password. A
 * failure that asks for a step-up throws the page of that; a session that has ended throws a redirect to the sign-in.
 */
export const readForm = async <Schema extends z.ZodType>(args: Args, schema: Schema): Promise<Form<Schema>> => {
  const posted = await postedForm(args)
  const token = await checkFormToken(args, posted)
  if (token === 'no_cookie') throw problem('cookies')
  const resumed: Resumed = token === 'ok' ? await resume(args, posted) : { go: 'on', formData: untrustedFields(posted) }
  const t = await translate(args)
  // Schemas speak in message keys.
  const formatError = (issues: { message: string }[]) => issues.map(({ message }) => t(message))
  const fields = plainFields(resumed.formData)
  const submission = parseWithZod(fields, { schema, formatError })
  const answer = (status: number, lines: Line[], more: Partial<FormAnswer> = {}): Reply => {
    const result = submission.reply({ ...errorsByField(lines, submission.payload, t), hideFields: neverSentBack })
    const links = lines.flatMap(({ link }) => (link ? [{ path: link.path, text: t(link.key) }] : []))
    return reply({ ...result, links, ...more }, { status })
  }
  if (args.context.cutOff)
    return unread(async () => answer(413, [{ field: fileField, key: 'pictureRefusal.too_large' }]))
  if (token === 'refused') return unread(async () => answer(403, [{ key: 'form.token_refused' }]))
  if (resumed.go === 'expired')
    return unread(async () => answer(422, [{ key: 'stepUp.expired' }], { error: { '': [t('stepUp.expired')] } }))
  if (resumed.go === 'closed')
    return unread(async () => answer(200, [], { error: {}, closed: resumed.description }), 'closed')
  if (resumed.go === 'show') throw stepUpPage(resumed.stepUp)
  if (submission.status !== 'success') return unread(async () => answer(422, []))
  return {
    ok: true,
    value: submission.value,
    reply: async (failure) => {
      if (failure.code === 'not_signed_in') throw await redirectToSignIn(args)
      const stepUp = await stepUpFor(args, fields, failure)
      if (stepUp) throw stepUpPage(stepUp)
      return answer(statusOf(failure), linesOf(failure))
    },
  }
}

/** A form that was damaged on its way gets the page that says so. Of one that was cut off, its field is all that is known. */
export const postedForm = async ({ request, context }: Args): Promise<FormData> => {
  if (!context.cutOff)
    return request.formData().catch(() => {
      throw problem('bad_request')
    })
  const form = new FormData()
  form.set(fileField, '')
  return form
}

/** What is kept of a form that is not believed: what was typed, but nothing of a step-up. */
const untrustedFields = (posted: FormData): FormData => (posted.has('parked') ? new FormData() : posted)

const unread = (reply: () => Promise<Reply>, state: 'invalid' | 'closed' = 'invalid') => ({
  ok: false as const,
  state,
  reply,
})

/** A limit says so by its status; everything else that a person can put right is 422. */
const statusOf = ({ code }: Failure): number =>
  code !== 'rejected' && code !== 'undeclared' && errors[code].status === 429 ? 429 : 422

/** The page's fields. Only names without structure: brackets and dots would build objects, and conform's own steer it. */
const plainFields = (formData: FormData): FormData => {
  const plain = new FormData()
  for (const [name, value] of formData)
    if (/^[a-z][a-z_]*$/.test(name) && name !== 'form_token') plain.append(name, value)
  return plain
}

const errorsByField = (lines: Line[], payload: Record<string, unknown>, t: TFunction) => {
  const fieldErrors: Record<string, string[]> = {}
  const formErrors: string[] = []
  for (const { field, key, values } of lines) {
    const { waitSeconds, ...numbers } = values ?? {}
    const text = t(key, { ...numbers, ...(waitSeconds === undefined ? {} : { wait: waitText(t, waitSeconds) }) })
    if (field !== undefined && Object.hasOwn(payload, field)) fieldErrors[field] = [text]
    else formErrors.push(text)
  }
  return { fieldErrors, formErrors }
}
