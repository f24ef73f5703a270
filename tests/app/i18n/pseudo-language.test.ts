import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissions } from '#contract/terms/permissions'
import { done, invitationOf, ticket } from '#tests/app/browser/answers'
import { expectTexts, openBrowser, pageAt, patterns, withFakeAccountApi } from '#tests/app/browser/browser'
import { withoutLineBreaks } from '#tests/app/browser/page'
import { browserAt, formCases, formsWithoutCall } from '#tests/app/forms/form-cases'
import { actAs } from '#tests/app/organisations/acting'
import {
  application,
  builtInRoles,
  memberCalled,
  offered,
  roleOf,
  unprovenDomain,
} from '#tests/app/organisations/answers'
import { outsideOfPseudo, pseudoText } from '#tests/fixtures/pseudo-texts'
import { builtInTexts } from '~/i18n/built-in-texts'
import { flatTexts } from '~/i18n/flat-texts'
import { languageLinkText, languageNames, languages, putTexts } from '~/i18n/texts'

const fake = withFakeAccountApi()

// The texts come as those of a translation service do, in the place of the English ones.
beforeAll(() => putTexts('en', new Map(flatTexts(builtInTexts.en).map(([key, text]) => [key, pseudoText(text)]))))
afterAll(() => putTexts('en', new Map()))

/** Parts of a page that are not our words: regions, times, names, codes, and the reference of a problem. */
const data =
  /[\da-f]{8}-[\da-f-]{27}|<option\b.*?<\/option>|<(time|bdi|code|script|style|svg)\b.*?<\/\1>|<dd>.*?<\/dd>/gs
/** What the texts of `public/locales` do not have: languages as they name themselves, and what the contract says. */
const others = new Set([
  ...Object.values(languageNames),
  ...languages.map(languageLinkText),
  ...Object.values(permissions).flatMap(({ en: { name, text } }) => [name, text]),
  // People, addresses and codes of the answers.
  ...['ann', 'bo', 'a***@example.com', 'BCDF-GHJK', 'school.example', 'https://ledger.example/back'],
  // Things that titles name.
  ...['Orchard', 'CLERK', 'Bo ·\u00a0+86\u00a0138****0001'],
])

const tried = new Set<string>()

/** The texts that a page shows, and those that are read aloud, outside of the brackets. */
const untranslated = (html: string): string[] => {
  // A title names a thing, what it is, and where.
  const shown = withoutLineBreaks(html)
    .replace(/(?<=<title>.*) – (?=.*<\/title>)/g, '\n')
    .replace(data, '')
  const attributes = [...shown.matchAll(/ (?:alt|aria-label|title|placeholder)="([^"]*)"/g)]
  const buttons = [...shown.matchAll(/<input\b[^>]*type="submit"[^>]*? value="([^"]*)"/g)]
  // A text may have elements within, as a time.
  const texts = outsideOfPseudo(shown.replace(/<[^>]*>/g, '\n')).split('\n')
  const values = [...attributes, ...buttons].map(([, text = '']) => outsideOfPseudo(text))
  return [...texts, ...values].map((text) => text.trim()).filter((text) => /\p{L}{2}/u.test(text) && !others.has(text))
}

/** What the pages of an organisation and of an account ask for, next to what their forms do. */
const answerPages = () => {
  const at = '2030-01-02T03:04:05.000Z'
  actAs(fake)
  fake.answer('listRoles', done({ roles: [...builtInRoles, roleOf('clerk', ['member.read'])] }))
  fake.answer('subjectClientInfo', done({ client: application, issuer: 'https://accounts.example' }))
  fake.answer('listDomains', done({ domains: [unprovenDomain('school.example')] }))
  fake.answer('invitationInfo', done({ invitation: invitationOf(), link: null }))
  fake.answer('listInvitations', done({ invitations: [invitationOf()], next: null }))
  fake.answer('memberInfo', done({ member: memberCalled('bo') }))
  fake.answer('checkInvitation', done({ invitation: offered(), fit: 'signed_out' as const, sec_subject_uid: null }))
  fake.answer('listSubjects', done({ subjects: [], has_more: false }))
  fake.answers({ listActivations: done({ activations: [], next: null }), listUserRoles: done({ users: [] }) })
  fake.answer('listIdentities', done({ members: [memberCalled('bo')], next: null }))
  fake.answer('transferInfo', done({ transfer: null, ways: [] }))
  fake.answer('cancelCheck', done({ blockers: [], losses: [], restorable_until: at, time_zone: 'UTC' }))
  fake.answer('cancelVerifyWay', done({ sms_code_key: ticket, ways: [] }))
  fake.answer('checkDefaultInfo', done({ avatar_is_default: true, name_is_default: false }))
  fake.answer('remainingUpdateTimes', done({ username: { remaining: 1, resets_at: at } }))
  fake.answers({ recommendedName: done({ names: [] }), listRememberedDevices: done({ devices: [], time_zone: 'UTC' }) })
}

describe('a page in the pseudo-language', () => {
  it('happy: each page with a form that can be opened shows no source text', async () => {
    let opened = 0
    const found: Record<string, string[]> = {}
    for (const formCase of [...formCases, ...formsWithoutCall]) {
      const { file } = await pageAt(formCase.url)
      if (tried.has(file)) continue
      tried.add(file)
      const browser = await browserAt(fake, formCase)
      answerPages()
      const { status, html } = await browser.show(formCase.url)
      if (status === 200) opened += 1
      const texts = untranslated(html)
      if (texts.length > 0) found[formCase.url] = texts
    }
    // Other pages continue, or need their own answer, and show a problem here, which is a page too.
    fake.unexpected.length = 0
    expect(found).toEqual({})
    expect(opened).toBeGreaterThan(80)
  })

  it('happy: a signed-out page without a form shows no source text', async () => {
    const found: Record<string, string[]> = {}
    const paths = patterns.filter((path) => !/[:*]|validate/i.test(path))
    for (const path of paths) {
      const { file } = await pageAt(path || '/')
      if (tried.has(file)) continue
      tried.add(file)
      const { status, html, headers } = await openBrowser().show(path || '/')
      const texts = /html/.test(headers.get('content-type') ?? '') && status !== 303 ? untranslated(html) : []
      if (texts.length > 0) found[path] = texts
    }
    fake.unexpected.length = 0
    expect(found).toEqual({})
  })

  it('error: a page shows its errors in the pseudo-language too, and leaves typed values unchanged', async () => {
    const { status, main } = await openBrowser().show('/login/email', { fields: { email: 'ann@' } })
    expect([status, untranslated(main)]).toEqual([422, []])
    expectTexts(main, { shown: [pseudoText('Please check the following'), 'value="ann@"'] })
  })
})

describe('the search for texts outside of brackets', () => {
  it.each([
    ['a text', '<p>Hello there</p>'],
    ['a text beside a translated one', '<p>⟦Ĥî⟧ and more</p>'],
    ['a text within one of another element', '<p>⟦Ĥî <b>ţĥéŕé⟧</b> friend</p>'],
    ['the text of a picture', '<img alt="A cat">'],
    ['a button', '<input type="submit" name="x" value="Go on">'],
  ])('error: the search finds %s', (_what, html) => expect(untranslated(html)).toHaveLength(1))

  it('happy: a text in the pseudo-language is 40 % longer, and keeps its placeholders and links', () => {
    expect(pseudoText('Hi {{name}}, <b>ok</b>')).toBe('⟦Ĥî {{name}}, <b>ôķ</b>~~~~~~~~~⟧')
    expect(untranslated(`<p>${pseudoText('Sign in')}</p>`)).toEqual([])
  })
})
