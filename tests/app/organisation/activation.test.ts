import { describe, expect, it } from 'vitest'
import { refuse } from '../../../contract/server'
import { signedIn, smsKey, smsSent, ticket } from '../answers'
import { openBrowser, withFakeAccountApi } from '../browser'

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

describe('an activation', () => {
  it('happy: takes the code and a password, and leads to the organisations', async () => {
    const browser = await withCode()
    expect((await browser.show(`${path}/code`)).main).toContain('Activate the account')
    fake.answer('activateAccount', signedIn(true))
    const activated = await browser.submit(`${path}/code`, { code: '123456', password })
    expect(activated.location).toBe('/settings/organisations?notice=account_activated')
    const mobile = '+8613800000001'
    expect(fake.inputsOf('sendActivationCode')).toEqual([{ mobile }])
    expect(fake.inputsOf('activateAccount')).toEqual([{ mobile, ...smsKey, code: '123456', password }])
  })

  it('happy: whoever has an account already signs in to it with the ticket', async () => {
    const browser = await withCode()
    fake.answer('activateAccount', refuse('already_registered', { field: 'mobile', ticket }))
    expect((await browser.submit(`${path}/code`, { code: '123456', password })).location).toBe(`${path}/existing`)
    const { main } = await browser.show(`${path}/existing`)
    expect(main).toContain('already has an account. Its password stays the same')
    fake.answer('smsLoginContinue', signedIn())
    expect((await browser.submit(`${path}/existing`)).location).toBe('/settings/organisations?notice=account_activated')
    expect(fake.inputsOf('smsLoginContinue')).toEqual([{ ticket }])
  })
})
