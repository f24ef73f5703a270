import { describe, expect, it } from 'vitest'
import * as cancel from '../../../app/routes/settings/cancel/route'
import * as close from '../../../app/routes/settings/organisations/$subject/close/route'
import * as details from '../../../app/routes/settings/organisations/$subject/details/route'
import * as freeze from '../../../app/routes/settings/organisations/$subject/freeze/route'
import * as accept from '../../../app/routes/settings/organisations/$subject/manager/accept/route'
import * as choose from '../../../app/routes/settings/organisations/$subject/manager/choose/route'
import * as manager from '../../../app/routes/settings/organisations/$subject/manager/route'
import * as verify from '../../../app/routes/settings/organisations/$subject/manager/verify/route'
import { done, refuse } from '../../../contract/server'
import { actingAs, smsSent, ticket, subjectId as uid } from '../answers'
import { errorsAt, formOf, withFakeAccountApi } from '../browser'
import { mainOf } from '../page'
import { signedInBrowser } from '../person'

const fake = withFakeAccountApi()
const [bo, transfer_id] = ['b'.repeat(22), 't'.repeat(22)]
const path = `/settings/organisations/${uid}`
const options = { params: { subject: uid } }
const pattern = (below: string) => ({ pattern: `/settings/organisations/:subject${below}` })
const soon = '2030-01-02T03:04:05.000Z'
const ways = [{ way: 'mobile' as const, masked: '+86 138****0001' }]

type Frozen = 'manager' | 'operator' | 'closing' | null

const actIn = ({ is_manager = true, frozen_by = null as Frozen, time_zone = null as string | null } = {}) =>
  fake.answer(
    'subjectInfo',
    actingAs(
      {
        is_manager,
        is_frozen: frozen_by === null ? 0 : 1,
        frozen_by,
        closes_at: frozen_by === 'closing' ? soon : null,
      },
      { permissions: [], time_zone },
    ),
  )

const pending = (side: 'from' | 'to') => ({
  transfer_id,
  state: 'pending' as const,
  from: { identity_id: 'i'.repeat(22), deputy_name: 'Ann' },
  to: { identity_id: bo, deputy_name: 'Bo' },
  is_from: side === 'from',
  is_to: side === 'to',
  expires_at: soon,
})

const member = (identity_id: string, deputy_name: string, is_manager = false) => ({
  identity_id,
  sec_user_id: 'u'.repeat(22),
  deputy_name,
  is_manager,
  is_frozen: 0,
  joined_at: soon,
  roles: [],
  allowed: [],
})

/** A browser of the manager, at the code. */
const atTheCode = async () => {
  const browser = await signedInBrowser(fake)
  actIn()
  fake.answer('transferInfo', done({ transfer: null, ways }))
  fake.answer('orgSendCode', smsSent())
  const landed = await browser.send(manager, `${path}/manager`, { use_mobile: 'Send' }, options)
  expect(landed).toMatchObject({ status: 303, location: `${path}/manager/verify` })
  return browser
}

describe('handing over', () => {
  it('happy: a code, a member, and the request is sent', async () => {
    const browser = await atTheCode()
    expect(fake.inputsOf('orgSendCode')).toEqual([{ sec_subject_uid: uid, type: 22 }])
    fake.answer('verifyOldManager', done({ ticket }))
    const typed = await browser.send(verify, `${path}/manager/verify`, { code: '123456' }, options)
    expect(typed).toMatchObject({ location: `${path}/manager/choose` })
    const members = [member('i'.repeat(22), 'Ann', true), member(bo, '<b>Bo</b>')]
    fake.answer('listIdentities', done({ members, next: null }))
    const main = await mainOf(browser, choose, `${path}/manager/choose?search=b`, pattern('/manager/choose'))
    expect(main).toContain('&lt;b&gt;Bo&lt;/b&gt;')
    expect(main).not.toContain('value="iiii')
    expect(fake.inputsOf('listIdentities')).toMatchObject([{ search: 'b', is_frozen: 0 }])
    const nobody = await browser.send(choose, `${path}/manager/choose`, {}, options)
    expect(errorsAt(nobody, 'identity_id')).toEqual(['Choose a member'])
    fake.answer('startTransfer', done({ transfer_id, expires_at: soon }))
    const asked = await browser.send(choose, `${path}/manager/choose`, { identity_id: bo }, options)
    expect(asked).toMatchObject({ location: `${path}/manager?notice=transfer_started` })
    expect(fake.inputsOf('startTransfer')).toEqual([{ sec_subject_uid: uid, identity_id: bo, ticket }])
  })

  it('error: a wrong code and a member who cannot are said, and an old ticket begins anew', async () => {
    const browser = await atTheCode()
    fake.answer('verifyOldManager', refuse('code_wrong', { field: 'code', tries_left: 3 }))
    const wrong = await browser.send(verify, `${path}/manager/verify`, { code: '123456' }, options)
    expect(errorsAt(wrong, 'code')[0]).toContain('3\u00A0tries left')
    fake.answer('verifyOldManager', done({ ticket }))
    await browser.send(verify, `${path}/manager/verify`, { code: '123456' }, options)
    fake.answer('startTransfer', refuse('transfer_refused', { reason: 'frozen' }))
    const unfit = await browser.send(choose, `${path}/manager/choose`, { identity_id: bo }, options)
    expect(formOf(unfit).error?.['']?.[0]).toContain('This member is frozen')
    fake.answer('startTransfer', refuse('ticket_refused', {}))
    const old = await browser.send(choose, `${path}/manager/choose`, { identity_id: bo }, options)
    expect(old).toMatchObject({ location: `${path}/manager?notice=flow_expired` })
  })

  it('happy: the manager withdraws, and a GET changes nothing', async () => {
    const browser = await signedInBrowser(fake)
    actIn()
    fake.answer('transferInfo', done({ transfer: pending('from'), ways }))
    const main = await mainOf(browser, manager, `${path}/manager`, pattern('/manager'))
    expect(main).toContain('name="withdraw"')
    expect(main).not.toContain('name="use_mobile"')
    expect(fake.inputsOf('withdrawTransfer')).toEqual([])
    fake.answer('withdrawTransfer', done({}))
    const sent = await browser.send(manager, `${path}/manager`, { withdraw: 'Withdraw', transfer_id }, options)
    expect(sent).toMatchObject({ location: `${path}/manager?notice=transfer_withdrawn` })
  })

  it('happy: the deadline is told in the time zone of its reader', async () => {
    const browser = await signedInBrowser(fake)
    actIn({ time_zone: 'Asia/Tokyo' })
    fake.answer('transferInfo', done({ transfer: pending('from'), ways }))
    const main = await mainOf(browser, manager, `${path}/manager`, pattern('/manager'))
    expect(main).toContain('2\u00a0January\u00a02030 at\u00a012:04 (Tokyo\u00a0time)')
  })

  it('happy: the member who is asked accepts with a code of their own, or declines', async () => {
    const browser = await signedInBrowser(fake)
    actIn({ is_manager: false })
    fake.answer('transferInfo', done({ transfer: pending('to'), ways }))
    const main = await mainOf(browser, manager, `${path}/manager`, pattern('/manager'))
    expect(main).toContain('Ann asks you to become the manager of Orchard')
    fake.answer('orgSendCode', smsSent())
    await browser.send(manager, `${path}/manager`, { use_mobile: 'Send', transfer_id }, options)
    expect(fake.inputsOf('orgSendCode')).toEqual([{ sec_subject_uid: uid, type: 101 }])
    fake.answer('verifyNewManager', done({ ticket }))
    fake.answer('transferManager', done({}))
    const landed = await browser.send(accept, `${path}/manager/accept`, { code: '123456' }, options)
    expect(landed).toMatchObject({ location: `${path}?notice=transfer_done` })
    expect(fake.inputsOf('transferManager')).toEqual([{ sec_subject_uid: uid, transfer_id, ticket }])
    fake.answer('declineTransfer', refuse('no_such_transfer', {}))
    const late = await browser.send(manager, `${path}/manager`, { decline: 'Decline', transfer_id }, options)
    expect(formOf(late).error?.['']?.[0]).toContain('This request has ended')
  })

  it('security: a member whom no transfer concerns gets no page, and no step is reached from its URL', async () => {
    const browser = await signedInBrowser(fake)
    actIn({ is_manager: false })
    fake.answer('transferInfo', done({ transfer: null, ways }))
    expect(await browser.open(manager, `${path}/manager`, options)).toMatchObject({ status: 403 })
    const sent = await browser.send(accept, `${path}/manager/accept`, { code: '123456' }, options)
    expect(sent).toMatchObject({ status: 303, location: `${path}/manager` })
    const chosen = await browser.send(choose, `${path}/manager/choose`, { identity_id: bo, ticket }, options)
    expect(chosen).toMatchObject({ status: 303, location: `${path}/manager` })
  })
})

describe('freezing and closing', () => {
  it('happy: a page says what happens, with the safe choice first', async () => {
    const browser = await signedInBrowser(fake)
    actIn()
    const main = await mainOf(browser, freeze, `${path}/freeze`, pattern('/freeze'))
    expect(main).toMatch(/button safe.*button danger/s)
    fake.answer('freezeSubject', done({ is_frozen: 1 }))
    expect(await browser.send(freeze, `${path}/freeze`, { is_frozen: '1' }, options)).toMatchObject({
      location: '/settings/organisations?notice=organisation_frozen_now',
    })
    expect(await mainOf(browser, close, `${path}/close`, pattern('/close'))).toMatch(/button safe.*button danger/s)
    fake.answer('closeSubject', done({ closes_at: soon, time_zone: null }))
    expect(await browser.send(close, `${path}/close`, { is_closing: '1' }, options)).toMatchObject({
      location: `${path}?notice=organisation_closing`,
    })
  })

  it('happy: the manager of a frozen organisation reaches the pages that end that, and no other', async () => {
    const browser = await signedInBrowser(fake)
    for (const [frozen_by, page, below, name] of [
      ['manager', freeze, '/freeze', 'is_frozen'],
      ['closing', close, '/close', 'is_closing'],
    ] as const) {
      actIn({ frozen_by })
      expect(await mainOf(browser, page, path + below, pattern(below))).toContain(
        `<input type="hidden" name="${name}" value="0"/>`,
      )
      const elsewhere = await browser.open(details, `${path}/details`, options)
      expect(elsewhere).toMatchObject({ status: 303, location: `${path}?notice=organisation_frozen` })
    }
    actIn({ frozen_by: 'operator' })
    for (const [page, below] of [
      [freeze, '/freeze'],
      [close, '/close'],
    ] as const)
      expect(await mainOf(browser, page, path + below, pattern(below))).not.toContain('<form')
  })

  it('happy: the page to cancel the account links to each organisation that is in the way', async () => {
    const browser = await signedInBrowser(fake)
    const subjects = [{ sec_subject_uid: uid, subject_name: 'Orchard' }]
    const check = { blockers: ['last_manager' as const], subjects, losses: [], restorable_until: soon }
    fake.answer('cancelCheck', done(check))
    fake.answer('cancelVerifyWay', done({ sms_code_key: 'key-of-a-second-verification', ways: [] }))
    const main = await mainOf(browser, cancel, '/settings/cancel')
    for (const below of ['/manager', '/close']) expect(main).toContain(`href="${path}${below}"`)
    expect(main).toContain('Orchard')
  })
})
