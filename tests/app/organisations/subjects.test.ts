import { describe, expect } from 'vitest'
import { done, emailKey, emailSent, infoOf, refuse, signedIn, smsSent, ticket } from '#tests/app/browser/answers'
import { errorsAt, expectRedirect, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser, visiting } from '#tests/app/browser/person'
import { placeIn } from './answers'

const fake = withFakeAccountApi()
const it = visiting(fake)
const path = '/login/register/organisation'
const [uid, identity_id] = ['s'.repeat(22), 'i'.repeat(22)]
const created = () => {
  const { data } = signedIn(true)
  return done({ ...data, subject_uid: 'inner-1', sec_subject_uid: uid, identity_id })
}

/** A browser that has named the organisation, and a mobile. */
const atTheCode = async () => {
  const browser = openBrowser()
  await browser.submit(path, { subject_name: ' Riverside ', deputy_name: ' Ann Lee ', by: 'mobile' })
  fake.answer('sendCode', smsSent())
  await browser.submit(`${path}/mobile`, { mobile: '13800000001', region: 'CN' })
  return browser
}

describe('registering with an organisation', () => {
  it('happy: registering by email needs a password, and keeps the return address', async ({ browser }) => {
    const named = await browser.submit(`${path}?next=/settings/x`, {
      subject_name: 'Orchard',
      deputy_name: 'Ann',
      by: 'email',
    })
    expect(named.location).toBe(`${path}/email?next=%2Fsettings%2Fx`)
    fake.answer('sendEmailCode', emailSent())
    await browser.submit(`${path}/email`, { email: 'ann@example.com' })
    expect(errorsAt(await browser.submit(`${path}/email/code`, { code: '123456' }), 'password')).not.toEqual([])
    fake.answer('createSubjectByEmail', created())
    const typed = { code: '123456', password: 'fourteen calm violins' }
    expect(await browser.submit(`${path}/email/code`, typed)).toMatchObject({ location: '/settings/x' })
    expect(fake.inputsOf('createSubjectByEmail')).toMatchObject([{ ...emailKey, subject_name: 'Orchard' }])
  })

  it('happy: the name and the address can be corrected on the way', async () => {
    const browser = await atTheCode()
    const named = await browser.visit(`${path}/mobile?again=1`)
    expect(named.data).toMatchObject({ subject_name: 'Riverside', typed: '+86 138 0000 0001' })
    const again = await browser.visit(`${path}?again=1`)
    expect(again.data).toMatchObject({ typed: { subject_name: 'Riverside', deputy_name: 'Ann Lee', by: 'mobile' } })
  })

  it('happy: an address with an account leads to its sign-in, and then to the organisation with its name', async () => {
    const browser = await atTheCode()
    fake.answer('createSubjectByMobile', refuse('already_registered', { field: 'mobile', ticket }))
    expect((await browser.submit(`${path}/mobile/code`, { code: '123456' })).location).toBe(`${path}/mobile/existing`)
    expect((await browser.visit(`${path}/mobile/existing`)).data).toEqual({
      kind: 'mobile',
      address: '+86 138 0000 0001',
    })
    fake.answer('smsLoginContinue', signedIn())
    const end = await browser.submit(`${path}/mobile/existing`)
    expect(end.location).toBe('/settings/organisations/new?subject_name=Riverside&deputy_name=Ann+Lee')
    fake.answer('accountInfo', done(infoOf()))
    const seen = await browser.visit(end.location ?? '')
    expect(seen).toMatchObject({ data: { named: 'Riverside', ownName: 'Ann Lee' } })
  })

  it('error: a signed-in person creates the organisation with their account', async ({ person: browser }) => {
    expect(await browser.visit(path)).toMatchObject({ status: 303, location: '/settings/organisations/new' })
  })

  it('security: an address of an unknown kind gets the 404 page', async () => {
    expect((await openBrowser().visit(`${path}/pigeon`)).status).toBe(404)
  })
})

describe('creating an organisation', () => {
  const page = '/settings/organisations/new'

  it('happy: the account’s name is filled in, and is sent', async ({ person: browser }) => {
    fake.answer('accountInfo', done(infoOf({ name: 'Ann Lee' })))
    expect(await browser.mainAt(page)).toMatch(/name="deputy_name"[^>]*value="Ann Lee"/)
    fake.answer('createSubject', done({ sec_subject_uid: uid, subject_uid: 'inner-1', identity_id }))
    await browser.submit(page, { subject_name: 'Orchard', deputy_name: 'Ann L.' })
    expect(fake.inputsOf('createSubject')).toMatchObject([{ subject_name: 'Orchard', deputy_name: 'Ann L.' }])
  })
})

const subject = (name: string, otherwise: object = {}) =>
  placeIn(name, { sec_subject_uid: name.padEnd(22, '_'), identity_id: name.padEnd(22, '-'), ...otherwise })

describe('choosing as whom to act', () => {
  const opened = async (subjects: ReturnType<typeof subject>[], query = '') => {
    const browser = await signedInBrowser(fake)
    fake.answer('subjectLoginList', done({ subjects, has_more: false }))
    return { browser, landed: await browser.visit(`/login/organisation${query}`) }
  }

  it('happy: a choice is remembered, and redirects to the page of the organisation', async () => {
    const { browser, landed } = await opened([subject('Meadow'), subject('Orchard')])
    expect(landed).toMatchObject({ status: 200, data: { chosen: null, next: null } })
    const [answer, one] = [signedIn().data, subject('Orchard')]
    fake.answer('subjectLogin', done({ ...answer, subject_uid: 'inner-Orchard', sec_subject_uid: one.sec_subject_uid }))
    const identity = `inner-Orchard ${one.identity_id}`
    const sent = await browser.submit('/login/organisation', { identity })
    expect(sent).toMatchObject({ status: 303, location: `/settings/organisations/${one.sec_subject_uid}` })
    expect(fake.inputsOf('subjectLogin')).toEqual([{ subject_uid: 'inner-Orchard', identity_id: one.identity_id }])
  })

  it('happy: the choice continues to the requested page, and other tabs keep their forms', async () => {
    const { browser } = await opened([subject('Meadow'), subject('Orchard')])
    const token = browser.formToken()
    fake.answer('subjectLogin', done({ ...signedIn().data, subject_uid: 'x', sec_subject_uid: uid }))
    const fields = { identity: `inner-Orchard ${subject('Orchard').identity_id}` }
    expectRedirect(await browser.submit('/login/organisation?next=/settings/x', fields), '/settings/x')
    expect(browser.formToken()).toBe(token)
  })

  it('happy: a person with one organisation is redirected to it, and nothing is stored', async () => {
    const { landed } = await opened([subject('Orchard')])
    expect(landed).toMatchObject({ status: 303, location: `/settings/organisations/${'Orchard'.padEnd(22, '_')}` })
    const { landed: withNext } = await opened([subject('Orchard')], '?next=/settings/x')
    expect(withNext).toMatchObject({ status: 303, location: '/settings/x' })
    expect(fake.inputsOf('subjectLogin')).toEqual([])
  })

  it('error: a member of a suspended organisation is not redirected, and a person without an organisation reads what to do', async () => {
    expect((await opened([subject('Orchard', { is_frozen: 1 })])).landed.status).toBe(200)
    expect((await opened([subject('Orchard', { is_frozen: 1, is_manager: true })])).landed.status).toBe(303)
    expect((await opened([], '?next=/settings/x')).landed).toMatchObject({ status: 200, data: { next: '/settings/x' } })
  })
})
