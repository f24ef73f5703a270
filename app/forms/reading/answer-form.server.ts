import type { TFunction } from 'i18next'
import { isSmall } from '~/document/small.server'
import { type Line, textOf } from '~/forms/failure-texts'
import { reply, type TypedResponse } from '~/framework'
import { translate } from '~/i18n/i18n.server'
import { openKinds } from '~/navigation/open-pages/open-kinds.server'
import { lackingFor } from '~/navigation/open-pages/open-pages'
import type { Args } from '~/runtime/load-context'
import { requestKeyField } from '~/session/request-key.server'
import { seal, unseal } from '~/session/seal.server'
import type { FormAnswer } from './form-answer'

/**
 * The fields whose values are not sent back to the browser. A code may be: it works once, for minutes, and the person
 * who sees the page has just typed it.
 */
export const secretFields: readonly string[] = ['password', 'current_password']

export type Reply = TypedResponse<FormAnswer>

interface Answer {
  status: number
  /** The posted fields that may be shown again. */
  fields?: FormData | undefined
  /** Fields of the page that may have an error although they were not posted. */
  unposted?: string[]
  /** Errors, each at its field if that was posted, otherwise at the form. */
  lines?: Line[]
  closed?: FormAnswer['closed']
  /** True: passwords are sent back too, because their person wants to read them. */
  showsPasswords?: boolean
  /** When the form may be sent again. */
  retryAfterSeconds?: number | undefined
}

/** Answers with the form again: what was typed, and the errors in the person's language. */
export const answerForm = async (args: Args, { status, retryAfterSeconds, ...shown }: Answer): Promise<Reply> => {
  if (retryAfterSeconds !== undefined) args.context.retryAfterSeconds = retryAfterSeconds
  return reply(await formAnswer(args, shown), { status })
}

/** A form as its page shows it again. */
export const formAnswer = async (
  args: Args,
  {
    fields = new FormData(),
    unposted = [],
    lines = [],
    closed,
    showsPasswords = false,
  }: Omit<Answer, 'status' | 'retryAfterSeconds'>,
): Promise<FormAnswer> => {
  const t = await translate(args)
  const kinds = await openKinds()
  return {
    initialValue: typedIn(fields, showsPasswords ? [requestKeyField] : [...secretFields, requestKeyField]),
    error: errorsOf(t, isSmall(args.request) ? lines.map(onSmallPage) : lines, [...fields.keys(), ...unposted]),
    links: lines.flatMap(({ link }) => (link && lackingFor(link.path, kinds).length === 0 ? [linkIn(t, link)] : [])),
    lines: await seal({ lines }, sealed),
    ...(lines.length > 0 && lines.every(({ isProgress }) => isProgress) && { isProgress: true }),
    ...(closed !== undefined && { closed }),
  }
}

/** The texts about regions that differ on small pages, which have no choice of a region. */
const smallTexts: Record<string, string> = {
  'field.mobile.invalid': 'field.mobile.invalid_small',
  'field.mobile.country_missing': 'field.mobile.country_missing_small',
}

const onSmallPage = (line: Line): Line => ({ ...line, key: smallTexts[line.key] ?? line.key })

const linkIn = (
  t: TFunction,
  { path, key, isOnlyWay, newTab }: NonNullable<Line['link']>,
): FormAnswer['links'][number] => ({
  path,
  text: t(key),
  ...(isOnlyWay && { isOnlyWay }),
  ...(newTab && { newTab }),
})

const sealed = { purpose: 'errors of a form', minutes: 60 }

/** The errors that a page showed, as it sends them along. */
export const linesIn = async (lines: string): Promise<Line[]> =>
  (await unseal<{ lines: Line[] }>(lines, sealed))?.lines ?? []

/** The result of a form without a value: the reply shows it again. `also`: further errors that its page knows. */
export const formAgain = (args: Args, answer: Answer, state: 'invalid' | 'closed' | 'busy' = 'invalid') => ({
  ok: false as const,
  state,
  reply: (also: Line[] = []): Promise<Reply> =>
    answerForm(args, also.length > 0 ? { ...answer, lines: [...(answer.lines ?? []), ...also] } : answer),
})

const typedIn = (fields: FormData, secret: readonly string[]): FormAnswer['initialValue'] => {
  const typed: FormAnswer['initialValue'] = {}
  for (const name of new Set(fields.keys())) {
    if (secret.includes(name)) continue
    const [first, ...others] = fields.getAll(name).filter((value) => typeof value === 'string' && value !== '')
    if (first !== undefined) typed[name] = others.length > 0 ? ([first, ...others] as string[]) : (first as string)
  }
  return typed
}

/**
 * The errors in the order of the fields on the page, which is the order in which they were posted. An empty choice is
 * not posted, so its error stays behind the error that its schema has before it.
 */
const errorsOf = (t: TFunction, lines: Line[], fields: string[]): FormAnswer['error'] => {
  const errors: FormAnswer['error'] = {}
  let before = -1
  const placed = lines.map((line) => {
    const { field, onPage } = line
    if (field === undefined) return { line, place: -1 }
    if (fields.includes(field)) before = fields.indexOf(field)
    else if (!onPage) return { line, place: fields.length }
    return { line, place: before }
  })
  for (const { line } of placed.toSorted((one, other) => one.place - other.place)) {
    const isShown = line.field !== undefined && (line.onPage || fields.includes(line.field))
    const name = isShown ? (line.field ?? '') : ''
    errors[name] = [...(errors[name] ?? []), textOf(t, line)]
  }
  return errors
}
