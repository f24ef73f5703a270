import { describe, expect, it } from 'vitest'
import { done, infoOf, refuse, subjectId } from '#tests/app/browser/answers'
import { expectRedirect, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser } from '#tests/app/browser/person'
import { actingBrowser } from './acting'

const fake = withFakeAccountApi()
const organisations = '/settings/organisations'
const path = `${organisations}/${subjectId}/requests`
const request_id = 'r'.repeat(22)
const at = '2026-12-01T08:00:00.000Z'
const request = { request_id, deputy_name: 'Ann Lee', address: 'ann@school.example', asked_at: at, ends_at: at }

describe('a person with an address of the domain', () => {
  const subject = { sec_subject_uid: subjectId, subject_name: 'Orchard', domain: 'school.example', role: null }

  const shown = async (asked: { state: 'pending' | 'declined'; ends_at: string } | null) => {
    const browser = await signedInBrowser(fake)
    fake.answer('listSubjects', done({ subjects: [], has_more: false, time_zone: null }))
    fake.answers({ myInvitations: done({ invitations: [] }), accountInfo: done(infoOf()) })
    fake.answer('joinableSubjects', done({ subjects: [{ ...subject, joining: 'invited', request: asked }] }))
    return { browser, main: (await browser.show(organisations)).main }
  }

  it('happy: the person asks to join, with a name, and can withdraw the request', async () => {
    const { browser, main } = await shown(null)
    expect(main).toContain(`name="ask" value="${subjectId}"`)
    fake.answer('askToJoin', done({ subject_name: 'Orchard', ends_at: at }))
    const asked = await browser.submit(organisations, { ask: subjectId, deputy_name: 'Ann Lee' })
    expect(asked.location).toBe(`${organisations}?notice=join_request_sent`)
    expect(fake.inputsOf('askToJoin')).toEqual([{ sec_subject_uid: subjectId, deputy_name: 'Ann Lee' }])
    const pending = await shown({ state: 'pending', ends_at: at })
    expect(pending.main).toContain(`name="withdraw" value="${subjectId}"`)
    fake.answer('withdrawJoinRequest', refuse('no_such_join_request', {}))
    const withdrawn = await pending.browser.submit(organisations, { withdraw: subjectId })
    expect(withdrawn.location).toBe(`${organisations}?notice=join_request_withdrawn`)
  })

  it('error: the person reads when they may ask again, and has no button until then', async () => {
    const { main } = await shown({ state: 'declined', ends_at: at })
    expect(main).toContain('You can ask again from')
    expect(main).not.toMatch(/name="(ask|withdraw)"/)
  })
})

describe('an administrator who may invite', () => {
  it('happy: the administrator sees who asks, and accepts with a role or declines', async () => {
    const browser = await actingBrowser(fake, ['invitation.send', 'role.assign', 'role.read'])
    fake.answers({ listJoinRequests: done({ requests: [request], next: null }), joinRequestInfo: done({ request }) })
    fake.answer('listRoles', done({ roles: [] }))
    expect((await browser.show(path)).main).toContain(`${path}/${request_id}`)
    const one = await browser.show(`${path}/${request_id}`)
    expect(one.main).toContain('<bdi>Ann Lee</bdi>')
    expect(one.main).toContain('ann@school.example')
    fake.answer('acceptJoinRequest', done({ identity_id: 'i'.repeat(22) }))
    const accepted = await browser.submit(`${path}/${request_id}`, { role_key: 'clerk' })
    expect(accepted.location).toBe(`${path}?notice=join_request_accepted`)
    expect(fake.inputsOf('acceptJoinRequest')).toEqual([{ sec_subject_uid: subjectId, request_id, role_key: 'clerk' }])
    fake.answer('declineJoinRequest', done({ declined: true }))
    const declined = await browser.submit(`${path}/${request_id}`, { role_key: '', decline: 'x' })
    expect(declined.location).toBe(`${path}?notice=join_request_declined`)
  })

  it('happy: one press gives a removed member the place and the previous roles back, or declines', async () => {
    const browser = await actingBrowser(fake, ['invitation.send'])
    const removed = { ...request, address: '', former_roles: ['administrator', 'Clerks'] }
    fake.answer('listJoinRequests', done({ requests: [removed], next: null }))
    fake.answers({ joinRequestInfo: done({ request: removed }), listRoles: done({ roles: [] }) })
    expect((await browser.show(path)).main).toContain('Give their places back')
    const one = await browser.show(`${path}/${request_id}`)
    expect(one.main).toContain('<dd>Administrator, Clerks</dd>')
    expect(one.main).toContain('name="role_key" value="_before"')
    fake.answer('acceptJoinRequest', done({ identity_id: 'i'.repeat(22) }))
    const fields = { role_key: '_before' }
    expectRedirect(await browser.submit(`${path}/${request_id}`, fields), `${path}?notice=join_request_accepted`)
    expect(fake.inputsOf('acceptJoinRequest').at(-1)).toMatchObject({ role_key: '_before' })
    fake.answer('declineJoinRequest', done({ declined: true }))
    const declined = await browser.submit(`${path}/${request_id}`, { ...fields, decline: 'x' })
    expect(declined.location).toBe(`${path}?notice=member_stays_removed`)
  })

  it('error: a request that was answered or withdrawn meanwhile redirects to the list', async () => {
    const browser = await actingBrowser(fake, ['invitation.send'])
    const gone = refuse('no_such_join_request', {})
    fake.answers({ joinRequestInfo: gone, acceptJoinRequest: gone, declineJoinRequest: gone })
    const over = `${path}?notice=join_request_over`
    expect((await browser.visit(`${path}/${request_id}`)).location).toBe(over)
    for (const fields of [{ role_key: '' }, { role_key: '', decline: 'x' }])
      expect((await browser.submit(`${path}/${request_id}`, fields)).location).toBe(over)
  })
})
