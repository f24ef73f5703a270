import { z } from 'zod'
import { readBirthday as readTyped } from '#rules/typed/day'

/** The three fields of a birthday, in the order in which they are checked. */
export const birthdayFields = ['birthday_day', 'birthday_month', 'birthday_year'] as const
export type BirthdayField = (typeof birthdayFields)[number]

type Parts = Partial<Record<BirthdayField, unknown>>

/**
 * The schema of a form with a birthday. Day, month and year are checked together and become one `birthday` as
 * YYYY-MM-DD, which is empty when all three are. Its errors come after those of the other fields.
 * @param others the form's other fields
 */
export const withBirthday = <Others extends z.ZodRawShape>(others: Others) => z.intersection(z.object(others), birthday)

const birthday = z.transform((form: Record<BirthdayField, string>, context) => {
  const read = readBirthday(form, Date.now())
  if ('value' in read) return { birthday: read.value }
  context.issues.push({ code: 'custom', message: read.key, input: form, path: [read.field] })
  return z.NEVER
})

/** Reads the three fields. Returns the day, or the wrong field with the message key of its error. */
export const readBirthday = (
  parts: Parts,
  nowMs: number,
): { value: string } | { field: BirthdayField; key: string } => {
  const notText = birthdayFields.find((field) => typeof (parts[field] ?? '') !== 'string')
  if (notText) return { field: notText, key: 'field.not_text' }
  const [day = '', month = '', year = ''] = birthdayFields.map((field) => String(parts[field] ?? ''))
  const read = readTyped({ day, month, year }, nowMs)
  return read.ok ? { value: read.value } : { field: `birthday_${read.part}`, key: `field.birthday.${read.reason}` }
}

/** The values of the three fields for a birthday. */
export const birthdayParts = (day: string | null): Partial<Record<BirthdayField, string>> => {
  if (day === null) return {}
  const [birthday_year = '', month, date] = day.split('-')
  return { birthday_day: String(Number(date)), birthday_month: String(Number(month)), birthday_year }
}
