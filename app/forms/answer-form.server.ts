import type { TFunction } from 'i18next'
import { reply, type TypedResponse } from '../framework'
import { translate } from '../i18n/i18n.server'
import type { Args } from '../load-context'
import { type Line, textOf } from './failure-texts'
import type { FormAnswer } from './form-answer'

/** The fields whose values never go back to the browser. */
const secretFields = ['password', 'current_password', 'code', 'email_code']

export type Reply = TypedResponse<FormAnswer>

interface Answer {
  status: number
  /** The fields that were posted, where they may be shown again. */
  fields?: FormData | undefined
  /** Fields of the page that may have an error though they were not posted. */
  unposted?: string[]
  /** Errors that are texts already, by the name of their field. */
  errors?: FormAnswer['error']
  /** Errors that are message keys, each at its field if that was posted, otherwise at the form. */
  lines?: Line[]
  closed?: FormAnswer['closed']
  /** When the form may be sent again. */
  retryAfterSeconds?: number | undefined
}

/** Answers with the form again: what was typed, and the errors in the person's language. */
export const answerForm = async (
  args: Args,
  { status, fields = new FormData(), unposted = [], errors = {}, lines = [], closed, retryAfterSeconds }: Answer,
): Promise<Reply> => {
  if (retryAfterSeconds !== undefined) args.context.retryAfterSeconds = retryAfterSeconds
  const t = await translate(args)
  const answer: FormAnswer = {
    initialValue: typedIn(fields),
    error: { ...errors, ...errorsOf(t, lines, [...fields.keys(), ...unposted]) },
    links: lines.flatMap(({ link }) => (link ? [{ path: link.path, text: t(link.key) }] : [])),
    ...(closed !== undefined && { closed }),
  }
  return reply(answer, { status })
}

/** The result of a form that has no value: the reply shows it again. */
export const formAgain = (args: Args, answer: Answer, state: 'invalid' | 'closed' | 'busy' = 'invalid') => ({
  ok: false as const,
  state,
  reply: (): Promise<Reply> => answerForm(args, answer),
})

const typedIn = (fields: FormData): FormAnswer['initialValue'] => {
  const typed: FormAnswer['initialValue'] = {}
  for (const name of new Set(fields.keys())) {
    if (secretFields.includes(name)) continue
    const [first, ...others] = fields.getAll(name).filter((value) => typeof value === 'string' && value !== '')
    if (first !== undefined) typed[name] = others.length > 0 ? ([first, ...others] as string[]) : (first as string)
  }
  return typed
}

const errorsOf = (t: TFunction, lines: Line[], fields: string[]): FormAnswer['error'] => {
  const errors: FormAnswer['error'] = {}
  for (const line of lines) {
    const name = line.field !== undefined && fields.includes(line.field) ? line.field : ''
    errors[name] = [...((name === '' && errors['']) || []), textOf(t, line)]
  }
  return errors
}
