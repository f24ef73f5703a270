import { expect, it } from 'vitest'
import type { z } from 'zod'
import { code, email, ownPersonName, withMobile } from '../../../app/forms/field-schemas'
import { codes } from '../../../rules/typed/cases/codes'
import { emails, refusedEmails } from '../../../rules/typed/cases/emails'
import { people } from '../../../rules/typed/cases/names'
import { numbers, refusedNumbers } from '../../../rules/typed/cases/numbers'

const read = (schema: z.ZodType, typed: unknown): unknown => {
  const { success, data, error } = schema.safeParse(typed)
  return success ? data : error.issues.map(({ message }) => message.split('\n')[0])
}
const inRegion = withMobile({})

it('happy: forms read every name, number, email and code of the tables', () => {
  for (const [typed, stored] of Object.values(people)
    .flat()
    .map((one) => (typeof one === 'string' ? [one, one] : one)))
    expect(read(ownPersonName, typed), typed).toBe(stored?.normalize('NFC'))
  for (const [mobile, region, number] of numbers)
    expect(read(inRegion, { mobile, region }), mobile).toEqual({ mobile: number })
  // A form of one line takes no tab and no line break.
  for (const [typed, stored] of emails.filter(([each]) => !/[\t\n]/.test(each)))
    expect(read(email, typed), typed).toBe(stored)
  for (const [typed, stored] of codes) expect(read(code, typed), typed).toBe(stored)
})

it('error: forms say of every other text what the tables say', () => {
  for (const [mobile, region, reason] of refusedNumbers)
    expect(read(inRegion, { mobile, region }), mobile).toEqual([`field.mobile.${reason}`])
  for (const [typed, reason] of refusedEmails.filter(([each]) => !/[\r\n]/.test(each)))
    expect(read(email, typed), typed).toEqual([`field.email.${reason}`])
})
