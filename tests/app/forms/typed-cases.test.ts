import { expect, it } from 'vitest'
import type { z } from 'zod'
import { codes, factorCodes, refusedCodes } from '#rules/typed/cases/codes'
import { days, refusedDays } from '#rules/typed/cases/days'
import { emails, refusedEmails } from '#rules/typed/cases/emails'
import { type NameCase, organisations, people } from '#rules/typed/cases/names'
import { numbers, refusedNumbers } from '#rules/typed/cases/numbers'
import { usernames } from '#rules/typed/cases/usernames'
import { subjectName } from '~/features/organisations/organisation-schemas'
import { authenticatorCode, code, email, ownPersonName, username, withMobile } from '~/forms/field-schemas'
import { withBirthday } from '~/forms/values/birthday'

const read = (schema: z.ZodType, typed: unknown): unknown => {
  const { success, data, error } = schema.safeParse(typed)
  return success ? data : error.issues.map(({ message }) => message.split('\n')[0])
}
const inRegion = withMobile({})
const birthday = withBirthday({})
const partsOf = ([birthday_day, birthday_month, birthday_year]: readonly string[]) => ({
  birthday_day,
  birthday_month,
  birthday_year,
})
const names = (cases: Record<string, readonly NameCase[]>) =>
  Object.values(cases)
    .flat()
    .map((one) => (typeof one === 'string' ? ([one, one.normalize('NFC')] as const) : one))

it('happy: forms accept every name, number, email, username, code and day of the tables', () => {
  for (const [typed, stored] of names(people)) expect(read(ownPersonName, typed), typed).toBe(stored)
  for (const [typed, stored] of names(organisations)) expect(read(subjectName, typed), typed).toBe(stored)
  // The account API reads it on.
  for (const [typed] of usernames) expect(read(username, typed), typed).toBeTypeOf('string')
  for (const [day, month, year, value] of days)
    expect(read(birthday, partsOf([day, month, year])), day).toMatchObject({ birthday: value })
  for (const [typed, stored] of factorCodes) expect(read(authenticatorCode, typed), typed).toBe(stored)
  for (const [mobile, region, number] of numbers)
    expect(read(inRegion, { mobile, region }), mobile).toEqual({ mobile: number })
  // A form of one line takes no tab and no line break.
  for (const [typed, stored] of emails.filter(([each]) => !/[\t\n]/.test(each)))
    expect(read(email, typed), typed).toBe(stored)
  for (const [typed, stored] of codes) expect(read(code, typed), typed).toBe(stored)
})

it('error: forms report the error from the tables for every other text', () => {
  for (const [mobile, region, reason] of refusedNumbers)
    expect(read(inRegion, { mobile, region }), mobile).toEqual([`field.mobile.${reason}`])
  for (const [typed, reason] of refusedEmails.filter(([each]) => !/[\t\r\n]/.test(each)))
    expect(read(email, typed), typed).toEqual([`field.email.${reason}`])
  for (const [typed, reason] of refusedCodes) expect(read(code, typed), typed).toEqual([`field.code.${reason}`])
  for (const [day, month, year, , reason] of refusedDays)
    expect(read(birthday, partsOf([day, month, year])), day).toEqual([`field.birthday.${reason}`])
})
