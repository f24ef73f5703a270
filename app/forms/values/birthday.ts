import { z } from 'zod'
import { birthday as contractBirthday } from '../../../contract/terms/fields'
import { birthdayRefusal } from '../../../rules/birthday'
import { plainForm } from './typed-text'

/** The three fields of a birthday, in the order in which they are checked. */
export const birthdayFields = ['birthday_day', 'birthday_month', 'birthday_year'] as const
export type BirthdayField = (typeof birthdayFields)[number]

type Parts = Partial<Record<BirthdayField, unknown>>

/** The form as it is posted: a day, a month, a year and the other fields. */
type WithBirthday<Others extends z.ZodRawShape> = z.ZodType<
  { birthday: string } & { [Name in keyof Others]: z.output<Others[Name]> },
  Record<BirthdayField, string> & { [Name in keyof Others]: z.input<Others[Name]> }
>

/**
 * The schema of a form with a birthday. Day, month and year are checked together and become one `birthday` as
 * YYYY-MM-DD, which is empty when all three are. Its errors come after those of the other fields.
 * @param others the form's other fields
 */
export const withBirthday = <Others extends z.ZodRawShape>(others: Others): WithBirthday<Others> => {
  const refusals = Object.fromEntries(birthdayFields.map((field) => [field, refusal]))
  const together = z.object({ ...others, birthday: whole, ...refusals })
  const read = (form: unknown) => {
    const { birthday_day, birthday_month, birthday_year, ...rest } = form as Record<string, unknown>
    const reading = readBirthday({ birthday_day, birthday_month, birthday_year }, Date.now())
    return { ...rest, birthday: 'value' in reading ? reading.value : '', ...('field' in reading && refused(reading)) }
  }
  return z.preprocess(read, together) as unknown as WithBirthday<Others>
}

const refused = ({ field, key }: { field: BirthdayField; key: string }) => ({ [field]: key })

/** The day as it was read. An empty one is missing here, because conform leaves out empty texts. */
const whole = z.transform((day: unknown) => String(day ?? ''))

/** A field that was checked already: its value is the message key of its error. */
const refusal = z.transform((key: unknown, context) => {
  if (key !== undefined) context.issues.push({ code: 'custom', message: String(key), input: key })
  return undefined
})

/**
 * Reads a birthday as people type it: with full-width digits, leading zeros or the words 年, 月, 日.
 * @returns the day, or the field that is wrong and the message key of its error
 */
export const readBirthday = (
  parts: Parts,
  nowMs: number,
): { value: string } | { field: BirthdayField; key: string } => {
  const typed = birthdayFields.map((field) => ({ field, text: parts[field] ?? '' }))
  const notText = typed.find(({ text }) => typeof text !== 'string')
  if (notText) return { field: notText.field, key: 'field.not_text' }
  const plain = typed.map(({ field, text }) => ({ field, digits: plainForm(String(text)).replace(/[年月日]$/, '') }))
  if (plain.every(({ digits }) => digits === '')) return { value: '' }
  const [day, month, year] = plain.map(({ field, digits }) => ({ field, digits, number: Number(digits) }))
  if (!day || !month || !year) throw new Error('a birthday has three fields')
  for (const { field, digits } of [day, month, year])
    if (digits === '') return { field, key: 'field.birthday.incomplete' }
  if (!/^\d{4}$/.test(year.digits)) return { field: year.field, key: 'field.birthday.year' }
  if (!/^\d{1,2}$/.test(month.digits) || month.number < 1 || month.number > 12)
    return { field: month.field, key: 'field.birthday.month' }
  const value = [year.digits, ...[month, day].map(({ digits }) => digits.padStart(2, '0'))].join('-')
  if (!contractBirthday.safeParse(value).success) return { field: day.field, key: 'field.birthday.not_real' }
  const reason = birthdayRefusal(value, nowMs)
  return reason ? { field: year.field, key: `field.birthday.${reason}` } : { value }
}

/** The values of the three fields for a birthday. */
export const birthdayParts = (day: string | null): Partial<Record<BirthdayField, string>> => {
  if (day === null) return {}
  const [birthday_year = '', month, date] = day.split('-')
  return { birthday_day: String(Number(date)), birthday_month: String(Number(month)), birthday_year }
}
