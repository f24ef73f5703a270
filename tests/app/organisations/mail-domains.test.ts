import { beforeEach, describe, expect, it } from 'vitest'
import { done, infoOf, refuse, subjectId } from '#tests/app/browser/answers'
import { expectRedirect, expectTexts, withFakeAccountApi } from '#tests/app/browser/browser'
import { actAs, withActing } from './acting'
import { noOrganisations, unprovenDomain } from './answers'

const fake = withFakeAccountApi()
const browser = withActing(fake)
const organisations = '/settings/organisations'
const requests = `${organisations}/${subjectId}/requests`
const [day, path] = ['2026-01-02T03:04:05.000Z', `/settings/organisations/${subjectId}/domains`]
const named = { sec_subject_uid: subjectId, domain: 'school.example' }

const unproven = unprovenDomain('school.example')
const proven = { ...unproven, proven_since: day, seen_at: day }

describe('the mail domains of an organisation', () => {
  it('happy: a domain in another script is shown as its manager typed it, and its record in ASCII', async () => {
    const domain = 'xn--bcher-kva.example'
    fake.answer('listDomains', done({ domains: [unprovenDomain(domain)] }))
    expect(await browser.mainAt(path)).toContain('>bücher.example</a>')
    const main = await browser.mainAt(`${path}/${domain}`)
    expectTexts(main, { shown: ['bücher.example', `<code>_organisation.${domain}</code>`], hidden: [`>${domain}<`] })
    expect(await browser.mainAt(`${path}/${domain}/remove`)).toContain('bücher.example')
  })

  it('happy: a proven domain has a choice, and its role matters only for joining', async () => {
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

  it('error: a role that can no longer be given is reported', async () => {
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

/** What the list of a person shows who is in no organisation, and whose address is at the domain of one. */
const listing = (
  by: { joining: 'join' } | { joining: 'invited'; request?: { state: 'pending' | 'declined'; ends_at: string } | null },
) => ({
  ...noOrganisations,
  joinableSubjects: done({ subjects: [{ ...named, subject_name: 'Orchard', role: null, ...by }] }),
})

describe('joining by a mail domain', () => {
  it.each([
    ['join', { shown: [`name="join" value="${subjectId}"`, 'value="Ann Lee"'], hidden: ['can ask to join'] }],
    ['invited', { shown: ['can ask to join'], hidden: ['name="join"'] }],
  ] as const)('happy: if joining is %s, a button or text is shown; a GET joins nothing', async (joining, texts) => {
    fake.answers(listing({ joining }))
    fake.answer('accountInfo', done(infoOf({ name: 'Ann Lee' })))
    expectTexts(await browser.mainAt(organisations), { shown: [...texts.shown], hidden: [...texts.hidden] })
    expect(fake.inputsOf('joinSubject')).toEqual([])
  })
})

const request_id = 'r'.repeat(22)
const at = '2026-12-01T08:00:00.000Z'
const request = { request_id, deputy_name: 'Ann Lee', address: 'ann@school.example', asked_at: at, ends_at: at }

describe('a person with an address of the domain', () => {
  const shown = async (asked: { state: 'pending' | 'declined'; ends_at: string } | null) => {
    fake.answers(listing({ joining: 'invited', request: asked }))
    fake.answer('accountInfo', done(infoOf()))
    return browser.mainAt(organisations)
  }

  it('happy: the person asks to join, with a name, and can withdraw the request', async () => {
    expect(await shown(null)).toContain(`name="ask" value="${subjectId}"`)
    fake.answer('askToJoin', done({ subject_name: 'Orchard', ends_at: at }))
    const asked = await browser.submit(organisations, { ask: subjectId, deputy_name: 'Ann Lee' })
    expect(asked.location).toBe(`${organisations}?notice=join_request_sent`)
    expect(fake.inputsOf('askToJoin')).toEqual([{ sec_subject_uid: subjectId, deputy_name: 'Ann Lee' }])
    expect(await shown({ state: 'pending', ends_at: at })).toContain(`name="withdraw" value="${subjectId}"`)
    fake.answer('withdrawJoinRequest', refuse('no_such_join_request', {}))
    const withdrawn = await browser.submit(organisations, { withdraw: subjectId })
    expect(withdrawn.location).toBe(`${organisations}?notice=join_request_withdrawn`)
  })

  it('error: the person reads when they may ask again, and has no button until then', async () => {
    const main = await shown({ state: 'declined', ends_at: at })
    expect(main).toContain('You can ask again from')
    expect(main).not.toMatch(/name="(ask|withdraw)"/)
  })
})

describe('an administrator who may invite', () => {
  beforeEach(() => actAs(fake, ['invitation.send']))

  it('happy: the administrator sees who asks, and accepts with a role or declines', async () => {
    actAs(fake, ['invitation.send', 'role.assign', 'role.read'])
    fake.answers({ listJoinRequests: done({ requests: [request], next: null }), joinRequestInfo: done({ request }) })
    fake.answer('listRoles', done({ roles: [] }))
    expect((await browser.show(requests)).main).toContain(`${requests}/${request_id}`)
    const one = await browser.show(`${requests}/${request_id}`)
    expectTexts(one.main, { shown: ['<bdi>Ann Lee</bdi>', 'ann@school.example'] })
    fake.answer('acceptJoinRequest', done({ identity_id: 'i'.repeat(22) }))
    const accepted = await browser.submit(`${requests}/${request_id}`, { role_key: 'clerk' })
    expect(accepted.location).toBe(`${requests}?notice=join_request_accepted`)
    expect(fake.inputsOf('acceptJoinRequest')).toEqual([{ sec_subject_uid: subjectId, request_id, role_key: 'clerk' }])
    fake.answer('declineJoinRequest', done({ declined: true }))
    const declined = await browser.submit(`${requests}/${request_id}`, { role_key: '', decline: 'x' })
    expect(declined.location).toBe(`${requests}?notice=join_request_declined`)
  })

  it('happy: one press gives a removed member the place and the previous roles back, or declines', async () => {
    const removed = { ...request, address: '', former_roles: ['administrator', 'Clerks'] }
    fake.answer('listJoinRequests', done({ requests: [removed], next: null }))
    fake.answers({ joinRequestInfo: done({ request: removed }), listRoles: done({ roles: [] }) })
    expect((await browser.show(requests)).main).toContain('Give their places back')
    const one = await browser.show(`${requests}/${request_id}`)
    expectTexts(one.main, { shown: ['<dd>Administrator, Clerks</dd>', 'name="role_key" value="_before"'] })
    fake.answer('acceptJoinRequest', done({ identity_id: 'i'.repeat(22) }))
    const fields = { role_key: '_before' }
    expectRedirect(
      await browser.submit(`${requests}/${request_id}`, fields),
      `${requests}?notice=join_request_accepted`,
    )
    expect(fake.inputsOf('acceptJoinRequest').at(-1)).toMatchObject({ role_key: '_before' })
    fake.answer('declineJoinRequest', done({ declined: true }))
    const declined = await browser.submit(`${requests}/${request_id}`, { ...fields, decline: 'x' })
    expect(declined.location).toBe(`${requests}?notice=member_stays_removed`)
  })

  it('error: a request that was answered or withdrawn meanwhile redirects to the list', async () => {
    const gone = refuse('no_such_join_request', {})
    fake.answers({ joinRequestInfo: gone, acceptJoinRequest: gone, declineJoinRequest: gone })
    const over = `${requests}?notice=join_request_over`
    expect((await browser.visit(`${requests}/${request_id}`)).location).toBe(over)
    for (const fields of [{ role_key: '' }, { role_key: '', decline: 'x' }])
      expect((await browser.submit(`${requests}/${request_id}`, fields)).location).toBe(over)
  })
})
