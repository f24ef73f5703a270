import { describe, expect, it } from 'vitest'
import { actingAs, done, refuse, smsSent, ticket, subjectId as uid } from '#tests/app/browser/answers'
import { errorsAt, expectRedirect, expectTexts, withFakeAccountApi } from '#tests/app/browser/browser'
import { withPerson } from '#tests/app/browser/person'
import { actAs } from './acting'
import { memberCalled, pendingTransfer as pending } from './answers'

const fake = withFakeAccountApi()
const [bo, transfer_id] = ['b'.repeat(22), 't'.repeat(22)]
const path = `/settings/organisations/${uid}`
const soon = '2030-01-02T03:04:05.000Z'
const ways = [{ way: 'mobile' as const, masked: '+86 138****0001' }]

const browser = withPerson(fake)

type Frozen = 'manager' | 'operator' | 'closing' | null

const actIn = ({
  is_manager = true,
  frozen_by = null as Frozen,
  time_zone = null as string | null,
  subject_name = 'Orchard',
} = {}) =>
  fake.answer(
    'subjectInfo',
    actingAs(
      {
        subject_name,
        is_manager,
        is_frozen: frozen_by ? 1 : 0,
        frozen_by,
        closes_at: frozen_by === 'closing' ? soon : null,
      },
      { permissions: [], time_zone },
    ),
  )

const atTheCode = async () => {
  actIn()
  fake.answers({ transferInfo: done({ transfer: null, ways }), orgSendCode: smsSent() })
  expectRedirect(await browser.submit(`${path}/manager`, { use_mobile: 'Send' }), `${path}/manager/verify`)
}

describe('handing over', () => {
  it('happy: a manager with a single factor reads about the 48 hours at the first step, and how to avoid them', async () => {
    actIn()
    fake.answer('transferInfo', done({ transfer: null, ways, waits: true }))
    expectTexts(await browser.mainAt(`${path}/manager`), { shown: ['48\u00A0hours after you ask', 'add another way'] })
    fake.answer('transferInfo', done({ transfer: null, ways, waits: false }))
    expectTexts(await browser.mainAt(`${path}/manager`), { hidden: ['48\u00A0hours'] })
  })

  it('happy: the manager enters a code, chooses a member, and the request is sent', async () => {
    await atTheCode()
    expect(fake.inputsOf('orgSendCode')).toEqual([{ sec_subject_uid: uid, type: 22 }])
    fake.answer('verifyOldManager', done({ ticket }))
    expectRedirect(await browser.submit(`${path}/manager/verify`, { code: '123456' }), `${path}/manager/choose`)
    const members = [
      memberCalled('iAnn', { is_manager: true }),
      memberCalled('<b>Bo</b>', { identity_id: bo, address: 'bo@example.com' }),
    ]
    fake.answer('listIdentities', done({ members, next: null }))
    const main = await browser.mainAt(`${path}/manager/choose?search=b`)
    expectTexts(main, { shown: ['&lt;b&gt;Bo&lt;/b&gt;', 'bo@example.com'], hidden: ['value="iiii'] })
    expect(fake.inputsOf('listIdentities')).toMatchObject([{ search: 'b', is_frozen: 0 }])
    expect(errorsAt(await browser.submit(`${path}/manager/choose`), 'identity_id')).toEqual(['Choose a member'])
    fake.answer('startTransfer', done({ transfer_id, expires_at: soon }))
    actIn({ subject_name: 'O’Reilly' })
    const asked = await browser.submit(`${path}/manager/choose`, { identity_id: bo, subject_name: "O'Reilly" })
    expect(asked).toMatchObject({ location: `${path}/manager?notice=transfer_started` })
    expect(fake.inputsOf('startTransfer')).toEqual([{ sec_subject_uid: uid, identity_id: bo, ticket }])
  })

  it('happy: the manager sees the deadline in their time zone and may withdraw, and a GET changes nothing', async () => {
    actIn({ time_zone: 'Asia/Tokyo' })
    fake.answer('transferInfo', done({ transfer: pending('from'), ways }))
    const main = await browser.mainAt(`${path}/manager`)
    const deadline = '2\u00a0January\u00a02030 at\u00a012:04 (Tokyo\u00a0time)'
    expectTexts(main, { shown: [deadline, 'name="withdraw"'], hidden: ['name="use_mobile"'] })
    expect(fake.inputsOf('withdrawTransfer')).toEqual([])
  })

  it('happy: a waiting request says until when it can be stopped, and no code is required earlier', async () => {
    const held = (side: 'from' | 'to') => done({ transfer: { ...pending(side), accept_from: soon }, ways })
    actIn()
    fake.answer('transferInfo', held('from'))
    const waiting = await browser.mainAt(`${path}/manager`)
    expectTexts(waiting, { shown: ['They can accept from', 'name="withdraw"'], hidden: [] })
    actIn({ is_manager: false })
    fake.answer('transferInfo', held('to'))
    const asked = await browser.mainAt(`${path}/manager`)
    expectTexts(asked, { shown: ['You can accept from', 'name="decline"'], hidden: ['name="use_mobile"'] })
  })

  it('security: a member who is not part of a transfer gets no page', async () => {
    actIn({ is_manager: false })
    fake.answer('transferInfo', done({ transfer: null, ways }))
    expect(await browser.visit(`${path}/manager`)).toMatchObject({ status: 403 })
  })
})

describe('the name that is typed before an organisation is closed or handed over', () => {
  const typed = async (subject_name: string, name = 'Orchard') => {
    actIn({ subject_name: name })
    fake.answer('closeSubject', done({ closes_at: soon, time_zone: null }))
    return browser.submit(`${path}/close`, { is_closing: '1', subject_name })
  }

  it('happy: another spelling is accepted as the name', async () => {
    expectRedirect(
      await typed(' harbour - "ＮＯＲＴＨ"\u200b', 'Harbour – “North”'),
      `${path}?notice=organisation_closing`,
    )
    expect(fake.inputsOf('closeSubject')).toEqual([{ sec_subject_uid: uid }])
  })

  it.each(['', ' ', 'Meadow', 'Orchar', 'Orchard Meadow', '<b>'])(
    'error: the typed name %j does nothing',
    async (name) => {
      const landed = await typed(name)
      expect(errorsAt(landed, 'subject_name')).toHaveLength(1)
      expect(landed.status).toBe(422)
      expect(fake.inputsOf('closeSubject')).toEqual([])
    },
  )

  it('error: a wrong name sends no request to a member, who stays chosen', async () => {
    await atTheCode()
    fake.answer('verifyOldManager', done({ ticket }))
    await browser.submit(`${path}/manager/verify`, { code: '123456' })
    fake.answer('listIdentities', done({ members: [memberCalled('Bo', { identity_id: bo })], next: null }))
    const fields = { identity_id: bo, subject_name: 'Meadow' }
    const { status, main } = await browser.show(`${path}/manager/choose`, { fields })
    expect(status).toBe(422)
    expectTexts(main, { shown: ['value="Meadow"', `checked="" value="${bo}"`] })
    expect(fake.inputsOf('startTransfer')).toEqual([])
  })

  it('security: a person who no longer manages the organisation learns nothing from a name', async () => {
    fake.answer('subjectInfo', actingAs({ is_manager: false }, { permissions: [] }))
    const landed = await browser.submit(`${path}/close`, { is_closing: '1', subject_name: 'Orchard' })
    expect(landed.status).toBe(403)
    expect(fake.inputsOf('closeSubject')).toEqual([])
  })
})

describe('freezing and closing', () => {
  it.each(['freeze', 'close'])('happy: the page to %s says what happens, with the safe choice first', async (act) => {
    actIn()
    expect(await browser.mainAt(`${path}/${act}`)).toMatch(/button safe.*button danger/s)
  })

  it('happy: the manager of a suspended organisation reaches only the pages that end the suspension', async () => {
    for (const [frozen_by, page, name] of [
      ['manager', 'freeze', 'is_frozen'],
      ['closing', 'close', 'is_closing'],
    ] as const) {
      actIn({ frozen_by })
      expect(await browser.mainAt(`${path}/${page}`)).toContain(`<input type="hidden" name="${name}" value="0"/>`)
      expect((await browser.visit(`${path}/details`)).location).toBe(`${path}?notice=organisation_frozen`)
    }
    actIn({ frozen_by: 'operator' })
    for (const page of ['freeze', 'close']) expect(await browser.mainAt(`${path}/${page}`)).not.toContain('<form')
  })

  it('happy: the manager who suspends stays on the organisation’s page, and may unsuspend it there', async () => {
    const suspended = async (is_frozen: '0' | '1') => {
      actIn()
      fake.answer('freezeSubject', done({ is_frozen: Number(is_frozen) }))
      return (await browser.submit(`${path}/freeze`, { is_frozen })).location
    }
    expect(await suspended('1')).toBe(`${path}?notice=organisation_frozen_now`)
    expect(await suspended('0')).toBe(`${path}?notice=organisation_unfrozen`)
    const named = { sec_subject_uid: uid }
    expect(fake.inputsOf('freezeSubject')).toEqual([
      { ...named, is_frozen: 1 },
      { ...named, is_frozen: 0 },
    ])
  })

  it('happy: an administrator who suspends is locked out too, and redirected to the list of organisations', async () => {
    actAs(fake, ['organisation.freeze'])
    fake.answers({ freezeSubject: done({ is_frozen: 1 }), subjectInfo: refuse('subject_frozen', { by: 'manager' }) })
    const { location } = await browser.submit(`${path}/freeze`, { is_frozen: '1' })
    expect(location).toBe('/settings/organisations?notice=organisation_frozen_now')
  })

  it('happy: the page to cancel the account links to each organisation that blocks it', async () => {
    const subjects = [{ sec_subject_uid: uid, subject_name: 'Orchard' }]
    const check = { blockers: ['last_manager' as const], subjects, losses: [], restorable_until: soon }
    fake.answer('cancelCheck', done(check))
    fake.answer('cancelVerifyWay', done({ sms_code_key: 'key-of-a-second-verification', ways }))
    const main = await browser.mainAt('/settings/cancel')
    for (const below of ['/manager', '/close']) expect(main).toContain(`href="${path}${below}"`)
    expect(main).toContain('Orchard')
  })
})
