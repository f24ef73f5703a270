import { follow } from '#tests/e2e/controls'
import { expect, test as journey } from '#tests/e2e/journey'
import { signInByMail, signOut } from '#tests/e2e/roads'
import { type Addressee, expectFlash, expectPage, open, send } from '#tests/e2e/steps/pages'
import { goodPassword, newEmail } from '#tests/e2e/steps/people'
import { codeButton, expectStepUp, passByCode, stepUpButton } from '#tests/e2e/steps/step-up'

/** Production as the README deploys it on one machine: with a mail server, and without an SMS gateway. */
const production = {
  DEPLOYMENT: 'production',
  SESSION_SECRETS: 'a session secret of 32 bytes that only the tests know',
  MAIL_FROM: 'Example <no-reply@example.com>',
  SMS_WEBHOOK_URL: '',
  TEST_IDENTIFIERS: '',
}

const test = journey.extend({ settings: production, delivery: 'gateways' })

/** What begins with a number: its pages, its field, and its words. */
const closedPath =
  /^\/(login\/sms|login\/register(\/both)?|account-help\/(password|activate|mobile-lost(\/.*)?)|settings\/mobile)$/
const words = /\bSMS\b|短信/

/** Follows every link of this site from a page, and expects that none leads to a closed page. Answers the paths. */
const expectNoClosedDoor = async ({ page }: Addressee, start: string): Promise<string[]> => {
  const seen = new Set([start])
  for (const path of seen) {
    const html = await (await page.request.get(path)).text()
    const [main = ''] = /<main.*<\/main>/s.exec(html) ?? []
    expect(main, path).toContain('<h1')
    expect(main.replace(/<[^>]*>/g, ' '), path).not.toMatch(words)
    expect(main, path).not.toContain('name="mobile"')
    const paths = [...html.matchAll(/ (?:href|action)="(\/[^"?#]*)/g)].map(([, found = '']) => found)
    expect(
      paths.filter((each) => closedPath.test(each)),
      path,
    ).toEqual([])
    // A small page makes the browser a small one, and what leaves the site or the session is no page to look at.
    for (const each of paths)
      if (/^\/($|login|account-help|settings)/.test(each) && !/logout|\/file$/.test(each)) seen.add(each)
  }
  return [...seen]
}

test('happy: without an SMS gateway, everything works by email', async ({ visitor, pair }) => {
  const { page } = visitor
  const email = newEmail()
  expect((await expectNoClosedDoor(visitor, '/')).length).toBeGreaterThan(10)

  // Registration, from the home page.
  await page.goto('/')
  await follow(visitor, 'home.create')
  await expectPage(visitor, 'registerEmail')
  await send(visitor, 'registerEmail', { email })
  await send(visitor, 'registerEmailCode', { code: await visitor.code(email), password: goodPassword })
  await expectPage(visitor, 'settings')
  expect(await expectNoClosedDoor(visitor, '/settings')).toContain('/settings/email')

  // A code to the email as second verification, where time has passed; a number is no way.
  pair.clock.passMinutes(20)
  await open(visitor, 'addresses')
  await send(visitor, 'addresses', {})
  await expectStepUp(visitor, 'second')
  await expect(stepUpButton(visitor, 'second.use_password')).toBeVisible()
  await expect(codeButton(visitor, 'mobile')).toHaveCount(0)
  await passByCode(visitor, { way: 'email', to: email, nth: 2 })
  await expect(page.getByText(email)).toBeVisible()

  // Signing in by a code, and a forgotten password.
  await signOut(visitor)
  await follow(visitor, 'ways.email_code')
  await expectPage(visitor, 'emailSignIn')
  await signInByMail(visitor, email, 3)
  await expectPage(visitor, 'settings')
  await signOut(visitor)
  await follow(visitor, 'login.forgotten')
  await send(visitor, 'emailReset', { email })
  await send(visitor, 'emailResetCode', { code: await visitor.code(email, 4), password: 'seven lamps over the bay' })
  await expectFlash(visitor, 'password_reset')

  // An old address of a closed page redirects to the open page, which says why.
  await signOut(visitor)
  await page.goto('/login/register')
  await expectPage(visitor, 'registerEmail')
  await expectFlash(visitor, 'mobile_not_offered')
})
