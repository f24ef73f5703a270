import { describe, expect, it } from 'vitest'
import * as remove from '../../../app/routes/settings/organisations/$subject/domains/$domain/remove/route'
import * as one from '../../../app/routes/settings/organisations/$subject/domains/$domain/route'
import * as list from '../../../app/routes/settings/organisations/$subject/domains/route'
import * as organisations from '../../../app/routes/settings/organisations/route'
import { done, refuse } from '../../../contract/server'
import { subjectId } from '../answers'
import { errorsAt, withFakeAccountApi } from '../browser'
import { mainOf } from '../page'
import { signedInBrowser } from '../person'
import { actAs } from './acting'

const fake = withFakeAccountApi()
const [day, path] = ['2026-01-02T03:04:05.000Z', `/settings/organisations/${subjectId}/domains`]
const inSubject = { params: { subject: subjectId } }
const ofOne = { pattern: '/settings/organisations/:subject/domains/:domain' }
const home = '/settings/organisations'
const thisOne = { params: { subject: subjectId, domain: 'school.example' } }
const named = { sec_subject_uid: subjectId, domain: 'school.example' }

const unproven = {
  domain: 'school.example',
  record_name: '_organisation.school.example',
  record_value: 'organisation-proof=aB3-_aB3-_aB3-_aB3-_xy',
  proven_since: null,
  seen_at: null,
  missing_since: null,
  ends_at: null,
  joining: 'off' as const,
  role: null,
  gives_role: false,
}
const proven = { ...unproven, proven_since: day, seen_at: day }

const browserOf = async (permissions: Parameters<typeof actAs>[1] = 'manager') => {
  const browser = await signedInBrowser(fake)
  actAs(fake, permissions)
  return browser
}

describe('the mail domains of an organisation', () => {
  it('happy: one is added, and its page shows the record to publish', async () => {
    const browser = await browserOf()
    fake.answer('addDomain', done({ domain: unproven }))
    const added = await browser.send(list, path, { domain: ' @School.example ' }, inSubject)
    expect(added.location).toBe(`${path}/school.example`)
    expect(fake.inputsOf('addDomain')).toEqual([{ sec_subject_uid: subjectId, domain: '@School.example' }])
    fake.answer('listDomains', done({ domains: [unproven] }))
    const main = await mainOf(browser, one, `${path}/school.example`, ofOne)
    expect(main).toContain(`<code>${unproven.record_name}</code>`)
    expect(main).toContain(`<code>${unproven.record_value}</code>`)
  })

  it.each(['school.example/x', 'ann@school.example', 'school.example:25', 'school', '', 'a b.example'])(
    'error: %j is refused at its field, and stays in it',
    async (domain) => {
      const browser = await browserOf()
      fake.answer('listDomains', done({ domains: [] }))
      const landed = await browser.send(list, path, { domain }, inSubject)
      expect(landed.status).toBe(422)
      expect(errorsAt(landed, 'domain')).toHaveLength(1)
      expect(fake.inputsOf('addDomain')).toEqual([])
    },
  )

  it.each([
    ['domain_is_public', refuse('domain_is_public', {}), 'domain', 'Anybody can get an address at this domain'],
    ['domain_is_added', refuse('domain_is_added', {}), 'domain', 'has this domain already'],
    ['too_many_domains', refuse('too_many_domains', { most: 20 }), '', 'has 20 domains'],
  ] as const)('error: %s is told', async (_code, answer, field, text) => {
    const browser = await browserOf()
    fake.answer('addDomain', answer)
    fake.answer('listDomains', done({ domains: [] }))
    const landed = await browser.send(list, path, { domain: 'qq.com' }, inSubject)
    expect(errorsAt(landed, field)).toEqual([expect.stringContaining(text)])
  })

  it.each([
    ['no_domain', 'There is no such domain in the DNS'],
    ['no_record', 'There is no TXT record of this name yet'],
    ['wrong_value', 'it has another value'],
    ['too_much', 'There are too many TXT records'],
  ] as const)('error: a check that finds %s says so', async (reason, text) => {
    const browser = await browserOf()
    fake.answer('checkDomain', refuse('domain_not_proven', { reason }))
    fake.answer('listDomains', done({ domains: [unproven] }))
    const landed = await browser.send(one, `${path}/school.example`, {}, thisOne)
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, '')).toEqual([expect.stringContaining(text)])
  })

  it('happy: a proven one has a choice, whose role counts for joining only', async () => {
    const browser = await browserOf()
    fake.answer('updateDomain', ({ input }) => done({ joining: input.joining as 'off' }))
    const at = `${path}/school.example`
    const saved = await browser.send(one, at, { joining: 'join', role_key: 'clerk' }, thisOne)
    expect(saved.location).toBe(`${at}?notice=domain_saved`)
    await browser.send(one, at, { joining: 'invited', role_key: 'clerk' }, thisOne)
    await browser.send(one, at, { joining: 'join', role_key: '' }, thisOne)
    expect(fake.inputsOf('updateDomain')).toEqual([
      { ...named, joining: 'join', role_key: 'clerk' },
      { ...named, joining: 'invited' },
      { ...named, joining: 'join' },
    ])
  })

  it('happy: is removed by the second of two pages, also by a second click', async () => {
    const browser = await browserOf()
    fake.answer('removeDomain', done({ removed: true }))
    const at = `${path}/school.example/remove`
    expect((await browser.send(remove, at, {}, thisOne)).location).toBe(`${path}?notice=domain_removed`)
    fake.answer('removeDomain', refuse('no_such_domain', {}))
    expect((await browser.send(remove, at, {}, thisOne)).location).toBe(`${path}?notice=domain_removed`)
  })

  it('error: a role that is not given any more is told', async () => {
    const browser = await browserOf()
    const role = { role_key: 'clerk', role_name: 'Clerk' }
    fake.answer('listDomains', done({ domains: [{ ...proven, joining: 'join' as const, role }] }))
    fake.answer('listRoles', done({ roles: [] }))
    const main = await mainOf(browser, one, `${path}/school.example`, ofOne)
    expect(main).toContain('do not get the role Clerk now')
    // While the record is missing nobody joins at all.
    const missing = { ...proven, joining: 'join' as const, role, missing_since: day, ends_at: day }
    fake.answer('listDomains', done({ domains: [missing] }))
    expect(await mainOf(browser, one, `${path}/school.example`, ofOne)).not.toContain('the role Clerk')
  })

  it('security: nobody without the permission opens a page, and one of another organisation is gone', async () => {
    const browser = await browserOf(['member.read'])
    expect(await browser.open(list, path, inSubject)).toMatchObject({ status: 403 })
    expect(await browser.open(one, `${path}/school.example`, thisOne)).toMatchObject({ status: 403 })
    actAs(fake)
    fake.answer('listDomains', done({ domains: [] }))
    expect(await browser.open(one, `${path}/school.example`, thisOne)).toMatchObject({ status: 404 })
  })
})

describe('joining by a mail domain', () => {
  const subject = { sec_subject_uid: subjectId, subject_name: 'Orchard', domain: 'school.example', role: null }

  const listed = (joining: 'invited' | 'join') => {
    fake.answer('listSubjects', done({ subjects: [], has_more: false }))
    fake.answer('myInvitations', done({ invitations: [] }))
    fake.answer('joinableSubjects', done({ subjects: [{ ...subject, joining }] }))
  }

  it('happy: a button joins, and leads to the organisation', async () => {
    const browser = await signedInBrowser(fake)
    listed('join')
    expect(await mainOf(browser, organisations, home)).toContain(`name="join" value="${subjectId}"`)
    expect(fake.inputsOf('joinSubject')).toEqual([])
    fake.answer('joinSubject', done({ ...subject, identity_id: 'I'.repeat(22) }))
    const joined = await browser.send(organisations, home, { join: subjectId })
    expect(joined.location).toBe(`${home}/${subjectId}?notice=domain_joined`)
  })

  it('happy: where an invitation is needed, there is no button but a text', async () => {
    const browser = await signedInBrowser(fake)
    listed('invited')
    const main = await mainOf(browser, organisations, home)
    expect(main).toContain('by invitation only')
    expect(main).not.toContain('name="join"')
  })

  it('happy: the second of two clicks leads to the organisation too', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('joinSubject', refuse('already_member', { sec_subject_uid: subjectId }))
    const again = await browser.send(organisations, home, { join: subjectId })
    expect(again.location).toBe(`${home}/${subjectId}`)
  })

  it('error: an organisation that cannot be joined any more is told on the page', async () => {
    const browser = await signedInBrowser(fake)
    listed('join')
    fake.answer('joinSubject', refuse('not_joinable', {}))
    const landed = await browser.send(organisations, home, { join: subjectId })
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, '')).toEqual([expect.stringContaining('Ask its administrators')])
  })
})
