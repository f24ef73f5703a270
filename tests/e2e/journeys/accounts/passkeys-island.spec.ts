import { countScript, expectInBudget, test } from '#tests/e2e/islands'
import { expect, type Page } from '#tests/e2e/journey'
import { enter, signOut } from '#tests/e2e/roads'
import type { Guest } from '#tests/e2e/steps/accounts'
import { errorsOf, expectFlash, expectPage, expectSignedOut } from '#tests/e2e/steps/pages'

/** A device that keeps passkeys and verifies its person, as the browser has it built in. */
const addDevice = async (page: Page): Promise<void> => {
  const browserSide = await page.context().newCDPSession(page)
  await browserSide.send('WebAuthn.enable')
  await browserSide.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Signs in with the password, adds a passkey, and signs out. */
const withPasskey = async (visitor: Guest) => {
  const { page, t } = visitor
  await addDevice(page)
  const account = await visitor.accounts.withBoth()
  await enter(visitor, account.mobile, account.password)
  const bytes = await countScript(page)
  await page.goto('/settings/passkeys')
  expect(await bytes()).toBe(0)
  await page.getByRole('button', { name: t('passkeys.add') }).click()
  await page.getByRole('button', { name: t('passkeys.add_here') }).click()
  await expectFlash(visitor, 'passkey_added')
  expectInBudget(await bytes())
  await signOut(visitor)
}

test('happy: a passkey is added, and signs in to the requested page', async ({ visitor }) => {
  const { page, t } = visitor
  await withPasskey(visitor)
  await page.goto('/login?next=%2Fsettings%2Fpasskeys')
  await page.getByRole('link', { name: t('ways.passkey') }).click()
  await page.getByRole('button', { name: t('passkeys.sign_in') }).click()
  await expect(page).toHaveURL(/\/settings\/passkeys$/)
  await expect(page.getByRole('listitem').filter({ hasText: 'Chrome' })).toBeVisible()
})

test('security: a replayed answer of the browser signs nobody in', async ({ visitor }) => {
  const { page, t } = visitor
  await withPasskey(visitor)
  await page.goto('/login/passkey')
  const posted = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('button', { name: t('passkeys.sign_in') }).click()
  const credential = new URLSearchParams((await posted).postData() ?? '').get('credential') ?? ''
  await expectPage(visitor, 'settings')
  await signOut(visitor)
  await page.goto('/login/passkey')
  // The form of the page, with the previous answer.
  await page.locator('form').evaluate((form: HTMLFormElement, value) => {
    const input = document.createElement('input')
    input.name = 'credential'
    input.value = value
    form.append(input)
    form.submit()
  }, credential)
  expect(await errorsOf(visitor)).toEqual([expect.stringContaining(t('error.ticket_refused').slice(0, 12))])
  await expectSignedOut(visitor)
})

test('error: a person who cancels gets a message; without passkeys there is no button', async ({ visitor }) => {
  const { page, t } = visitor
  await page.addInitScript(() =>
    Object.defineProperty(navigator.credentials, 'get', {
      value: () => Promise.reject(new DOMException('cancelled', 'NotAllowedError')),
    }),
  )
  await page.goto('/login/passkey')
  const button = page.getByRole('button', { name: t('passkeys.sign_in') })
  await button.click()
  await expect(page.getByRole('status')).toHaveText(t('passkeys.failed'))
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await page.reload()
  await expect(page.getByText(t('passkeys.none_here'))).toBeVisible()
  await expect(button).toHaveCount(0)
})
