import { beforeEach, describe, expect, it } from 'vitest'
import {
  done,
  emailSent,
  infoOf,
  refuse,
  subjectId as sec_subject_uid,
  smsSent,
  ticket,
} from '#tests/app/browser/answers'
import { errorsAt, expectRedirect, expectTexts, refusedAt } from '#tests/app/browser/browser'
import { withPerson } from '#tests/app/browser/person'
import { idOf } from '#tests/app/organisations/answers'
import { answerActing, orchard, plainMember, withPlainAccountApi } from './plain-answers'

const fake = withPlainAccountApi()

const manager = `/settings/organisations/${sec_subject_uid}/manager`
const [verify, choose, newManager] = [`${manager}/verify`, `${manager}/choose`, `${manager}/new-manager`]
const organisation = `/settings/organisations/${sec_subject_uid}`
const handedOver = `${organisation}?notice=transfer_handed_over`
const [bo, cy] = [idOf('B'), idOf('C')]
const secondTicket = 'ticket-of-the-new-manager'
const code = { code: '654321' }
const subject_name = 'Orchard'
const restarted = `${manager}?notice=flow_expired`
const ticketRefused = refuse('ticket_refused', {})
const nothingBound = (field: 'mobile' | 'email') => refuse('nothing_bound', { field })
const sentToBo = done({ retry_after: 60, sms_code_key: 'key-of-bo', mobile: '+86 139****0002' })
/** Pages keep an address in one line. */
const [addressOfAnn, addressOfBo] = ['+86\u00a0138****0001', '+86\u00a0139****0002']

const browser = withPerson(fake)
beforeEach(() => {
  answerActing(fake)
  fake.answer('accountInfo', done(infoOf()))
  const members = [plainMember('Ann', { is_manager: true }), plainMember('Bo'), plainMember('Cy')]
  fake.answer('listIdentities', done({ members }))
})

const atTheChoice = async () => {
  fake.answer('orgSendCode', smsSent())
  await browser.submit(manager, { use_mobile: 'Send' })
  fake.answer('verifyOldManager', done({ ticket }))
  expectRedirect(await browser.submit(verify, { code: '123456' }), choose)
}

const atTheCode = async () => {
  await atTheChoice()
  fake.answer('orgSendCode', sentToBo)
  expectRedirect(await browser.submit(choose, { identity_id: bo, subject_name }), newManager)
}

const noLongerManaged = () => answerActing(fake, [{ ...orchard, is_manager: false }])

describe('handing over without transfers that wait', () => {
  it('happy: the manager proves themselves, chooses a member, enters the member’s code, and reads the result', async () => {
    const main = await browser.mainAt(manager)
    expectTexts(main, { shown: ['at once', addressOfAnn], hidden: ['7 days', 'administrator', 'decline'] })
    await atTheCode()
    const page = await browser.mainAt(newManager)
    const what = '“Bo” becomes the manager of “Orchard” at once. You stay in it as a member'
    expectTexts(page, { shown: [what, addressOfBo], hidden: [ticket, bo] })
    fake.answers({ verifyNewManager: done({ ticket: secondTicket }), transferManager: done({}) })
    expectRedirect(await browser.submit(newManager, code), handedOver)
    const named = { sec_subject_uid, identity_id: bo }
    expect(fake.inputsOf('orgSendCode')).toEqual([
      { sec_subject_uid, type: 22 },
      { ...named, type: 101, ticket },
    ])
    expect(fake.inputsOf('verifyNewManager')).toEqual([{ ...named, ...code, ticket, way: 'mobile' }])
    expect(fake.inputsOf('transferManager')).toEqual([{ ...named, ticket: secondTicket }])
    noLongerManaged()
    expect((await browser.arrive(handedOver)).status).toBe(200)
  })

  it('happy: the code goes to the manager’s address from the account, and not to an unproven email', async () => {
    fake.answer('accountInfo', done(infoOf({ mobile: null, email: 'a***@example.com', email_verified: true })))
    const byEmail = { shown: ['name="use_email"'], hidden: ['name="use_mobile"'] }
    expectTexts(await browser.mainAt(manager), byEmail)
    fake.answer('accountInfo', done(infoOf({ mobile: null, email: 'a***@example.com' })))
    const none = { shown: ['A code needs a mobile number or an email'], hidden: ['name="use_', '3 days'] }
    expectTexts(await browser.mainAt(manager), none)
  })

  it('happy: the code goes by email if the manager chooses so', async () => {
    await atTheChoice()
    fake.answer('orgSendEmailCode', emailSent())
    expectRedirect(await browser.submit(choose, { identity_id: bo, subject_name, use_email: 'x' }), newManager)
    expect(fake.inputsOf('orgSendEmailCode')).toEqual([{ sec_subject_uid, identity_id: bo, type: 101, ticket }])
    fake.answer('verifyNewManager', refuse('code_wrong', { field: 'code', tries_left: 4 }))
    await browser.submit(newManager, code)
    expect(fake.inputsOf('verifyNewManager')).toMatchObject([{ way: 'email' }])
  })

  it('happy: the code goes by email to a member without a mobile, and by SMS to a member without an email', async () => {
    await atTheChoice()
    fake.answers({ orgSendCode: nothingBound('mobile'), orgSendEmailCode: emailSent() })
    expectRedirect(await browser.submit(choose, { identity_id: bo, subject_name }), newManager)
    expect(await browser.mainAt(newManager)).toContain('a***@example.com')
    fake.answers({ orgSendCode: sentToBo, orgSendEmailCode: refuse('undeliverable', { field: 'email' }) })
    expectRedirect(await browser.submit(choose, { identity_id: bo, subject_name, use_email: 'x' }), newManager)
    expect(await browser.mainAt(newManager)).toContain(addressOfBo)
    fake.answers({ orgSendCode: refuse('address_too_new', { retry_after: 60 }), orgSendEmailCode: emailSent() })
    expectRedirect(await browser.submit(choose, { identity_id: bo, subject_name }), newManager)
  })

  it('happy: another member can be chosen after the code was sent', async () => {
    await atTheCode()
    expect(await browser.mainAt(newManager)).toContain(`href="${choose}"`)
    expect(await browser.mainAt(choose)).toContain(`value="${cy}"`)
    expectRedirect(await browser.submit(choose, { identity_id: cy, subject_name }), newManager)
    expect(await browser.mainAt(newManager)).toContain('“Cy” becomes the manager')
    expect(fake.inputsOf('orgSendCode').at(-1)).toMatchObject({ identity_id: cy, ticket })
  })

  it('happy: a new code goes to the same member', async () => {
    await atTheCode()
    expectRedirect(await browser.submit(newManager, { resend_code: 'x', identity_id: cy }), newManager)
    const [, first, again] = fake.inputsOf('orgSendCode')
    expect(again).toEqual(first)
    expect(await browser.mainAt(newManager)).toContain(`A new code is on its way to ${addressOfBo}`)
  })
})

describe('failures while an organisation is handed over at once', () => {
  it('error: a member whom no code can reach stays in the list, with a reason', async () => {
    await atTheChoice()
    fake.answers({ orgSendCode: nothingBound('mobile'), orgSendEmailCode: nothingBound('email') })
    const landed = await browser.submit(choose, { identity_id: bo, subject_name })
    expect(refusedAt(landed, 'identity_id')).toEqual([expect.stringMatching(/^No code can be sent to this member/)])
    expect((await browser.visit(choose)).status).toBe(200)
  })

  it('error: a code that was sent a moment ago is reused, under the member’s name', async () => {
    await atTheChoice()
    fake.answer('orgSendCode', refuse('resend_too_soon', { retry_after: 30 }))
    expectRedirect(await browser.submit(choose, { identity_id: bo, subject_name }), newManager)
    expectTexts(await browser.mainAt(newManager), { shown: ['code to Bo.', 'less than a minute ago'] })
  })

  it('error: a code limit is reported to the manager, without advice for the member', async () => {
    await atTheChoice()
    fake.answer('orgSendCode', refuse('code_limit_reached', { retry_after: 3600 }))
    const landed = await browser.submit(choose, { identity_id: bo, subject_name })
    expect(landed.status).toBe(429)
    expect(errorsAt(landed, '')).toEqual([expect.stringMatching(/^No more codes can be sent to this member for now/)])
  })

  it('error: a code limit on the code page keeps the code', async () => {
    await atTheCode()
    fake.answer('orgSendCode', refuse('code_limit_reached', { retry_after: 3600 }))
    await browser.submit(newManager, { resend_code: 'x' })
    expectTexts(await browser.mainAt(newManager), { shown: ['name="code"'], hidden: ['your password'] })
  })

  it('error: a member who already manages the maximum of organisations is reported', async () => {
    await atTheCode()
    fake.answer('verifyNewManager', done({ ticket: secondTicket }))
    fake.answer('transferManager', refuse('too_many_subjects', { most: 20 }))
    const landed = await browser.submit(newManager, code)
    expect(refusedAt(landed, '')).toEqual([expect.stringMatching(/^This member manages 20 organisations already/)])
    expect((await browser.visit(choose)).status).toBe(200)
  })

  it('error: a refused ticket restarts the flow, wherever it is refused', async () => {
    await atTheChoice()
    fake.answer('orgSendCode', ticketRefused)
    expectRedirect(await browser.submit(choose, { identity_id: bo, subject_name }), restarted)
    await atTheCode()
    fake.answer('orgSendCode', ticketRefused)
    expectRedirect(await browser.submit(newManager, { resend_code: 'x' }), restarted)
    await atTheCode()
    fake.answer('verifyNewManager', ticketRefused)
    expectRedirect(await browser.submit(newManager, code), restarted)
    await atTheCode()
    fake.answers({ verifyNewManager: done({ ticket: secondTicket }), transferManager: ticketRefused })
    expectRedirect(await browser.submit(newManager, code), restarted)
  })

  it.each([
    ['a ticket that is used up', ticketRefused],
    ['a code that is used up', refuse('code_expired', { field: 'code' })],
    ['no right of a manager', refuse('permission_required', { needed: 'manager' })],
  ])('error: the second of two clicks, refused for %s, shows the result of the first', async (_, refusal) => {
    await atTheCode()
    const before = new Map(browser.jar)
    fake.answers({ verifyNewManager: done({ ticket: secondTicket }), transferManager: done({}) })
    await browser.submit(newManager, code)
    noLongerManaged()
    for (const [name, value] of before) browser.jar.set(name, value)
    fake.answer('verifyNewManager', refusal)
    // Where the form comes back, its page continues.
    const second = await browser.submit(newManager, code)
    expectRedirect(second.status === 422 ? await browser.visit(newManager) : second, handedOver)
    expect(fake.inputsOf('transferManager')).toHaveLength(1)
  })
})

describe('who can hand an organisation over at once', () => {
  it('security: a member who is not the manager gets no page of the flow', async () => {
    noLongerManaged()
    expect((await browser.visit(manager)).status).toBe(403)
    expect((await browser.visit(choose)).status).toBe(403)
    expectRedirect(await browser.visit(newManager), manager)
    expectRedirect(await browser.submit(newManager, { ...code, identity_id: bo, ticket }), manager)
    expect(fake.inputsOf('verifyNewManager')).toEqual([])
  })

  it('security: no form of the code page can name another member or another ticket', async () => {
    await atTheCode()
    fake.answer('verifyNewManager', refuse('code_expired', { field: 'code' }))
    await browser.submit(newManager, { ...code, identity_id: cy, ticket: 'a ticket of somebody', way: 'email' })
    expect(fake.inputsOf('verifyNewManager')).toMatchObject([{ identity_id: bo, ticket, way: 'mobile' }])
  })

  it.each([
    ['the manager', plainMember('Bo', { is_manager: true }), 'identity_id', /You are the manager already/],
    ['a frozen member', plainMember('Bo', { is_frozen: 1 }), 'identity_id', /This member is suspended/],
    ['nobody of the organisation', plainMember('Di'), '', /no longer in the organisation/],
  ])('security: no code is sent to %s', async (_, member, field, text) => {
    await atTheChoice()
    fake.answer('listIdentities', done({ members: [member] }))
    const landed = await browser.submit(choose, { identity_id: bo, subject_name })
    expect(refusedAt(landed, field)).toEqual([expect.stringMatching(text)])
    expect(fake.inputsOf('orgSendCode')).toHaveLength(1)
  })

  it('security: no page or field leads to a pending transfer', async () => {
    expectRedirect(await browser.visit(`${manager}/accept`), manager)
    for (const act of ['decline', 'withdraw']) {
      const { status } = await browser.show(manager, { fields: { [act]: 'x', transfer_id: idOf('t') } })
      expect(status, act).toBe(404)
    }
    fake.answer('orgSendCode', smsSent())
    expectRedirect(await browser.submit(manager, { use_mobile: 'x', transfer_id: idOf('t') }), verify)
    expect(fake.inputsOf('orgSendCode')).toEqual([{ sec_subject_uid, type: 22 }])
  })
})
