import { describe, expect, it } from 'vitest'
import { refuse, signedIn, smsKey, smsSent, ticket } from '#tests/app/browser/answers'
import { openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'

const fake = withFakeAccountApi()

const path = '/account-help/activate'
const typed = { mobile: '138 0000 0001', region: 'CN' }
const password = 'a calm lake at noon'

const withCode = async () => {
  fake.answer('sendActivationCode', smsSent())
  const browser = openBrowser()
  expect((await browser.submit(path, typed)).location).toBe(`${path}/code`)
  return browser
}

const places = ['Orchard', 'Meadow'].map((subject_name, nth) => ({
  sec_user_identity_id: `${nth}`.repeat(22),
  subject_name,
  deputy_name: 'Bo',
}))
const toChoose = (has_account: boolean) => refuse('places_to_choose', { places, has_account })
const own = places[0]?.sec_user_identity_id ?? ''

const chosen = async (has_account: boolean) => {
  const browser = await withCode()
  fake.answer('activateAccount', toChoose(has_account))
  expect((await browser.submit(`${path}/code`, { code: '123456' })).location).toBe(`${path}/choose`)
  return browser
}

describe('an activation', () => {
  it('happy: activating takes the code, lists the organisations unticked, takes ticks and a password, and opens them', async () => {
    const browser = await chosen(false)
    const { main } = await browser.show(`${path}/choose`)
    for (const text of ['Orchard', 'Meadow', 'Your name there: Bo']) expect(main).toContain(text)
    const choices = await browser.mainAt(`${path}/choose`)
    expect(choices).toContain('type="checkbox"')
    expect(choices).not.toContain('checked')
    const none = await browser.show(`${path}/choose`, { fields: { password } })
    expect(none.main).toContain('Tick at least one organisation')
    fake.answer('activateAccount', signedIn(true))
    const activated = await browser.submit(`${path}/choose`, { place: own, password })
    expect(activated.location).toBe('/settings/organisations?notice=account_activated')
    const mobile = '+8613800000001'
    expect(fake.inputsOf('sendActivationCode')).toEqual([{ mobile }])
    const asked = { mobile, ...smsKey, code: '123456' }
    expect(fake.inputsOf('activateAccount')[0]).toEqual(asked)
    expect(fake.inputsOf('activateAccount').at(-1)).toEqual({ ...asked, sec_user_identity_ids: [own], password })
  })

  it('happy: a person with an account also ticks, needs no password, and signs in to the account with the ticket', async () => {
    const browser = await chosen(true)
    expect(await browser.mainAt(`${path}/choose`)).not.toContain('type="password"')
    fake.answer('activateAccount', refuse('already_registered', { field: 'mobile', ticket }))
    expect((await browser.submit(`${path}/choose`, { place: own })).location).toBe(`${path}/existing`)
    const { main } = await browser.show(`${path}/existing`)
    expect(main).toContain('already has an account. Its password stays the same')
    fake.answer('smsLoginContinue', signedIn())
    expect((await browser.submit(`${path}/existing`)).location).toBe('/settings/organisations?notice=account_activated')
    expect(fake.inputsOf('smsLoginContinue')).toEqual([{ ticket }])
  })
})
