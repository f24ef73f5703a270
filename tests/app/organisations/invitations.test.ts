import { beforeEach, describe, expect, it } from 'vitest'
import { type InvitationChannel, invitationChannels } from '#contract/organisations/invitations/invitations'
import { smsRaises } from '#contract/organisations/invitations/sms-invitations'
import { actingAs, done, infoOf, invitationOf, refuse, subjectId as uid } from '#tests/app/browser/answers'
import {
  errorsAt,
  expectTexts,
  formOf,
  openBrowser,
  withFakeAccountApi,
  withoutVisit,
} from '#tests/app/browser/browser'
import { withPerson } from '#tests/app/browser/person'
import { rememberedAs } from '~/navigation/returning/return-address'
import { builtInRoles, noOrganisations, offered, roleOf } from './answers'

const fake = withFakeAccountApi()
const browser = withPerson(fake)
const [invite_id, ticket] = ['v'.repeat(22), 't'.repeat(22)]
const path = `/settings/organisations/${uid}/invitations`
const linkPage = `/login/invitation?invite_ticket=${ticket}`
const ends_at = '2030-01-02T03:04:05.000Z'

beforeEach(() => {
  fake.answer('subjectInfo', actingAs())
  fake.answers({
    listInvitationChannels: done({ channels: ['mobile', 'email', 'link'] }),
    listRoles: done({ roles: [] }),
  })
})

const sent = () => done({ invite_id, link: `http://localhost:3299${linkPage}`, expires_at: ends_at })

it('happy: the pending invitations of an organisation are listed first, and may be sent again', async () => {
  fake.answer('listInvitations', done({ invitations: [invitationOf()], next: null }))
  expect((await browser.visit(path)).data).toMatchObject({ state: 'pending', maySend: true })
})

it('happy: a search covers every state, which the table names, and says when nothing matches', async () => {
  const invitations = [invitationOf(), invitationOf({ invite_id: 'a'.repeat(22), state: 'declined' })]
  fake.answer('listInvitations', done({ invitations, next: 'k' }))
  expectTexts(await browser.mainAt(`${path}?search=Bo`), {
    shown: ['value="Bo"', 'Pending</td>', 'Declined</td>', '?search=Bo&amp;state=expired', '?search=Bo&amp;after=k'],
  })
  fake.answer('listInvitations', done({ invitations: [], next: null }))
  expectTexts(await browser.mainAt(`${path}?search=Bo`), { shown: ['No invitation matches', 'value="Bo"'] })
})

describe('resending those that are ticked', () => {
  const [ann, bo] = ['a'.repeat(22), 'b'.repeat(22)]
  const ticked = [
    ['invite_id', ann],
    ['invite_id', bo],
  ] as [string, string][]
  /** The page of a list from which both are sent again. The second one is refused, where it is said. */
  const arrange = ({ refused = false } = {}) => {
    const invitations = [invitationOf({ invite_id: ann }), invitationOf({ invite_id: bo, channel: 'link' })]
    fake.answer('listInvitations', done({ invitations, next: null }))
    fake.answer('invitationInfo', ({ input }) =>
      done({
        invitation: invitationOf({ address: '', deputy_name: input.invite_id === ann ? 'Ann' : 'Bo' }),
        link: null,
      }),
    )
    fake.answer('resendInvitation', ({ input }) =>
      refused && input.invite_id === bo ? refuse('resent_too_often', {}) : sent(),
    )
  }

  it('happy: each ticked invitation is sent, and the answer names the people', async () => {
    arrange()
    const main = await browser.mainAt(`${path}?ticked=all`)
    // A link gets another URL on its own page.
    expect(main.match(/type="checkbox" name="invite_id"[^>]*checked=""/g)).toHaveLength(1)
    const landed = await browser.submit(path, ticked)
    expect(landed.location).toBe(`${path}?notice=invitations_resent&who=Ann%2C+Bo`)
    expect(fake.inputsOf('resendInvitation').map(({ invite_id }) => invite_id)).toEqual([ann, bo])
    expect((await browser.show(landed.location ?? '')).main).toContain('Resent: Ann, Bo.')
  })

  it('error: the page names refused invitations next to sent ones, and gives the reason for a single one', async () => {
    arrange({ refused: true })
    expect((await browser.submit(path, ticked)).location).toBe(`${path}?notice=invitations_resent_some&who=Ann&as=Bo`)
    expect((await browser.show(path, { fields: { invite_id: bo } })).status).toBe(422)
    expect((await browser.submit(path, {})).location).toBe(`${path}?notice=no_invitation_ticked`)
  })

  it('security: invented names in a message are not shown', async () => {
    arrange()
    const main = await browser.mainAt(`${path}?notice=invitations_resent&who=Everybody`)
    expectTexts(main, { hidden: ['Everybody'] })
  })
})

it('happy: cancelling asks on its own page, and an ended invitation has no such page', async () => {
  const page = `${path}/${invite_id}/cancel`
  fake.answer('invitationInfo', done({ invitation: invitationOf(), link: null }))
  expect(await browser.visit(page)).toMatchObject({ status: 200, data: { invitation: { invite_id } } })
  expect(fake.inputsOf('cancelInvitation')).toEqual([])
  fake.answer('invitationInfo', done({ invitation: invitationOf({ state: 'accepted' }), link: null }))
  expect((await browser.visit(page)).location).toBe(`${path}/${invite_id}`)
})

describe('inviting', () => {
  it('happy: the form offers the roles that one may give', async () => {
    fake.answer('subjectInfo', actingAs({}, { permissions: ['invitation.send', 'role.assign', 'role.read'] }))
    const banned = roleOf('closed', [], { is_banned: 1 })
    const roles = [...builtInRoles, roleOf('clerk'), banned, roleOf('strong', ['log.read'])]
    fake.answer('listRoles', done({ roles }))
    const [, options = ''] =
      /<select id="role_key"[^>]*>(.*?)<\/select>/s.exec(await browser.mainAt(`${path}/new`)) ?? []
    expect(options).toBe('<option value="" selected="">Member only</option><option value="clerk">CLERK</option>')
  })

  it('happy: without a method in the URL, the form offers the account API’s first method, and a list too', async () => {
    fake.answer('listInvitationChannels', done({ channels: ['email', 'mobile', 'link'] }))
    expect((await browser.visit(`${path}/new`)).location).toBe(`${path}/new?by=email`)
    expectTexts(await browser.mainAt(`${path}/new?by=email`), { shown: [`${path}/new?by=mobile`, `${path}/many`] })
    expect((await browser.visit(`${path}/new?by=mobile`)).status).toBe(200)
  })

  it('happy: inviting by SMS says how many invitations are left if few are, and what raises the limit', async () => {
    const sms = { most: 10, left: 1, raises: [...smsRaises] }
    fake.answer('listInvitationChannels', done({ channels: ['mobile', 'email'], sms }))
    const main = await browser.mainAt(`${path}/new`)
    expect(main).toMatch(/1\smore person can be invited by SMS now, of 10 within 24\shours\./)
    expect(main).toMatch(/<a href="\/settings\/mobile">5\stimes as many, when your account has a mobile number<\/a>/)
    expect(main).toMatch(/3\stimes as many.*2\stimes as many.*7\sdays.*4\stimes from 30\sdays.*4\smore for each/s)
    expect(await browser.mainAt(`${path}/new?by=email`)).not.toContain('by SMS now')
    fake.answer('listInvitationChannels', done({ channels: ['mobile', 'email'], sms: { ...sms, left: 3 } }))
    expect(await browser.mainAt(`${path}/new`)).not.toContain('by SMS now')
  })

  it('happy: inviting a mobile, an email or by a link redirects to the page of the invitation', async () => {
    for (const call of ['inviteByMobile', 'inviteByEmail', 'inviteByLink'] as const) fake.answer(call, sent())
    const common = { deputy_name: ' Bo ', role_key: 'clerk', note: 'a\nb\u202e', days: '14' }
    const send = (by: string, fields: Record<string, string>) =>
      browser.submit(`${path}/new?by=${by}`, { ...common, ...fields })
    const byMobile = await send('mobile', { mobile: '13800000001', region: 'CN' })
    expect(byMobile.location).toBe(`${path}/${invite_id}?notice=invitation_sent`)
    await send('email', { email: 'Bo@Example.com' })
    expect((await send('link', { places: '２0' })).location).toBe(`${path}/${invite_id}?notice=invitation_link_made`)
    const offer = { sec_subject_uid: uid, deputy_name: 'Bo', role_key: 'clerk', note: 'a\nb', days: 14, next_url: '' }
    expect(fake.inputsOf('inviteByMobile')).toEqual([{ ...offer, mobile: '+8613800000001' }])
    expect(fake.inputsOf('inviteByEmail')).toEqual([{ ...offer, email: 'bo@example.com' }])
    expect(fake.inputsOf('inviteByLink')).toEqual([{ ...offer, places: 20 }])
  })
})

describe('inviting by workplace messaging', () => {
  const page = `${path}/new?by=workplace`
  const offer = (channels: readonly InvitationChannel[]) =>
    fake.answer('listInvitationChannels', done({ channels: [...channels] }))

  it('happy: the method is offered only if the operator has set it up', async () => {
    offer(invitationChannels)
    const channels = ['mobile', 'email', 'workplace', 'link']
    expect((await browser.visit(`${path}/new`)).data).toMatchObject({ by: 'mobile', channels })
    expect((await browser.visit(page)).data).toMatchObject({ by: 'workplace' })
    offer(['email', 'link'])
    expect((await browser.visit(page)).location).toBe(`${path}/new?by=email`)
  })

  it.each([
    ['Bo@Example.com ', 'bo@example.com'],
    ['+86 138 0000 0001', '+8613800000001'],
    ['+1 (202) 555-0123', '+12025550123'],
    [' ou_7d8a6e6df7621556', 'ou_7d8a6e6df7621556'],
    ['Bo.Li', 'Bo.Li'],
  ])('happy: the workplace address %j is sent as %s', async (workplace_id, asked) => {
    offer(invitationChannels)
    fake.answer('inviteByWorkplace', sent())
    const landed = await browser.submit(page, { workplace_id, deputy_name: 'Bo', note: '', role_key: '', days: '7' })
    expect(landed.location).toBe(`${path}/${invite_id}?notice=invitation_sent`)
    expect(fake.inputsOf('inviteByWorkplace')).toMatchObject([{ workplace_id: asked, deputy_name: 'Bo', days: 7 }])
  })
})

describe('the page of an invitation', () => {
  it('happy: an undelivered invitation shows the failure with its reason', async () => {
    const lost = { state: 'undeliverable', undeliverable_reason: 'unknown_recipient' } as const
    fake.answer('invitationInfo', done({ invitation: invitationOf({ channel: 'workplace', ...lost }), link: null }))
    expect((await browser.visit(`${path}/${invite_id}`)).data).toMatchObject({ invitation: lost })
  })

  it('happy: an unchanged role is not sent again, and days count only if they were chosen', async () => {
    const present = invitationOf({ role: { role_key: 'clerk', role_name: 'Clerk' } })
    fake.answer('invitationInfo', done({ invitation: present, link: null }))
    fake.answer('updateInvitation', done({ invitation: present }))
    const save = (fields: Record<string, string>) => browser.submit(`${path}/${invite_id}`, fields)
    const saved = await save({ deputy_name: 'Bo', role_key: 'clerk', note: 'Hello', days: '' })
    expect(saved.location).toBe(`${path}/${invite_id}?notice=invitation_saved`)
    await save({ deputy_name: 'Bo', role_key: '', note: '', days: '3' })
    const named = { sec_subject_uid: uid, invite_id, deputy_name: 'Bo' }
    expect(fake.inputsOf('updateInvitation')).toEqual([
      { ...named, note: 'Hello' },
      { ...named, note: '', role_key: '', days: 3 },
    ])
  })
})

describe('the page of a pending invitation', () => {
  const shown = (query = '') => {
    fake.answer('invitationInfo', done({ invitation: invitationOf({ channel: 'email' }), link: null }))
    return browser.mainAt(`${path}/${invite_id}${query}`)
  }

  it('happy: the page offers the next invitation of the same kind first, and its form behind a link', async () => {
    const main = await shown()
    expect(main).toMatch(/new\?by=email">Invite another person.*name="resend".*change=1.*\/cancel"/s)
    expectTexts(main, { shown: ['2\u00a0January\u00a02030 at'], hidden: ['name="days"', 'name="deputy_name"'] })
    expectTexts(await shown('?change=1'), {
      shown: ['name="deputy_name"', 'name="days"', `href="${path}/${invite_id}"`],
      hidden: ['Invite another person', 'name="resend"'],
    })
  })

  it('happy: a link can be printed as a notice, and other invitations cannot', async () => {
    const link = 'http://localhost:3299/login/invitation?invite_ticket=x'
    const page = `${path}/${invite_id}`
    fake.answer('invitationInfo', done({ invitation: invitationOf({ channel: 'link' }), link }))
    expect(await browser.mainAt(page)).toContain(`href="${page}?poster=1"`)
    expectTexts(await browser.mainAt(`${page}?poster=1`), {
      shown: ['<h1>Join “Orchard”</h1>', `src="${page}/qr"`, `href="${link}"`],
      hidden: ['<form'],
    })
    fake.answer('invitationInfo', done({ invitation: invitationOf(), link: null }))
    expect(await browser.mainAt(`${page}?poster=1`)).not.toContain('Join Orchard')
  })

  it('happy: a link is for 10 people unless another number is typed', async () => {
    expect(await browser.mainAt(`${path}/new?by=link`)).toMatch(/<input[^>]*name="places"[^>]*value="10"/)
  })
})

describe('the page of the link of an invitation', () => {
  const answerOffer = (invitation: object = {}, otherwise: object = {}) =>
    fake.answer(
      'checkInvitation',
      done({ invitation: offered(invitation), fit: 'fits' as const, sec_subject_uid: null, ...otherwise }),
    )

  it.each(['mobile', 'workplace'] as const)('happy: a signed-out visitor sees an invitation by %s', async (channel) => {
    answerOffer({ channel }, { fit: 'signed_out' })
    const received = { fit: 'signed_out', invitation: { channel }, username: null }
    const landed = await openBrowser().visit(linkPage)
    expect(landed).toMatchObject({ status: 200, data: { received } })
    // elinks and links2 would show this page again.
    const { next } = (landed.data as { received: { next: string } }).received
    expect([next === linkPage, withoutVisit(next)]).toEqual([false, linkPage])
  })

  it.each([
    ['Asia/Tokyo', '3\u00A0January\u00A02030'],
    [null, '2\u00A0January\u00A02030'],
  ])('happy: a signed-in reader sees the day in the time zone %s', async (time_zone, day) => {
    fake.answer('accountInfo', done(infoOf({ time_zone })))
    answerOffer({ ends_at: '2030-01-02T17:04:05.000Z' })
    expect((await browser.show(linkPage)).main).toContain(day)
    const calls = new Set(fake.received.map(({ name }) => name))
    expect([...calls].sort(), 'harmless calls').toEqual(['accountInfo', 'accountLoginV2', 'checkInvitation'])
  })

  it.each([
    ['the inviter typed', { deputy_name: 'Bo of the shop' }, 'Bo Berg', 'Bo of the shop'],
    ['the account has', {}, 'Bo Berg', 'Bo Berg'],
  ])('happy: the name that %s is filled in, and the person may change it', async (_, otherwise, own_name, value) => {
    fake.answer('accountInfo', done(infoOf({ name: own_name })))
    answerOffer(otherwise, { own_name })
    const { main } = await browser.show(linkPage)
    expect(main).toMatch(new RegExp(`name="deputy_name"[^>]*value="${value}"`))
    expect(main).toContain('signed in as Bo Berg')
    const accepted = { sec_subject_uid: uid, subject_name: 'Orchard', identity_id: invite_id, next_url: '' }
    fake.answer('acceptInvitation', done(accepted))
    await browser.submit(linkPage, { accept: 'Accept', deputy_name: ' Bo B. ' })
    expect(fake.inputsOf('acceptInvitation')).toEqual([{ invite_ticket: ticket, deputy_name: 'Bo B.' }])
  })

  it('error: accepting without a name asks for one, and declining does not', async () => {
    answerOffer()
    const refused = await browser.submit(linkPage, { accept: 'Accept', deputy_name: '' })
    expect(errorsAt(refused, 'deputy_name')).toEqual(['Enter your name'])
    expect(fake.inputsOf('acceptInvitation')).toEqual([])
    fake.answer('declineInvitation', done({ subject_name: 'Orchard' }))
    const declined = await browser.submit(linkPage, { decline: 'Decline', deputy_name: '' })
    expect(declined.location).toBe('/settings/organisations?notice=invitation_declined')
  })

  it('happy: the person can switch to another account', async () => {
    fake.answer('logout', done({ done: true }))
    const { location } = await browser.submit(linkPage, { change: 'Use another account' })
    expect(withoutVisit(location)).toBe(`/login?${new URLSearchParams({ next: linkPage, notice: 'signed_out' })}`)
  })

  describe('registering on the way', () => {
    const next = encodeURIComponent(`${linkPage}&visit=abc`)
    const waiting = (otherwise: object, proven: object) => answerOffer(otherwise, { fit: 'signed_out', ...proven })
    const bo = { proven_address: { way: 'email' as const, value: 'bo@example.com' } }

    it('happy: a page opened from an invitation names its purpose, and has only the address that the link proves', async () => {
      waiting({ channel: 'email' }, bo)
      const page = await openBrowser().mainAt(`/login/register/email?next=${next}`)
      expect(page).toContain('To join “Orchard”')
      expect(page).toMatch(/name="email"[^>]*value="bo@example.com"/)
      const both = await openBrowser().mainAt(`/login/register/both?next=${next}`)
      expect(both).toMatch(/name="email"[^>]*value="bo@example.com"/)
      expect(await openBrowser().mainAt(`/login/email?next=${next}`)).toMatch(/name="email"[^>]*value="bo@example.com"/)
      const other = await openBrowser().mainAt(`/login/register?next=${next}`)
      expectTexts(other, { shown: ['To join “Orchard”'], hidden: ['bo@example.com'] })
    })

    const mailPage = `${linkPage}&invite_proof=${'p'.repeat(22)}`
    const named = { invite_ticket: ticket, invite_proof: 'p'.repeat(22) }

    it('happy: if the link proves a mailbox without an account, its page registers the account and accepts', async () => {
      waiting({ channel: 'email' }, { ...bo, mailbox: 'free' as const })
      const browser = openBrowser()
      const { main } = await browser.show(mailPage)
      expect(main).toMatch(/bo@example\.com[\s\S]*name="deputy_name"[\s\S]*name="password"[\s\S]*name="register"/)
      const refused = await browser.submit(mailPage, { register: 'x', deputy_name: '', password: '' })
      expect(formOf(refused).error).toMatchObject({ deputy_name: ['Enter your name'], password: ['Enter a password'] })
      fake.answer('registerByEmail', done({ user_id: '7', is_new_user: true, expires_at: '2026-12-28T08:00:00.000Z' }))
      fake.answer(
        'acceptInvitation',
        done({ sec_subject_uid: 'org', subject_name: 'Orchard', identity_id: '1', next_url: '' }),
      )
      const typed = { register: 'x', deputy_name: 'Bo', password: 'correct horse battery' }
      expect((await browser.submit(mailPage, typed)).location).toContain('/settings/organisations/org?')
      expect(fake.inputsOf('registerByEmail')).toMatchObject([
        { email: 'bo@example.com', password: typed.password, ...named },
      ])
      expect(fake.inputsOf('acceptInvitation')).toMatchObject([{ invite_ticket: ticket, deputy_name: 'Bo' }])
    })

    it('happy: if an account has the mailbox, the page leads to its sign-in only', async () => {
      waiting({ channel: 'email' }, { ...bo, mailbox: 'bound' as const })
      const { main } = await openBrowser().show(mailPage)
      expectTexts(main, { shown: ['/login/email?next='], hidden: ['/login/register'] })
    })

    it('error: an invitation that ended meanwhile redirects to its page', async () => {
      waiting({ channel: 'email' }, { ...bo, mailbox: 'free' as const })
      fake.answer('registerByEmail', refuse('ticket_refused', {}))
      const typed = { register: 'x', deputy_name: 'Bo', password: 'correct horse battery' }
      expect((await openBrowser().submit(mailPage, typed)).location).toBe(mailPage)
    })

    it.each([
      ['has ended', () => waiting({ state: 'expired' }, bo)],
      ['is none', () => fake.answer('checkInvitation', refuse('no_such_invitation', {}))],
    ])('error: if the invitation %s, the page is the usual one', async (_, answer) => {
      answer()
      const page = await openBrowser().mainAt(`/login/register/email?next=${next}`)
      expect(page).not.toMatch(/Orchard|bo@example/)
      expect(page).toContain('name="email"')
    })

    it('security: a page that shows an invited address is not kept in the page memory', () => {
      expect(rememberedAs(`/login/register/email?next=${next}`)).toBeUndefined()
      expect(rememberedAs('/login/register/email?next=%2Fsettings')).toBe('/login/register/email?next=%2Fsettings')
    })
  })

  it('error: an ended link gets a page that says so, and an impossible link makes no call', async () => {
    fake.answer('checkInvitation', refuse('no_such_invitation', {}))
    expect(await openBrowser().visit(linkPage)).toMatchObject({ status: 404, data: { received: null } })
    const odd = await openBrowser().visit('/login/invitation?invite_ticket=%00')
    expect(odd).toMatchObject({ status: 404, data: { received: null } })
    expect(fake.inputsOf('checkInvitation')).toHaveLength(1)
  })

  it('happy: without a ticket, the page redirects to the invitations of the signed-in person', async () => {
    expect((await openBrowser().visit('/login/invitation')).location).toBe('/login?next=%2Flogin%2Finvitation')
    expect((await browser.visit('/login/invitation')).location).toBe('/settings/organisations')
  })
})

it('happy: pending invitations are above the organisations', async () => {
  fake.answers({ ...noOrganisations, myInvitations: done({ invitations: [offered()] }) })
  const { data } = await browser.visit('/settings/organisations')
  expect(data).toMatchObject({ invitations: [{ invite_id, subject_name: 'Orchard' }] })
})
