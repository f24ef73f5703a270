import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { codes, factorCodes, refusedCodes } from '#rules/typed/cases/codes'
import { days, refusedDays } from '#rules/typed/cases/days'
import { emails, refusedEmails } from '#rules/typed/cases/emails'
import { type NameCase, organisations, people } from '#rules/typed/cases/names'
import { numbers, refusedNumbers } from '#rules/typed/cases/numbers'
import { usernames } from '#rules/typed/cases/usernames'
import { subjectName } from '~/features/organisations/organisation-schemas'
import {
  account,
  authenticatorCode,
  code,
  email,
  newPassword,
  ownPersonName,
  password,
  username,
  withMobile,
} from '~/forms/field-schemas'
import { readBirthday, withBirthday } from '~/forms/values/birthday'
import { regionsIn } from '~/forms/values/regions'

/** The value that a schema reads, or the first line of each message, after the field that it is about. */
const read = (schema: z.ZodType, typed: unknown): unknown => {
  const { success, data, error } = schema.safeParse(typed)
  return success ? data : error.issues.map(({ path, message }) => [...path, message.split('\n')[0]].join(' '))
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
    expect(read(inRegion, { mobile, region }), mobile).toEqual([`mobile field.mobile.${reason}`])
  for (const [typed, reason] of refusedEmails.filter(([each]) => !/[\t\r\n]/.test(each)))
    expect(read(email, typed), typed).toEqual([`field.email.${reason}`])
  for (const [typed, reason] of refusedCodes) expect(read(code, typed), typed).toEqual([`field.code.${reason}`])
  for (const [day, month, year, part, reason] of refusedDays)
    expect(read(birthday, partsOf([day, month, year])), day).toEqual([`birthday_${part} field.birthday.${reason}`])
})

it.each([
  ['an account field takes any of the three identifiers, as typed', account, ' Ann ', 'Ann'],
  ['a mobile with + needs no region', inRegion, { mobile: '+8613800000000' }, { mobile: '+8613800000000' }],
  ['a password keeps its spaces', password, '  pass word ', '  pass word '],
  ['a new password keeps its spaces', newPassword, '  pass word ', '  pass word '],
  ['the length of a password counts characters, not bytes', newPassword, '天'.repeat(8), '天'.repeat(8)],
  ['a password may have 128 characters', newPassword, '🦋'.repeat(128), '🦋'.repeat(128)],
])('happy: %s', (_, schema, typed, value) => expect(read(schema, typed)).toEqual(value))

it.each([
  ['a missing mobile', inRegion, { region: 'CN' }, 'mobile field.mobile.missing'],
  ['a national number without region', inRegion, { mobile: '13800000000' }, 'mobile field.mobile.country_missing'],
  ['no email', email, undefined, 'field.email.missing'],
  ['an email of 255 characters', email, `${'a'.repeat(243)}@example.com`, 'field.email.too_long'],
  ['no code', code, undefined, 'field.code.missing'],
  ['7 characters', newPassword, '🦋'.repeat(7), 'passwordRefusal.too_short'],
  ['129 characters', newPassword, 'x'.repeat(129), 'passwordRefusal.too_long'],
])('error: the value %s gets an error that says what is wrong', (_, schema, typed, message) => {
  expect(read(schema, typed)).toEqual([message])
})

it.each([
  ['60 kB of digits', inRegion, { mobile: '1'.repeat(60_000), region: 'CN' }, 'mobile field.mobile.invalid'],
  ['two numbers', inRegion, { mobile: ['13800000000', '13900000000'], region: 'CN' }, 'mobile field.not_text'],
  ['two regions', inRegion, { mobile: '13800000000', region: ['CN', 'US'] }, 'mobile field.not_text'],
  ['an email with CRLF', email, 'ann@example.com\r\nBcc: bob@example.com', 'field.control_character'],
  ['an email with CRLF at its end', email, 'ann@example.com\r\n', 'field.control_character'],
  ['an email with NUL', email, 'ann\u0000@example.com', 'field.control_character'],
  ['a code of 60 kB', code, '1'.repeat(60_000), 'field.code.too_long'],
  ['a password of 60 kB', password, 'x'.repeat(60_000), 'field.password.too_long'],
])('security: the value %s is refused', (_, schema, typed, message) => {
  expect(read(schema, typed)).toEqual([message])
})

it('error: the other fields of a form with a mobile are checked at the same time', () => {
  const result = withMobile({ email }).safeParse({ mobile: '1', region: 'CN', email: 'x' })
  expect(result.error?.issues.map(({ path }) => path.join())).toEqual(['mobile', 'email'])
})

describe('a birthday as typed', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const readParts = (birthday_day: unknown, birthday_month: unknown, birthday_year: unknown) =>
    readBirthday({ birthday_day, birthday_month, birthday_year }, now)

  it('happy: a form without the fields has no birthday', () => {
    expect(readParts(undefined, undefined, undefined)).toEqual({ value: '' })
  })

  it('security: a field that is not text is refused', () => {
    expect(readParts(['1', '2'], '2', '1999')).toEqual({ field: 'birthday_day', key: 'field.not_text' })
    const file = new File(['2'], '2')
    expect(readParts('1', file, '1999')).toEqual({ field: 'birthday_month', key: 'field.not_text' })
  })
})

describe('the regions of a mobile number', () => {
  const namesIn = (language: string) => regionsIn(language).map(({ name }) => name.replace(/^\+\d+ /, ''))

  it('happy: regions have plain names in English, and none is more formal than the others', () => {
    expect(namesIn('en')).toEqual(expect.arrayContaining(['China', 'Hong Kong', 'Macao', 'Taiwan']))
    expect(namesIn('en').filter((name) => /SAR|\b(China\b.)|,/.test(name))).toEqual([])
  })

  it('happy: regions follow the likely ones alphabetically, in Chinese by pinyin', () => {
    const others = namesIn('en').slice(5)
    expect(others).toEqual([...others].sort())
    // ālābó, āijí, àiěrlán, àodàlìyà, bājīsītǎn, bāxī …
    const chinese = namesIn('zh-Hans').slice(5, 11)
    expect(chinese).toEqual(['阿拉伯联合酋长国', '埃及', '爱尔兰', '澳大利亚', '巴基斯坦', '巴西'])
  })

  it.each(['en', 'zh-Hans'])('happy: each region has a name in %s, after its country code', (language) => {
    for (const { region, name } of regionsIn(language))
      expect(name.replace(new RegExp(` ${region}$`), '')).toMatch(/^\+\d+ \p{L}[^+\d]*$/u)
  })
})
