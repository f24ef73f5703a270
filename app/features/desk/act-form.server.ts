import { z } from 'zod'
import { operatorCalls } from '#contract/operator/operator-calls'
import { plainDigits } from '#rules/typed/text'
import type { ActField, AnyAct, FieldFault, Params } from './act'

/** The fields that hold a list of what the form posts under one name. */
const isMany = ({ kind }: ActField) => kind === 'choices'

/** Text as typed. Some browsers do not post an empty field. */
const oneText = z.string({ error: 'field.not_text' }).default('')
const manyTexts = z.array(oneText).default([])

/**
 * The schema of an act's form: the input of its call, checked by the row of the call. Each error is at its field, or at
 * the form if no field has the faulty part.
 */
export const formOf = (one: AnyAct, params: Params) => {
  const fields = Object.entries(one.fields)
  const form = z.object(Object.fromEntries(fields.map(([name, field]) => [name, isMany(field) ? manyTexts : oneText])))
  return form.transform((posted, context) => {
    const typed = Object.fromEntries(fields.map(([name, field]) => [name, typedValue(field, posted[name] ?? '')]))
    // Values of the URL take precedence.
    const input = { ...(one.shape?.(typed) ?? typed), ...one.fixed?.(params) }
    const read = operatorCalls[one.call as keyof typeof operatorCalls].input.safeParse(input)
    const faults = Object.entries(one.check?.(typed) ?? {})
    for (const [name, message] of faults) context.addIssue({ code: 'custom', path: [name], message })
    if (read.success) return faults.length === 0 ? input : z.NEVER
    for (const issue of inOrderOf(one, read.error.issues)) {
      const name = fieldOf(one, issue)
      const field = one.fields[name]
      const message = field ? faultText(field, faultOf(issue, typed[name])) : 'error.invalid_input'
      context.addIssue({ code: 'custom', path: field ? [name] : [], message })
    }
    return z.NEVER
  })
}

/** The name of the field that an issue of the call's input is about. */
const fieldOf = ({ fieldOf: named }: AnyAct, { path }: z.core.$ZodIssue): string =>
  named?.[path.join('.')] ?? String(path[0] ?? '')

const inOrderOf = (one: AnyAct, issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] => {
  const names = Object.keys(one.fields)
  const nthOf = (issue: z.core.$ZodIssue) => names.indexOf(fieldOf(one, issue))
  return [...issues].sort((before, after) => nthOf(before) - nthOf(after))
}

/** The value of a field, in the form of the input. */
const typedValue = ({ kind, empty }: ActField, posted: string | string[]): unknown => {
  if (typeof posted !== 'string') return posted.filter((each) => each !== '')
  const text = posted.replace(/\r\n?/g, '\n').trim()
  if (kind === 'tick') return text !== ''
  if (kind === 'lines') return text.split(/\s*\n\s*/).filter((line) => line !== '')
  if (text === '') return empty
  return kind === 'number' ? numberOf(text) : text
}

/** A typed whole number. Anything else stays a text, which no call accepts as a number. */
const numberOf = (text: string): number | string => {
  const plain = plainDigits(text)
  return /^\d{1,9}$/.test(plain) ? Number(plain) : text
}

const faultOf = ({ code }: z.core.$ZodIssue, typed: unknown): FieldFault => {
  if (typed === undefined || (Array.isArray(typed) && typed.length === 0)) return 'missing'
  return code === 'too_big' && typeof typed === 'string' ? 'too_long' : 'invalid'
}

const reasonTexts: Record<FieldFault, string> = {
  missing: 'actField.reason.missing',
  too_long: 'actField.reason.too_long',
  invalid: 'actField.reason.too_long',
}

const usualTexts: Record<FieldFault, string> = {
  missing: 'actField.missing',
  too_long: 'actField.too_long',
  invalid: 'actField.invalid',
}

const faultText = ({ kind, refused }: ActField, fault: FieldFault): string => {
  const own = refused?.[fault]
  if (own !== undefined) return own
  if (kind === 'number') return fault === 'missing' ? usualTexts.missing : 'actField.not_a_number'
  return (kind === 'reason' ? reasonTexts : usualTexts)[fault]
}
