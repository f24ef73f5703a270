import { parseWithZod } from '@conform-to/zod/v4'
import { json, type TypedResponse } from '@remix-run/node'
import type { TFunction } from 'i18next'
import type { z } from 'zod'
import { errors } from '../../contract/errors'
import { translate } from '../i18n/i18n.server'
import { checkFormToken } from '../session/form-token.server'
import { problem } from '../session/problem'
import type { Args } from '../session/visitor.server'
import { type Failure, type Line, linesOf } from './failure-texts'
import type { FormAnswer } from './form-answer'
import { waitText } from './wait'

/** What never goes back to the browser, however a form fails. */
const neverSentBack = ['password', 'code', 'email_code']

type Reply = TypedResponse<FormAnswer>

export type Form<Schema extends z.ZodType> =
  | { ok: true; value: z.output<Schema>; reply: (failure: Failure) => Reply }
  | { ok: false; reply: () => Reply }

/**
 * Reads a posted form. The form token is checked first: a browser without our cookie gets the page that says cookies
 * are needed; a token that is not this visit's gets the form again (403), with what was typed.
 * @returns the value, or a reply to return: the same form with its errors as texts in the person's language, status 422
 * (429 for a limit), never with a password or code in it. Never 401, which makes some browsers ask for a password.
 */
export const readForm = async <Schema extends z.ZodType>(args: Args, schema: Schema): Promise<Form<Schema>> => {
  const formData = await args.request.formData()
  const token = await checkFormToken(args, formData)
  if (token === 'no_cookie') throw problem('cookies')
  const t = await translate(args)
  // Schemas speak in message keys.
  const formatError = (issues: { message: string }[]) => issues.map(({ message }) => t(message))
  const submission = parseWithZod(plainFields(formData), { schema, formatError })
  const reply = (status: number, lines: Line[]): Reply => {
    const result = submission.reply({ ...byPlace(lines, submission.payload, t), hideFields: neverSentBack })
    const links = lines.flatMap(({ link }) => (link ? [{ path: link.path, text: t(link.key) }] : []))
    return json({ ...result, links }, { status })
  }
  if (token === 'refused') return { ok: false, reply: () => reply(403, [{ key: 'form.token_refused' }]) }
  if (submission.status !== 'success') return { ok: false, reply: () => reply(422, []) }
  return {
    ok: true,
    value: submission.value,
    reply: (failure) => reply(statusOf(failure), linesOf(failure)),
  }
}

/** A limit says so by its status; everything else that a person can put right is 422. */
const statusOf = ({ code }: Failure): number => (code !== 'rejected' && errors[code].status === 429 ? 429 : 422)

/** The page's fields. Only names without structure: brackets and dots would build objects, and conform's own steer it. */
const plainFields = (formData: FormData): FormData => {
  const plain = new FormData()
  for (const [name, value] of formData)
    if (/^[a-z][a-z_]*$/.test(name) && name !== 'form_token') plain.append(name, value)
  return plain
}

const byPlace = (lines: Line[], payload: Record<string, unknown>, t: TFunction) => {
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
