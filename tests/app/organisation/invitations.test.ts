import { describe, expect, it } from 'vitest'
import * as received from '../../../app/routes/login/invitation/route'
import * as cancel from '../../../app/routes/settings/organisations/$subject/invitations/$invitation/cancel/route'
import * as one from '../../../app/routes/settings/organisations/$subject/invitations/$invitation/route'
import * as create from '../../../app/routes/settings/organisations/$subject/invitations/new/route'
import * as list from '../../../app/routes/settings/organisations/$subject/invitations/route'
import * as organisations from '../../../app/routes/settings/organisations/route'
import { done, refuse } from '../../../contract/server'
import { actingAs, infoOf, invitationOf, subjectId as uid } from '../answers'
import { errorsAt, openBrowser, withFakeAccountApi } from '../browser'
import { askFor } from '../page'
import { signedInBrowser } from '../person'

const fake = withFakeAccountApi()
const [invite_id, ticket] = ['v'.repeat(22), 't'.repeat(22)]
const path = `/settings/organisations/${uid}/invitations`
const inSubject = { params: { subject: uid } }
const thisOne = { params: { subject: uid, invitation: invite_id } }
const linkPage = `/login/invitation?invite_ticket=${ticket}`
const ends_at = '2030-01-02T03:04:05.000Z'

const role = (role_key: string, otherwise: object = {}) => ({
  role_key,
  role_name: role_key,
  description: '',
  permissions: [],
  is_banned: 0,
  is_built_in: false,
  ...otherwise,
})

/** A browser of somebody with a place in the organisation. */
const browserOf = async (...otherwise: Parameters<typeof actingAs>) => {
  const browser = await signedInBrowser(fake)
  fake.answer('subjectInfo', actingAs(...otherwise))
  fake.answer('listInvitationChannels', done({ channels: ['mobile', 'email', 'link'] }))
  return browser
}

const sent = () => done({ invite_id, link: `http://localhost:3299${linkPage}`, expires_at: ends_at })

describe('the invitations of an organisation', () => {
  it('happy: are listed by the state of the URL, pending ones first', async () => {
    const browser = await browserOf()
    fake.answer('listInvitations', done({ invitations: [invitationOf()], next: null }))
    expect((await browser.open(list, path, inSubject)).data).toMatchObject({ state: 'pending', maySend: true })
    await browser.open(list, `${path}?state=expired&after=${'0'.repeat(32)}`, inSubject)
    await browser.open(list, `${path}?state=odd&after=odd`, inSubject)
    const asked = { sec_subject_uid: uid, page: 1, page_size: 20 }
    expect(fake.inputsOf('listInvitations')).toEqual([
      { ...asked, state: 'pending' },
      { ...asked, state: 'expired', after: '0'.repeat(32) },
      { ...asked, state: 'pending' },
    ])
  })

  it('happy: a button of a row sends it again', async () => {
    const browser = await browserOf()
    fake.answer('resendInvitation', sent())
    const resent = await browser.send(list, path, { invite_id, resend: 'Resend' }, inSubject)
    expect(resent.location).toBe(`${path}?notice=invitation_resent`)
    expect(fake.inputsOf('resendInvitation')).toMatchObject([{ sec_subject_uid: uid, invite_id }])
  })

  it('happy: cancelling one is asked on a page of its own', async () => {
    const browser = await browserOf()
    const page = `${path}/${invite_id}/cancel`
    fake.answer('invitationInfo', done({ invitation: invitationOf(), link: null }))
    fake.answer('cancelInvitation', done({ cancelled: true }))
    expect(await browser.open(cancel, page, thisOne)).toMatchObject({
      status: 200,
      data: { invitation: { invite_id } },
    })
    expect(fake.inputsOf('cancelInvitation')).toEqual([])
    const cancelled = await browser.send(cancel, page, {}, thisOne)
    expect(cancelled.location).toBe(`${path}?notice=invitation_cancelled`)
    expect(fake.inputsOf('cancelInvitation')).toEqual([{ sec_subject_uid: uid, invite_id }])
  })

  it('error: one that has ended is told as such, and there is nothing to ask', async () => {
    const browser = await browserOf()
    const page = `${path}/${invite_id}/cancel`
    fake.answer('cancelInvitation', refuse('invitation_over', { state: 'accepted' }))
    const landed = await browser.send(cancel, page, {}, thisOne)
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, '')).toEqual(['This invitation was accepted already'])
    fake.answer('invitationInfo', done({ invitation: invitationOf({ state: 'accepted' }), link: null }))
    expect((await browser.open(cancel, page, thisOne)).location).toBe(`${path}/${invite_id}`)
  })

  it('security: nobody without the permission opens the list or the form', async () => {
    const browser = await browserOf({ is_manager: false }, { permissions: ['member.read'] })
    expect(await browser.open(list, path, inSubject)).toMatchObject({ status: 403 })
    expect(await browser.open(create, `${path}/new`, inSubject)).toMatchObject({ status: 403 })
  })
})

describe('inviting', () => {
  it('happy: offers the roles that one may give', async () => {
    const browser = await browserOf({}, { permissions: ['invitation.send', 'role.assign', 'role.read'] })
    const roles = [
      role('manager'),
      role('member'),
      role('clerk'),
      role('closed', { is_banned: 1 }),
      role('strong', { permissions: ['log.read'] }),
    ]
    fake.answer('listRoles', done({ roles }))
    const { data } = await browser.open(create, `${path}/new`, inSubject)
    expect((data as { roles: { role_key: string }[] }).roles.map(({ role_key }) => role_key)).toEqual(['clerk'])
  })

  it('happy: a mobile, an email and a link each lead to the page of the invitation', async () => {
    const browser = await browserOf()
    for (const call of ['inviteByMobile', 'inviteByEmail', 'inviteByLink'] as const) fake.answer(call, sent())
    const common = { deputy_name: ' Bo ', role_key: 'clerk', note: 'See you\non Monday\u202e', days: '14' }
    const send = (by: string, fields: Record<string, string>) =>
      browser.send(create, `${path}/new?by=${by}`, { ...common, ...fields }, inSubject)
    const byMobile = await send('mobile', { mobile: '13800000001', region: 'CN' })
    expect(byMobile.location).toBe(`${path}/${invite_id}?notice=invitation_sent`)
    await send('email', { email: 'Bo@Example.com' })
    const byLink = await send('link', { places: '２0' })
    expect(byLink.location).toBe(`${path}/${invite_id}?notice=invitation_link_made`)
    const offer = {
      sec_subject_uid: uid,
      deputy_name: 'Bo',
      role_key: 'clerk',
      note: 'See you\non Monday',
      days: 14,
      next_url: '',
    }
    expect(fake.inputsOf('inviteByMobile')).toEqual([{ ...offer, mobile: '+8613800000001' }])
    expect(fake.inputsOf('inviteByEmail')).toEqual([{ ...offer, email: 'bo@example.com' }])
    expect(fake.inputsOf('inviteByLink')).toEqual([{ ...offer, places: 20 }])
  })

  it.each([
    ['places', 'link', { places: '0' }],
    ['places', 'link', { places: '1001' }],
    ['places', 'link', { places: 'many' }],
    ['places', 'link', {}],
    ['note', 'link', { places: '2', note: 'x'.repeat(301) }],
    ['deputy_name', 'email', { email: 'bo@example.com', deputy_name: 'x'.repeat(61) }],
    ['days', 'email', { email: 'bo@example.com', days: '365' }],
    ['email', 'email', { email: 'bo' }],
    ['mobile', 'mobile', { mobile: '12', region: 'CN' }],
  ])('error: an odd %s by %s comes back at its field, and invites nobody', async (field, by, fields) => {
    const browser = await browserOf()
    const landed = await browser.send(create, `${path}/new?by=${by}`, fields as Record<string, string>, inSubject)
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, field)).not.toEqual([])
  })

  it('error: an address that is invited already is told as such, and stays in the form', async () => {
    const browser = await browserOf()
    fake.answer('inviteByEmail', refuse('already_invited', { invite_id }))
    const landed = await browser.send(create, `${path}/new?by=email`, { email: 'bo@example.com' }, inSubject)
    expect(errorsAt(landed, '')[0]).toContain('invited already')
    expect(landed.data).toMatchObject({ initialValue: { email: 'bo@example.com' } })
  })
})

describe('the page of an invitation', () => {
  it('happy: a role that stays is not given anew, and days count only where they are chosen', async () => {
    const browser = await browserOf()
    const present = invitationOf({ role: { role_key: 'clerk', role_name: 'Clerk' } })
    fake.answer('invitationInfo', done({ invitation: present, link: null }))
    fake.answer('updateInvitation', done({ invitation: present }))
    const save = (fields: Record<string, string>) => browser.send(one, `${path}/${invite_id}`, fields, thisOne)
    const saved = await save({ deputy_name: 'Bo', role_key: 'clerk', note: 'Hello', days: '' })
    expect(saved.location).toBe(`${path}/${invite_id}?notice=invitation_saved`)
    await save({ deputy_name: 'Bo', role_key: '', note: '', days: '3' })
    const named = { sec_subject_uid: uid, invite_id, deputy_name: 'Bo' }
    expect(fake.inputsOf('updateInvitation')).toEqual([
      { ...named, note: 'Hello' },
      { ...named, note: '', role_key: '', days: 3 },
    ])
  })

  it('security: one of another organisation is not there', async () => {
    const browser = await browserOf()
    fake.answer('invitationInfo', refuse('no_such_invitation', {}))
    expect(await browser.open(one, `${path}/${invite_id}`, thisOne)).toMatchObject({ status: 404 })
  })
})

const offered = (otherwise: object = {}) => ({
  invite_id,
  channel: 'mobile' as const,
  state: 'pending' as const,
  subject_name: 'Orchard',
  inviter_name: 'ann',
  role: null,
  deputy_name: '',
  note: '',
  address: '+86 138****0001',
  ends_at,
  ...otherwise,
})

describe('the page of the link of an invitation', () => {
  it('happy: shows it to somebody who is signed out, with a way to sign in and back', async () => {
    fake.answer('checkInvitation', done({ invitation: offered(), fit: 'signed_out' as const, sec_subject_uid: null }))
    const { data, status } = await openBrowser().open(received, linkPage)
    expect(status).toBe(200)
    expect(data).toMatchObject({ received: { fit: 'signed_out', username: null, next: linkPage } })
  })

  it.each([
    ['Asia/Tokyo', '3\u00A0January\u00A02030'],
    [null, '2\u00A0January\u00A02030'],
  ])('happy: tells a signed-in reader the day in the time zone %s', async (time_zone, day) => {
    const browser = await signedInBrowser(fake)
    fake.answer('accountInfo', done(infoOf({ time_zone })))
    const invitation = offered({ ends_at: '2030-01-02T17:04:05.000Z' })
    fake.answer('checkInvitation', done({ invitation, fit: 'fits' as const, sec_subject_uid: null }))
    expect((await askFor(browser, received, linkPage)).main).toContain(day)
  })

  it('happy: accepting leads to the organisation, or where the inviter wanted', async () => {
    const browser = await signedInBrowser(fake)
    const accepted = (next_url: string) =>
      done({ sec_subject_uid: uid, subject_name: 'Orchard', identity_id: 'i'.repeat(22), next_url })
    const accept = async (next_url: string) => {
      fake.answer('acceptInvitation', accepted(next_url))
      return (await browser.send(received, linkPage, { accept: 'Accept' })).location
    }
    expect(await accept('')).toBe(`/settings/organisations/${uid}?notice=invitation_accepted`)
    expect(await accept('/settings/profile')).toBe('/settings/profile')
    expect(await accept('/passport/web/logout')).toBe(`/settings/organisations/${uid}?notice=invitation_accepted`)
    expect(fake.inputsOf('acceptInvitation')[0]).toEqual({ invite_ticket: ticket })
  })

  it('happy: the second of two clicks ends where the first one did', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('acceptInvitation', refuse('already_member', { sec_subject_uid: uid }))
    const landed = await browser.send(received, linkPage, { accept: 'Accept' })
    expect(landed.location).toBe(`/settings/organisations/${uid}`)
  })

  it('happy: it is declined, and another account can be used', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('declineInvitation', done({ subject_name: 'Orchard' }))
    const declined = await browser.send(received, linkPage, { decline: 'Decline' })
    expect(declined.location).toBe('/settings/organisations?notice=invitation_declined')
    fake.answer('logout', done({ done: true }))
    const changed = await browser.send(received, linkPage, { change: 'Use another account' })
    expect(changed.location).toBe(`/login?${new URLSearchParams({ next: linkPage, notice: 'signed_out' })}`)
  })

  it('error: a link that is none any more says so, and asks nobody where it cannot be one', async () => {
    fake.answer('checkInvitation', refuse('no_such_invitation', {}))
    expect(await openBrowser().open(received, linkPage)).toMatchObject({ status: 404, data: { received: null } })
    const odd = await openBrowser().open(received, '/login/invitation?invite_ticket=%00')
    expect(odd).toMatchObject({ status: 404, data: { received: null } })
    expect(fake.inputsOf('checkInvitation')).toHaveLength(1)
  })

  it('happy: without a ticket it leads to the invitations of whoever signs in', async () => {
    const signedOut = await openBrowser().open(received, '/login/invitation')
    expect(signedOut.location).toBe('/login?next=%2Flogin%2Finvitation')
    const browser = await signedInBrowser(fake)
    expect((await browser.open(received, '/login/invitation')).location).toBe('/settings/organisations')
  })

  it('security: opening it makes no call but harmless ones', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('checkInvitation', done({ invitation: offered(), fit: 'fits' as const, sec_subject_uid: null }))
    fake.answer('accountInfo', done(infoOf()))
    await browser.open(received, linkPage)
    expect(fake.inputsOf('acceptInvitation')).toEqual([])
    expect(fake.inputsOf('declineInvitation')).toEqual([])
  })
})

it('happy: pending invitations stand above the organisations', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('listSubjects', done({ subjects: [], has_more: false }))
  fake.answer('myInvitations', done({ invitations: [offered()] }))
  fake.answer('joinableSubjects', done({ subjects: [] }))
  const { data } = await browser.open(organisations, '/settings/organisations')
  expect(data).toMatchObject({ invitations: [{ invite_id, subject_name: 'Orchard' }] })
})
