import { describe, expect, it } from 'vitest'
import * as code from '../../app/routes/login/sms/code/route'
import * as confirmCode from '../../app/routes/login/sms/confirm/code/route'
import * as confirm from '../../app/routes/login/sms/confirm/route'
import * as sms from '../../app/routes/login/sms/route'
import { done, refuse } from '../../contract/server'
import { signedIn, smsSent, ticket } from './answers'
import { errorsAt, openBrowser, withFakeAccountApi } from './browser'

const fake = withFakeAccountApi()
const path = '/login/sms/confirm'
const email = { way: 'email' as const, masked: 'a***@example.com' }
const password = { way: 'password' as const, masked: '' }

/** A browser that has proven the number of an account that nobody has used for long. */
const atTheConfirmation = async ({
  ways = [email, password] as const,
  next = '',
}: {
  ways?: readonly (typeof email | typeof password)[]
  next?: string
} = {}) => {
  const browser = openBrowser()
  fake.answer('sendCode', smsSent())
  await browser.send(sms, `/login/sms${next}`, { mobile: '138 0000 0001', region: 'CN' })
  fake.answer('smsLoginOnly', refuse('confirmation_required', { ticket, ways: [...ways] }))
  const landed = await browser.send(code, `/login/sms/code${next}`, { code: '123456' })
  expect(landed).toMatchObject({ status: 303, location: `${path}${next}` })
  return browser
}

const sentByEmail = () => done({ retry_after: 60, masked: email.masked })

describe('confirming a sign-in by SMS', () => {
  it('happy: the page names the number and the ways, and the password signs in', async () => {
    const browser = await atTheConfirmation()
    const page = await browser.open(confirm, path)
    expect(page).toMatchObject({
      status: 200,
      data: { mobile: '+86 138 0000 0001', ways: [email, password], identity: null },
    })
    fake.answer('confirmSignIn', signedIn())
    const landed = await browser.send(confirm, path, { password: ' correct horse ' })
    expect(landed).toMatchObject({ status: 303, location: '/settings' })
    expect(fake.inputsOf('confirmSignIn')).toEqual([{ ticket, way: 'password', code: ' correct horse ' }])
    expect(await browser.open(confirm, path)).toMatchObject({ location: '/settings' })
  })

  it('happy: a code to the email signs in, and the return address is kept', async () => {
    const next = '?next=%2Fsettings%2Fprofile'
    const browser = await atTheConfirmation({ next })
    fake.answer('sendConfirmationCode', sentByEmail())
    const sent = await browser.send(confirm, `${path}${next}`, { use_email: 'x' })
    expect(sent.location).toBe(`${path}/code${next}`)
    expect(fake.inputsOf('sendConfirmationCode')).toEqual([{ ticket }])
    expect((await browser.open(confirmCode, `${path}/code`)).data).toMatchObject({ sent: { to: email.masked } })
    fake.answer('confirmSignIn', signedIn())
    const landed = await browser.send(confirmCode, `${path}/code`, { code: '654321' })
    expect(landed.location).toBe('/settings/profile')
    expect(fake.inputsOf('confirmSignIn')).toMatchObject([{ ticket, way: 'email', code: '654321' }])
  })

  it('happy: from the page of the code, the person may choose the password after all', async () => {
    const browser = await atTheConfirmation()
    fake.answer('sendConfirmationCode', sentByEmail())
    await browser.send(confirm, path, { use_email: 'x' })
    expect((await browser.open(confirm, path)).status).toBe(200)
  })

  it('error: nothing typed, and a wrong password, come back as errors at the field, without what was typed', async () => {
    const browser = await atTheConfirmation()
    const empty = await browser.send(confirm, path, {})
    expect(empty.status).toBe(422)
    expect(errorsAt(empty, 'password')).toEqual(['Enter your password'])
    fake.answer('confirmSignIn', refuse('wrong_credentials', { field: 'password' }))
    const wrong = await browser.send(confirm, path, { password: 'not the password' })
    expect(wrong.status).toBe(422)
    expect(errorsAt(wrong, 'password')).toEqual(['This is not the password of your account. Try again.'])
    expect(JSON.stringify(wrong.data)).not.toContain('not the password"')
    expect((await browser.open(confirm, path)).status).toBe(200)
  })

  it('error: an expired ticket redirects to the start', async () => {
    for (const fields of [{ password: 'x' }, { use_email: 'x' }]) {
      const browser = await atTheConfirmation()
      fake.answer('confirmSignIn', refuse('ticket_refused', {}))
      fake.answer('sendConfirmationCode', refuse('ticket_refused', {}))
      expect((await browser.send(confirm, path, fields)).location).toBe('/login/sms?notice=flow_expired')
    }
  })

  it('error: without a proven number, both pages redirect to the start', async () => {
    expect((await openBrowser().open(confirm, path)).location).toBe('/login/sms')
    expect((await openBrowser().open(confirmCode, `${path}/code`)).location).toBe('/login/sms')
  })

  it('error: a way that the account does not have is not used', async () => {
    const browser = await atTheConfirmation({ ways: [password] })
    const landed = await browser.send(confirm, path, { use_email: 'x' })
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, 'password')).toEqual(['Enter a password'])
    expect(fake.received.map(({ name }) => name)).not.toContain('sendConfirmationCode')
  })

  it('security: neither a page nor a cookie shows the ticket, and a form of another browser does nothing', async () => {
    const browser = await atTheConfirmation()
    const page = await browser.open(confirm, path)
    expect(JSON.stringify(page.data) + [...browser.jar.values()].join()).not.toContain(ticket)
    const foreign = { token: openBrowser().formToken() }
    expect((await browser.send(confirm, path, { password: 'x' }, foreign)).status).toBe(403)
    expect(fake.inputsOf('confirmSignIn')).toEqual([])
  })
})
