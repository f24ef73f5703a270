import { describe, expect, test } from 'vitest'
import { done, infoOf, subjectId } from '#tests/app/browser/answers'
import { expectTexts, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser } from '#tests/app/browser/person'
import { actingBrowser } from './acting'
import { unprovenDomain } from './answers'

const fake = withFakeAccountApi()
const it = test.extend('browser', () => actingBrowser(fake))
const [day, path] = ['2026-01-02T03:04:05.000Z', `/settings/organisations/${subjectId}/domains`]
const named = { sec_subject_uid: subjectId, domain: 'school.example' }

const unproven = unprovenDomain('school.example')
const proven = { ...unproven, proven_since: day, seen_at: day }

describe('the mail domains of an organisation', () => {
  it('happy: a domain is added, and its page shows the record to publish', async ({ browser }) => {
    fake.answer('addDomain', done({ domain: unproven }))
    expect((await browser.submit(path, { domain: ' @School.example ' })).location).toBe(`${path}/school.example`)
    expect(fake.inputsOf('addDomain')).toEqual([{ sec_subject_uid: subjectId, domain: '@School.example' }])
    fake.answer('listDomains', done({ domains: [unproven] }))
    const main = await browser.mainAt(`${path}/school.example`)
    expectTexts(main, { shown: [`<code>${unproven.record_name}</code>`, `<code>${unproven.record_value}</code>`] })
  })

  it('happy: a domain in another script is shown as its manager typed it, and its record in ASCII', async ({
    browser,
  }) => {
    const domain = 'xn--bcher-kva.example'
    fake.answer('listDomains', done({ domains: [unprovenDomain(domain)] }))
    expect(await browser.mainAt(path)).toContain('>bücher.example</a>')
    const main = await browser.mainAt(`${path}/${domain}`)
    expectTexts(main, { shown: ['bücher.example', `<code>_organisation.${domain}</code>`], hidden: [`>${domain}<`] })
    expect(await browser.mainAt(`${path}/${domain}/remove`)).toContain('bücher.example')
  })

  it('happy: a proven domain has a choice, and its role matters only for joining', async ({ browser }) => {
    fake.answer('updateDomain', ({ input }) => done({ joining: input.joining as 'off' }))
    const at = `${path}/school.example`
    const saved = await browser.submit(at, { joining: 'join', role_key: 'clerk' })
    expect(saved.location).toBe(`${at}?notice=domain_saved`)
    await browser.submit(at, { joining: 'invited', role_key: 'clerk' })
    await browser.submit(at, { joining: 'join', role_key: '' })
    expect(fake.inputsOf('updateDomain')).toEqual([
      { ...named, joining: 'join', role_key: 'clerk' },
      { ...named, joining: 'invited' },
      { ...named, joining: 'join' },
    ])
  })

  it('error: a role that can no longer be given is reported', async ({ browser }) => {
    const role = { role_key: 'clerk', role_name: 'Clerk' }
    fake.answer('listDomains', done({ domains: [{ ...proven, joining: 'join' as const, role }] }))
    fake.answer('listRoles', done({ roles: [] }))
    expect(await browser.mainAt(`${path}/school.example`)).toContain('do not get the role “Clerk” now')
    // While the record is missing, joining is impossible.
    const missing = { ...proven, joining: 'join' as const, role, missing_since: day, ends_at: day }
    fake.answer('listDomains', done({ domains: [missing] }))
    expect(await browser.mainAt(`${path}/school.example`)).not.toContain('the role Clerk')
  })
})

describe('joining by a mail domain', () => {
  const subject = { sec_subject_uid: subjectId, subject_name: 'Orchard', domain: 'school.example', role: null }

  it.each([
    ['join', { shown: [`name="join" value="${subjectId}"`, 'value="Ann Lee"'], hidden: ['can ask to join'] }],
    ['invited', { shown: ['can ask to join'], hidden: ['name="join"'] }],
  ] as const)('happy: if joining is %s, a button or text is shown; a GET joins nothing', async (joining, texts) => {
    const browser = await signedInBrowser(fake)
    fake.answers({ listSubjects: done({ subjects: [], has_more: false }), myInvitations: done({ invitations: [] }) })
    fake.answer('joinableSubjects', done({ subjects: [{ ...subject, joining }] }))
    fake.answer('accountInfo', done(infoOf({ name: 'Ann Lee' })))
    expectTexts(await browser.mainAt('/settings/organisations'), { shown: [...texts.shown], hidden: [...texts.hidden] })
    expect(fake.inputsOf('joinSubject')).toEqual([])
  })
})
