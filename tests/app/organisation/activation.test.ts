import { describe, expect, it } from 'vitest'
import * as codePage from '../../../app/routes/account-help/activate/code/route'
import * as emailCodePage from '../../../app/routes/account-help/activate/email/code/route'
import * as emailPage from '../../../app/routes/account-help/activate/email/route'
import * as existing from '../../../app/routes/account-help/activate/existing/route'
import * as start from '../../../app/routes/account-help/activate/route'
import { done, refuse } from '../../../contract/server'
import { emailKey, emailSent, signedIn, smsKey, smsSent, ticket } from '../answers'
import { openBrowser, withFakeAccountApi } from '../browser'
import { askFor } from '../page'

const fake = withFakeAccountApi()

const path = '/account-help/activate'
const typed = { mobile: '138 0000 0001', region: 'CN' }
const password = 'a calm lake at noon'

const withCode = async () => {
  fake.answer('sendActivationCode', smsSent())
  const browser = openBrowser()
  const sent = await browser.send(start, path, typed)
  expect(sent.location).toBe(`${path}/code`)
  return browser
}

describe('an activation', () => {
  it('happy: takes the code and a password, and leads to the organisations', async () => {
    const browser = await withCode()
    const { main } = await askFor(browser, codePage, `${path}/code`)
    expect(main).toContain('Activate the account')
    fake.answer('activateAccount', signedIn(true))
    const activated = await browser.send(codePage, `${path}/code`, { code: '123456', password })
    expect(activated.location).toBe('/settings/organisations?notice=account_activated')
    const mobile = '+8613800000001'
    expect(fake.inputsOf('sendActivationCode')).toEqual([{ mobile }])
    expect(fake.inputsOf('activateAccount')).toEqual([{ mobile, ...smsKey, code: '123456', password }])
  })

  it('happy: works by email', async () => {
    fake.answer('sendActivationCode', emailSent())
    fake.answer('activateAccount', signedIn(true))
    const browser = openBrowser()
    await browser.send(emailPage, `${path}/email`, { email: 'ann@example.com' })
    const activated = await browser.send(emailCodePage, `${path}/email/code`, { code: '123456', password })
    expect(activated.location).toBe('/settings/organisations?notice=account_activated')
    const email = 'ann@example.com'
    expect(fake.inputsOf('activateAccount')).toEqual([{ email, ...emailKey, code: '123456', password }])
  })

  it('happy: whoever has an account already signs in to it with the ticket', async () => {
    const browser = await withCode()
    fake.answer('activateAccount', refuse('already_registered', { field: 'mobile', ticket }))
    const activated = await browser.send(codePage, `${path}/code`, { code: '123456', password })
    expect(activated.location).toBe(`${path}/existing`)
    const { main } = await askFor(browser, existing, `${path}/existing`)
    expect(main).toContain('already has an account. Its password stays the same')
    fake.answer('smsLoginContinue', signedIn())
    const entered = await browser.send(existing, `${path}/existing`)
    expect(entered.location).toBe('/settings/organisations?notice=account_activated')
    expect(fake.inputsOf('smsLoginContinue')).toEqual([{ ticket }])
  })

  it('error: an address for which nobody created an account is told to its owner', async () => {
    const browser = await withCode()
    fake.answer('activateAccount', refuse('nothing_to_activate', {}))
    const { status, main } = await askFor(browser, codePage, `${path}/code`, { fields: { code: '123456', password } })
    expect(status).toBe(422)
    expect(main).toContain('No organisation has created an account with this number or email')
    expect(main).not.toContain(password)
  })

  it('error: a resend sends the activation code again', async () => {
    const browser = await withCode()
    fake.answer('sendActivationCode', done({ retry_after: 60, ...smsKey }))
    const sent = await browser.send(codePage, `${path}/code`, { resend_code: '1' })
    expect(sent.location).toBe(`${path}/code`)
    expect(fake.inputsOf('sendActivationCode')).toHaveLength(2)
  })
})
