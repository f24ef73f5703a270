import { describe, expect } from 'vitest'
import { done, infoOf, refuse, signedIn, subjectId } from '#tests/app/browser/answers'
import { type Browser, expectTexts, withFakeAccountApi, withoutVisit } from '#tests/app/browser/browser'
import { visiting } from '#tests/app/browser/person'
import { actAs } from '#tests/app/organisations/acting'
import { unpacked } from '~/session/packed-fields.server'
import { unseal } from '~/session/seal.server'

const fake = withFakeAccountApi()
const it = visiting(fake)

const page = '/settings/organisations/new'
const typed = { subject_name: 'Orchard', deputy_name: 'Ann' }
const handle = 'AbCdEfGhIjKlMnOpQrStUv'
const created = done({ subject_uid: '1', sec_subject_uid: 's'.repeat(22), identity_id: 'i'.repeat(22) })

const keyOn = (html: string): string => /name="request_key" value="([^"]+)"/.exec(html)?.[1] ?? ''

/** The session of the browser ends while its page is open, and its form is posted. */
const sendLate = async (browser: Browser, fields: Record<string, string> = typed) => {
  fake.answer('accountInfo', done(infoOf()))
  const request_key = keyOn(await browser.mainAt(page))
  let form: string | null = null
  fake.answer('keepReturnAddress', ({ input }) => {
    form = String(input.form)
    return done({ handle })
  })
  fake.answers({ returnAddress: () => done({ address: page, form }), createSubject: refuse('not_signed_in', {}) })
  const landed = await browser.submit(page, { ...fields, request_key })
  fake.answer('createSubject', created)
  return landed
}

const signInAs = async (browser: Browser, account: string) => {
  fake.answer('accountLoginV2', signedIn())
  await browser.submit('/login', { account, password: 'x' })
}

describe('a form that is posted after its session has ended', () => {
  it('happy: the form is kept for its person, and is sent only when they press the button', async ({ person }) => {
    const landed = await sendLate(person)
    const query = new URLSearchParams({ next: page, notice: 'sign_in_to_send' })
    expect([landed.status, withoutVisit(landed.location)]).toEqual([303, `/login?${query}`])
    await signInAs(person, 'ann')
    const main = await person.mainAt(page)
    expectTexts(main, { shown: ['You were signed out before this form arrived', 'value="Orchard"'] })
    expect(fake.inputsOf('createSubject')).toHaveLength(1)
    await person.submit(page, { ...typed, request_key: keyOn(main) })
    expect(fake.inputsOf('createSubject')).toHaveLength(2)
    expectTexts(await person.mainAt(page), { hidden: ['Orchard'] })
  })

  it('happy: the form is kept if the browser signed out in another tab', async ({ person }) => {
    fake.answer('accountInfo', done(infoOf()))
    const request_key = keyOn(await person.mainAt(page))
    const token = person.formToken()
    fake.answer('logout', done({}))
    await person.submit('/passport/web/logout')
    fake.answer('keepReturnAddress', done({ handle }))
    const landed = await person.submit(page, { ...typed, request_key }, { token })
    expect(landed.location).toContain('notice=sign_in_to_send')
    expect(fake.inputsOf('keepReturnAddress')).toMatchObject([{ address: page }])
  })

  it('happy: a list of 200 addresses is kept sealed, and is whole in its form after the sign-in', async ({
    person,
  }) => {
    const addresses = Array.from({ length: 200 }, (_, nth) => `person.${nth}@school-${nth}.example.com`)
    const list = `/settings/organisations/${subjectId}/invitations/many`
    actAs(fake)
    fake.answers({ accountInfo: done(infoOf()), listInvitationBatches: done({ batches: [], next: null }) })
    fake.answers({ listInvitationChannels: done({ channels: ['email'] }), listRoles: done({ roles: [] }) })
    const request_key = keyOn(await person.mainAt(list))
    let form = ''
    fake.answer('keepReturnAddress', ({ input }) => {
      form = String(input.form)
      return done({ handle })
    })
    fake.answers({ returnAddress: () => done({ address: list, form }) })
    fake.answer('createInvitationBatch', refuse('not_signed_in', {}))
    const fields = { addresses: addresses.join('\r\n'), region: 'CN', role_key: '', note: '', days: '14' }
    expect((await person.submit(list, { ...fields, request_key })).location).toContain('notice=sign_in_to_send')
    expect(Buffer.from(form, 'base64').toString('latin1')).not.toContain('person.1@')
    await signInAs(person, 'ann')
    expectTexts(await person.mainAt(list), { shown: addresses })
  })

  it('security: no password, code or ticket is kept', async ({ person }) => {
    const secrets = { password: 'p'.repeat(9), current_password: 'q'.repeat(9), code: '123456', verify_ticket: 't' }
    await sendLate(person, { ...typed, ...secrets })
    const [{ form } = { form: '' }] = fake.inputsOf('keepReturnAddress') as { form: string }[]
    const { fields } = (await unseal<{ fields: string }>(form, { purpose: 'fields of a late form' })) ?? { fields: '' }
    expect(Object.fromEntries(await unpacked(fields))).toEqual(typed)
  })

  it('security: another account that signs in at the browser does not see the form', async ({ person }) => {
    await sendLate(person)
    await signInAs(person, 'eve')
    expectTexts(await person.mainAt(page), { hidden: ['Orchard', 'You were signed out'] })
    expect(fake.inputsOf('returnAddress')).toEqual([])
  })

  it('security: a form without a request key is not kept', async ({ person, browser }) => {
    await sendLate(person, typed)
    fake.answer('createSubject', refuse('not_signed_in', {}))
    for (const request_key of ['', 'x', `${'a'.repeat(22)}.`]) {
      expect((await browser.submit(page, { ...typed, request_key })).location).toContain('notice=sign_in_again')
    }
    expect(fake.inputsOf('keepReturnAddress')).toHaveLength(1)
  })

  it('happy: the calls of a form carry its request key, and each page has a new key', async ({ person }) => {
    fake.answer('accountInfo', done(infoOf()))
    fake.answer('createSubject', created)
    const request_key = keyOn(await person.mainAt(page))
    await person.submit(page, { ...typed, request_key })
    const keys = fake.received
      .filter(({ name }) => name === 'createSubject')
      .map(({ headers }) => headers.get('x-request-key'))
    expect(keys).toEqual([request_key])
    expect(keyOn(await person.mainAt(page))).not.toBe(request_key)
  })
})
