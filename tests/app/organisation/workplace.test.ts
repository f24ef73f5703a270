import { describe, expect, it } from 'vitest'
import * as received from '../../../app/routes/login/invitation/route'
import * as one from '../../../app/routes/settings/organisations/$subject/invitations/$invitation/route'
import * as create from '../../../app/routes/settings/organisations/$subject/invitations/new/route'
import { type InvitationChannel, invitationChannels } from '../../../contract/invitations'
import { done, refuse } from '../../../contract/server'
import { actingAs, invitationOf, subjectId as uid } from '../answers'
import { errorsAt, openBrowser, withFakeAccountApi } from '../browser'
import { signedInBrowser } from '../person'

const fake = withFakeAccountApi()
const [invite_id, ticket] = ['v'.repeat(22), 't'.repeat(22)]
const path = `/settings/organisations/${uid}/invitations`
const page = `${path}/new?by=workplace`
const linkPage = `/login/invitation?invite_ticket=${ticket}`
const inSubject = { params: { subject: uid } }
const ends_at = '2030-01-02T03:04:05.000Z'
const offer = { deputy_name: 'Bo', note: '', role_key: '', days: '7' }

/** A browser of the manager of an organisation, which can invite in these ways. */
const browserWith = async (channels: readonly InvitationChannel[]) => {
  const browser = await signedInBrowser(fake)
  fake.answer('subjectInfo', actingAs())
  fake.answer('listInvitationChannels', done({ channels: [...channels] }))
  fake.answer('listRoles', done({ roles: [] }))
  return browser
}

const invitation = invitationOf({
  channel: 'workplace',
  state: 'undeliverable',
  undeliverable_reason: 'unknown_recipient',
  address: 'ou***56',
})

describe('inviting by workplace messaging', () => {
  it('happy: is offered where the operator has set it up, and nowhere else', async () => {
    const browser = await browserWith(invitationChannels)
    const offered = await browser.open(create, `${path}/new`, inSubject)
    expect(offered.data).toMatchObject({ by: 'mobile', channels: ['mobile', 'email', 'workplace', 'link'] })
    expect((await browser.open(create, page, inSubject)).data).toMatchObject({ by: 'workplace' })

    const without = await browserWith(['email', 'link'])
    const other = await without.open(create, page, inSubject)
    expect(other.location).toBe(`${path}/new?by=email`)
  })

  it.each([
    ['Bo@Example.com ', 'bo@example.com'],
    ['+86 138 0000 0001', '+8613800000001'],
    ['+1 (202) 555-0123', '+12025550123'],
    [' ou_7d8a6e6df7621556', 'ou_7d8a6e6df7621556'],
    ['Bo.Li', 'Bo.Li'],
  ])('happy: %j is asked for as %s', async (workplace_id, asked) => {
    const browser = await browserWith(invitationChannels)
    fake.answer('inviteByWorkplace', done({ invite_id, link: `http://localhost${linkPage}`, expires_at: ends_at }))
    const sent = await browser.send(create, page, { workplace_id, ...offer }, inSubject)
    expect(sent.location).toBe(`${path}/${invite_id}?notice=invitation_sent`)
    expect(fake.inputsOf('inviteByWorkplace').at(-1)).toMatchObject({ workplace_id: asked, deputy_name: 'Bo', days: 7 })
  })

  it.each([
    ['', 'Enter a work email, a mobile number or a user ID'],
    ['138 0000 0001', 'Enter a work email, a mobile number with its country code, or a user ID'],
    ['<b>bo</b>', 'Enter a work email, a mobile number with its country code, or a user ID'],
    ['bo@', 'Enter a work email, a mobile number with its country code, or a user ID'],
    ['a'.repeat(10_000), 'This is too long to be an email, a mobile number or a user ID'],
  ])('error: %.20j is told at the field', async (workplace_id, text) => {
    const browser = await browserWith(invitationChannels)
    const landed = await browser.send(create, page, { workplace_id, ...offer }, inSubject)
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, 'workplace_id')).toEqual([text])
    expect(fake.inputsOf('inviteByWorkplace')).toEqual([])
  })

  it('error: where it was taken away meanwhile, the form comes back and says so', async () => {
    const browser = await browserWith(['mobile', 'link'])
    fake.answer('inviteByWorkplace', refuse('workplace_not_set_up', {}))
    const landed = await browser.send(create, page, { workplace_id: 'bo', ...offer }, inSubject)
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, '')).toEqual([
      'Workplace messaging is not set up here, so nobody can be invited by it. Invite in another way.',
    ])
  })

  it('happy: the page of an undeliverable one gives it with its reason', async () => {
    const browser = await browserWith(invitationChannels)
    fake.answer('invitationInfo', done({ invitation, link: null }))
    const shown = await browser.open(one, `${path}/${invite_id}`, { params: { subject: uid, invitation: invite_id } })
    expect(shown.data).toMatchObject({ invitation: { undeliverable_reason: 'unknown_recipient' } })
  })

  it('happy: whoever opens its link without an account may sign in or register in any way', async () => {
    const invited = {
      ...invitation,
      state: 'pending' as const,
      subject_name: 'Orchard',
    }
    fake.answer('checkInvitation', done({ invitation: invited, fit: 'signed_out', sec_subject_uid: null }))
    const shown = await openBrowser().open(received, linkPage)
    expect(shown.data).toMatchObject({ received: { fit: 'signed_out', invitation: { channel: 'workplace' } } })
  })
})
