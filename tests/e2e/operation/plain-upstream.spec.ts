import type { Page } from '@playwright/test'
import { follow, press } from '#tests/e2e/controls'
import { bareTest, expect } from '#tests/e2e/journey'
import { errorsOf, expectFlash, expectPage, expectSignedOut, open, send, type Visitor } from '#tests/e2e/steps/pages'
import { textsOf } from '#tests/e2e/texts'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { freePort } from '#tests/fixtures/programs/free-port'
import { root, type Server, startWebApp } from '#tests/fixtures/programs/server'
import { type PlainUpstream, startPlainUpstream } from '#tests/plain-upstream/server'

// The flows of the specification, by a browser without script, in front of an account API that was written from the
// specification alone. One pair of programs serves them all.
bareTest.describe.configure({ mode: 'default' })

const t = textsOf('en')
const code = '112233'
const password = 'a long walk'
const ann = { mobile: '+8613800000001', email: 'ann@example.com' }
const folder = temporaryFolder('plain-upstream')
let plain: PlainUpstream
let web: Server
let url: string

bareTest.beforeAll(async () => {
  plain = await startPlainUpstream({ checksFormToken: true })
  const port = await freePort()
  url = `http://localhost:${port}`
  web = await startWebApp({
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: folder.path,
    ACCOUNT_API_URL: plain.url,
    ACCOUNT_API_PATHS: `${root}tests/plain-upstream/paths.json`,
    ACCOUNT_API_KEY: 'a key that the upstream does not look at',
    FORM_TOKEN_COOKIE: 'xsrf',
    FORM_TOKEN_HEADER: 'x-xsrf',
  })
})

bareTest.afterAll(async () => {
  await web.stop()
  await plain.stop()
  folder.remove()
})

/** Tests fail when a page is an outage. */
const test = bareTest.extend<{ visitor: Visitor; another: () => Promise<Visitor> }>({
  another: async ({ browser }, use) => {
    plain.reset()
    const complaints: string[] = []
    const contexts: { close(): Promise<void> }[] = []
    await use(async () => {
      const context = await browser.newContext({ baseURL: url, locale: 'en-GB', javaScriptEnabled: false })
      contexts.push(context)
      context.on('response', (response) => {
        if (response.status() >= 500) complaints.push(`${response.status()} for ${response.url()}`)
      })
      return { page: await context.newPage(), t }
    })
    for (const context of contexts) await context.close()
    expect(complaints).toEqual([])
  },
  visitor: async ({ another }, use) => use(await another()),
})

const signedIn = async (visitor: Visitor, known: { mobile?: string; email?: string } = ann): Promise<void> => {
  plain.add({ ...known, password })
  await open(visitor, 'signIn')
  await send(visitor, 'signIn', { account: known.mobile ?? known.email ?? '', password })
  await expectPage(visitor, 'settings')
}

/** What a person reads. */
const main = (page: Page) => page.getByRole('main')

test('happy: a person registers, signs out, resets the password and signs in by it', async ({ visitor }) => {
  await open(visitor, 'registerMobile')
  await send(visitor, 'registerMobile', { mobile: ann.mobile })
  await send(visitor, 'registerMobileCode', { code, password })
  await expect(main(visitor.page)).toContainText('+86***01')
  await open(visitor, 'settings')
  await send(visitor, 'settings', {})
  await expectSignedOut(visitor)

  await open(visitor, 'mobileReset')
  await send(visitor, 'mobileReset', { mobile: ann.mobile })
  await send(visitor, 'mobileResetCode', { code, password: 'another long walk' })
  await open(visitor, 'signIn')
  await send(visitor, 'signIn', { account: ann.mobile, password })
  expect((await errorsOf(visitor)).join()).toContain('Name or password is wrong.')
  await send(visitor, 'signIn', { password: 'another long walk' })
  await expectPage(visitor, 'settings')
})

test('happy: an email is bound, and a mobile is changed', async ({ visitor }) => {
  await signedIn(visitor, { mobile: ann.mobile })
  await open(visitor, 'email')
  await send(visitor, 'email', { email: ann.email })
  await send(visitor, 'emailBind', { code })
  await open(visitor, 'mobile')
  await press(visitor, 'mobile.change.begin')
  await send(visitor, 'mobileOld', { code, mobile: '+8613800000009' })
  await send(visitor, 'mobileConfirm', { code })
  await expectFlash(visitor, 'mobile_changed')
  expect(plain.state.accounts).toMatchObject([{ mobile: '+8613800000009', email: ann.email }])
})

test('happy: an organisation is registered, a member joins by invitation and becomes its manager', async ({
  visitor,
  another,
}) => {
  await open(visitor, 'registerOrganisation')
  const { page } = visitor
  await page.locator('[name=by][value=mobile]').check()
  await send(visitor, 'registerOrganisation', { subject_name: 'Orchard', deputy_name: 'Ann' })
  await send(visitor, 'registerOrganisationMobile', { mobile: ann.mobile })
  await send(visitor, 'registerOrganisationMobileCode', { code, password })
  const here = `/settings/organisations/${plain.state.subjects[0]?.sec_subject_uid}`
  await page.goto(`${here}/invitations/new?by=email`)
  await page.locator('[name=email]').fill('bo@example.com')
  await press(visitor, 'invitations.send')

  const member = await another()
  await signedIn(member, { email: 'bo@example.com' })
  await member.page.goto(`/login/invitation?invite_ticket=${plain.state.subjects[0]?.invitations[0]?.invite_ticket}`)
  await member.page.locator('[name=deputy_name]').fill('Bo')
  await press(member, 'invitation.accept')
  await expect(main(member.page)).toContainText('Orchard')

  await page.goto(`${here}/manager`)
  await page.locator('[name=use_mobile]').click()
  await page.locator('[name=code]').fill(code)
  await press(visitor, 'stepUp.continue')
  await page.getByRole('radio', { name: 'Bo' }).check()
  await page.locator('[name=subject_name]').fill('Orchard')
  await page.locator('main form [type=submit]').last().click()
  await page.locator('[name=code]').fill(code)
  await page.locator('main form [type=submit]').first().click()
  await expectFlash(visitor, 'transfer_handed_over')
  expect(plain.state.accounts.find(({ id }) => id === plain.state.subjects[0]?.manager)?.email).toBe('bo@example.com')
})

test('happy: an account is cancelled', async ({ visitor }) => {
  await signedIn(visitor)
  await open(visitor, 'cancel')
  await visitor.page.locator('[name=use_mobile]').click()
  await send(visitor, 'cancelCode', { code })
  await send(visitor, 'cancelConfirm', {})
  await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText(t('cancelled.title'))
  expect(plain.state.accounts).toEqual([])
})

test('happy: a screen is signed in by the QR code that a phone scans and confirms', async ({ visitor, another }) => {
  const screen = await another()
  await signedIn(visitor)
  await open(screen, 'qrSignIn')
  await send(screen, 'qrSignIn', {})
  await expect(screen.page.getByRole('img', { name: t('qr.code.picture') })).toBeVisible()
  await visitor.page.goto(`/login/qr/confirm?token=${[...plain.state.qr.keys()][0]}`)
  await visitor.page.locator('[name=scan]').click()
  await visitor.page.locator('[name=agree]').click()
  await expectFlash(visitor, 'qr_confirmed')
  await screen.page.goto('/login/qr/code')
  await expectPage(screen, 'settings')
})

test('happy: an application gets its code and its state, by a person who signs in for it', async ({ visitor }) => {
  plain.add({ ...ann, password })
  const back = 'https://app.example.com/back'
  const asked = { client_key: 'c4711', scope: 'openid calendar.read', source: 'door', redirect_uri: back, state: 's1' }
  const { page } = visitor
  await page.goto(`/login/authorize?${new URLSearchParams(asked)}`)
  await page.locator('[name=account]').fill(ann.mobile)
  await page.locator('[name=password]').fill(password)
  await page.locator('main form [type=submit]').first().click()
  await expect(main(page)).toContainText('calendar.read')
  const arrived = page.waitForRequest((request) => request.url().startsWith(back))
  await press(visitor, 'authorise.agree')
  expect((await arrived).url()).toBe(`${back}?code=g4711&state=s1`)
})

for (const [what, guard] of [
  ['a decision', { error_code: 99999, decision: { code: 3059 } }],
  ['a 2046 without ways', { error_code: 2046, sms_code_key: 'k9' }],
] as const)
  test(`error: ${what} at a sign-in says that no check is set up, and keeps the form`, async ({ visitor }) => {
    plain.add({ ...ann, password })
    plain.guard('/v1/login', guard)
    await open(visitor, 'signIn')
    await send(visitor, 'signIn', { account: ann.mobile, password })
    await expect(main(visitor.page)).toContainText(t('stepUp.unset'))
    await press(visitor, 'stepUp.close')
    await expect(visitor.page.locator('[name=account]')).toHaveValue(ann.mobile)
    expect(web.said()).toContain('the account API asks for a captcha, and there is none')
  })

test('error: a decision in answer to a GET shows the dialog, which leads back to the page', async ({ visitor }) => {
  await signedIn(visitor)
  plain.guard('/v1/me', { error_code: 99999, decision: { code: 3059 } })
  await visitor.page.goto('/settings/mobile')
  await expect(main(visitor.page)).toContainText(t('stepUp.unset'))
  plain.unguard('/v1/me')
  await press(visitor, 'stepUp.close')
  await follow(visitor, 'stepUp.again')
  await expectPage(visitor, 'mobile')
  await expect(main(visitor.page)).toContainText('+86***01')
})

test('happy: a 2046 with ways asks for a code, of a form and of a page', async ({ visitor }) => {
  await signedIn(visitor)
  const ways = [{ way: 'mobile', masked: '+86***01' }]
  const prove = async () => {
    await visitor.page.locator('[name=send_mobile]').click()
    await visitor.page.locator('[name=code]').fill(code)
    await press(visitor, 'stepUp.continue')
  }
  plain.guard('/v1/me', { error_code: 2046, sms_code_key: 'k9', ways })
  await open(visitor, 'password')
  await prove()
  plain.guard('/v1/password/update', { error_code: 2046, sms_code_key: 'k9', ways })
  await send(visitor, 'password', { current_password: password, password: 'another long walk' })
  await prove()
  await expectFlash(visitor, 'password_changed')
  expect(plain.state.accounts[0]?.password).toBe('another long walk')
})
