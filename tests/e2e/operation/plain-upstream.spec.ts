import type { Page } from '@playwright/test'
import { press } from '#tests/e2e/controls'
import { bareTest, expect } from '#tests/e2e/journey'
import { signInByPassword } from '#tests/e2e/roads'
import { errorsOf, expectPage, expectSignedOut, open, send, type Visitor } from '#tests/e2e/steps/pages'
import { textsOf } from '#tests/e2e/texts'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { freePort } from '#tests/fixtures/programs/free-port'
import { root, type Server, startWebApp } from '#tests/fixtures/programs/server'
import { type PlainUpstream, startPlainUpstream } from '#tests/plain-upstream/server'

// A browser without script in front of an account API that was written from the specification alone, by the settings
// that its owner writes. tests/app/plain-upstream has the other flows.
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
const test = bareTest.extend<{ visitor: Visitor }>({
  visitor: async ({ browser }, use) => {
    plain.reset()
    const complaints: string[] = []
    const context = await browser.newContext({ baseURL: url, locale: 'en-GB', javaScriptEnabled: false })
    context.on('response', (response) => {
      if (response.status() >= 500) complaints.push(`${response.status()} for ${response.url()}`)
    })
    await use({ page: await context.newPage(), t })
    await context.close()
    expect(complaints).toEqual([])
  },
})

/** What a person reads. */
const main = (page: Page) => page.getByRole('main')

test('happy: a person registers, signs out, resets the password and signs in with it', async ({ visitor }) => {
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
  await signInByPassword(visitor, ann.mobile, password)
  expect((await errorsOf(visitor)).join()).toContain('Name or password is wrong.')
  await send(visitor, 'signIn', { password: 'another long walk' })
  await expectPage(visitor, 'settings')
})

test('error: if a sign-in needs a captcha, the page says that none is set up and keeps the form', async ({
  visitor,
}) => {
  plain.add({ ...ann, password })
  plain.guard('/v1/login', { error_code: 99999, decision: { code: 3059 } })
  await signInByPassword(visitor, ann.mobile, password)
  await expect(main(visitor.page)).toContainText(t('stepUp.unset'))
  await press(visitor, 'stepUp.close')
  await expect(visitor.page.locator('[name=account]')).toHaveValue(ann.mobile)
  expect(web.said()).toContain('the account API asks for a captcha, and there is none')
})
