import { expect, it } from 'vitest'
import type { CallName } from '#contract/calls'
import { codes, refusedCodes } from '#rules/typed/cases/codes'
import { days, refusedDays } from '#rules/typed/cases/days'
import { emails, refusedEmails } from '#rules/typed/cases/emails'
import { lists } from '#rules/typed/cases/lists'
import { type NameCase, organisations, people } from '#rules/typed/cases/names'
import { numbers, refusedNumbers } from '#rules/typed/cases/numbers'
import { usernames } from '#rules/typed/cases/usernames'
import { done, emailSent, infoOf, refuse, signedIn, smsSent, subjectId } from '#tests/app/browser/answers'
import { type Browser, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser } from '#tests/app/browser/person'
import { actingBrowser } from '#tests/app/organisations/acting'

const fake = withFakeAccountApi()

/** What a form without script passes on in a call, for each text that is typed into it. Undefined: it makes no call. */
const posted = async <Typed>(
  browser: Browser,
  { path, call, all, fields, sent }: Form<Typed>,
): Promise<(readonly [typed: Typed, sent: unknown])[]> => {
  const results: (readonly [Typed, unknown])[] = []
  for (const typed of all) {
    const before = fake.inputsOf(call).length
    await browser.submit(path, fields(typed))
    const [input] = fake.inputsOf(call).slice(before)
    results.push([typed, input === undefined ? undefined : sent(input as Record<string, unknown>)])
  }
  return results
}

interface Form<Typed> {
  path: string
  call: CallName
  all: readonly Typed[]
  fields: (typed: Typed) => Record<string, string>
  sent: (input: Record<string, unknown>) => unknown
}

const names = (cases: Record<string, readonly NameCase[]>) =>
  Object.values(cases)
    .flat()
    .map((one) => (typeof one === 'string' ? ([one, one.normalize('NFC')] as const) : one))

it('happy: the forms of names send each name as it is stored', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('accountInfo', done(infoOf({})))
  fake.answer('accountSet', done({ username: 'ann', is_sensitive: 0 as const }))
  const profile = { username: 'ann', username_was: 'ann', name_was: '', language: 'en' }
  const own = await posted(browser, {
    ...{ path: '/settings/profile', call: 'accountSet', all: names(people) },
    fields: ([name]) => ({ ...profile, birthday_day: '', birthday_month: '', birthday_year: '', name }),
    sent: ({ name }) => name,
  })
  expect(own.filter(([[, stored], sent]) => sent !== stored)).toEqual([])
  const manager = await actingBrowser(fake)
  fake.answer('updateSubject', done({}))
  const organisation = await posted(manager, {
    ...{ path: `/settings/organisations/${subjectId}/details`, call: 'updateSubject', all: names(organisations) },
    fields: ([subject_name]) => ({ subject_name }),
    sent: ({ subject_name }) => subject_name,
  })
  expect(organisation.filter(([[, stored], sent]) => sent !== stored)).toEqual([])
})

it('happy: the forms of usernames and days send each of them, and refuse other days', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('accountInfo', done(infoOf({})))
  fake.answer('accountSet', done({ username: 'ann', is_sensitive: 0 as const }))
  const form = { path: '/settings/profile', call: 'accountSet' } as const
  const profile = { username: 'ann', username_was: 'was', name: '', name_was: '', language: 'en' }
  const noDay = { birthday_day: '', birthday_month: '', birthday_year: '' }
  const chosen = await posted(browser, {
    ...{ ...form, all: usernames },
    fields: ([username]) => ({ ...profile, ...noDay, username }),
    sent: ({ username }) => username,
  })
  // The account API compares it in lower case.
  expect(chosen.filter(([, sent]) => typeof sent !== 'string')).toEqual([])
  const wanted = [...days, ...refusedDays.map(([day, month, year]) => [day, month, year, undefined] as const)]
  const born = await posted(browser, {
    ...{ ...form, all: wanted },
    fields: ([birthday_day, birthday_month, birthday_year]) => ({
      ...{ ...profile, birthday_day, birthday_month, birthday_year },
    }),
    sent: ({ birthday }) => birthday,
  })
  expect(born.filter(([[, , , day], sent]) => sent !== day)).toEqual([])
})

it('happy: the forms of numbers and emails send each of them, and refuse invalid ones without a call', async () => {
  const browser = openBrowser()
  fake.answer('sendCode', smsSent())
  fake.answer('sendEmailCode', emailSent())
  const mobiles = await posted(browser, {
    ...{ path: '/login/sms', call: 'sendCode' },
    all: [...numbers, ...refusedNumbers.map(([typed, region]) => [typed, region, undefined] as const)],
    fields: ([mobile, region]) => ({ mobile, region }),
    sent: ({ mobile }) => mobile,
  })
  expect(mobiles.filter(([[, , number], sent]) => sent !== number)).toEqual([])
  const mailboxes = await posted(browser, {
    ...{ path: '/login/email', call: 'sendEmailCode' },
    // A form of one line takes no tab and no line break within it.
    all: [...emails, ...refusedEmails.map(([typed]) => [typed, undefined] as const)].filter(
      ([typed]) => !/[\t\r\n]/.test(typed),
    ),
    fields: ([email]) => ({ email }),
    sent: ({ email }) => email,
  })
  expect(mailboxes.filter(([[, email], sent]) => sent !== email)).toEqual([])
})

it('happy: the form of a code sends each code, and refuses the others without a call', async () => {
  const browser = openBrowser()
  fake.answer('sendCode', smsSent())
  fake.answer('smsLoginOnly', refuse('code_wrong', { field: 'code', tries_left: 4 }))
  const { location } = await browser.submit('/login/sms', { mobile: '13800138000', region: 'CN' })
  const typed = await posted(browser, {
    ...{ path: location ?? '', call: 'smsLoginOnly' },
    all: [...codes, ...refusedCodes.map(([code]) => [code, undefined] as const)],
    fields: ([code]) => ({ code }),
    sent: ({ code }) => code,
  })
  expect(typed.filter(([[, code], sent]) => sent !== code)).toEqual([])
})

it('happy: the form of a list and the sign-in send the text as typed, and the account API reads it', async () => {
  const browser = await actingBrowser(fake)
  fake.answer('createInvitationBatch', done({ batch_id: 'b'.repeat(22), lines: 1 }))
  const pasted = await posted(browser, {
    ...{ path: `/settings/organisations/${subjectId}/invitations/many`, call: 'createInvitationBatch' },
    all: Object.values(lists).map(([list]) => list),
    fields: (addresses) => ({ addresses, region: 'CN', role_key: '', note: '', days: '14' }),
    sent: ({ list }) => String(list).replaceAll('\r\n', '\n'),
  })
  expect(pasted.filter(([list, sent]) => sent !== list)).toEqual([])
  fake.answer('accountLoginV2', signedIn())
  const accounts = await posted(openBrowser(), {
    ...{ path: '/login', call: 'accountLoginV2' },
    all: [...numbers.map(([typed]) => typed), ...emails.map(([typed]) => typed)],
    fields: (account) => ({ account, password: 'x' }),
    sent: ({ account }) => account,
  })
  expect(accounts.filter(([, sent]) => typeof sent !== 'string' || sent === '')).toEqual([])
})
