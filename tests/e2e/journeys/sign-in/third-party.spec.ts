import { writeFileSync } from 'node:fs'
import { platformAccount } from '#rules/platform-names'
import { expect, test as journey } from '#tests/e2e/journey'
import { anotherBrowser, signOut } from '#tests/e2e/roads'
import { type Guest, signedInWithMobile } from '#tests/e2e/steps/accounts'
import { expectFlash, expectPage, open, send, whoAmI } from '#tests/e2e/steps/pages'
import { newMobile } from '#tests/e2e/steps/people'
import { expectStepUp, passByCode, passByPassword, stepUpButton } from '#tests/e2e/steps/step-up'
import { plannedIssuer, startOpenIdIssuer } from '#tests/fixtures/parties/openid-issuer'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { type Pair, startPair } from '#tests/fixtures/programs/pair'

const test = journey.extend<object, { started: Pair }>({
  started: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const folder = temporaryFolder('third-party')
      const file = `${folder.path}/third-party.json`
      const planned = await plannedIssuer()
      const { url: issuer, clientId: client_id, clientSecret: client_secret } = planned
      const example = { kind: 'openid', name: 'Example', issuer, client_id, client_secret }
      writeFileSync(file, JSON.stringify({ example }))
      const pair = await startPair({ delivery: 'outbox', environment: { THIRD_PARTY: file } })
      const openId = await startOpenIdIssuer(planned, [`${pair.url}/passport/web/auth/example/callback`])
      await use(pair)
      await pair.stop()
      await openId.stop()
      folder.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  pair: ({ started }, use) => use(started),
})

// One after another, so that one pair serves them all.
test.describe.configure({ mode: 'default' })

let people = 0
const newPerson = () => `Ann${people++}`

/** How pages call an account of the provider. */
const accountOf = ({ language }: Guest, person: string) => platformAccount(language, 'example', person)

/** Follows the link to the provider. */
const goThere = ({ page }: Guest): Promise<void> =>
  page.getByRole('main').getByRole('link', { name: 'Example', exact: true }).click()

/** Says at the provider who one is. */
const answer = async ({ page }: Guest, person: string): Promise<void> => {
  await page.getByLabel('Name').fill(person)
  await page.getByRole('button', { name: 'Go on' }).click()
}

/** Signs in with the provider, from the sign-in page. It remembers its people, and asks them once. */
const signInThere = async (visitor: Guest): Promise<void> => {
  await open(visitor, 'signIn')
  await goThere(visitor)
}

/** Waits until the page shows our picture, by looking again. */
const expectPicture = ({ page }: Guest) =>
  expect(async () => {
    await page.reload()
    const picture = page.getByRole('main').locator('img[src^="/passport/image/"]')
    await expect(picture).toHaveCount(1, { timeout: 1000 })
    expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(96)
  }).toPass()

test('happy: an account of a provider is connected, signs in, and is disconnected', async ({ visitor }) => {
  const { page, t } = visitor
  const person = newPerson()
  const { mobile, password } = await signedInWithMobile(visitor)
  await page.goto('/settings/third-party')
  await goThere(visitor)
  await answer(visitor, person)
  await expect(page.getByRole('main')).toContainText(accountOf(visitor, person))
  await send(visitor, 'connectPlatform', {})
  await expectFlash(visitor, 'platform_connected')
  await expect(page.getByRole('main')).toContainText(person)
  // The picture loads in the background.
  await expectPicture(visitor)
  await signOut(visitor)

  await signInThere(visitor)
  await expectPage(visitor, 'settings')
  expect((await whoAmI(visitor)).mobile).toContain(mobile.slice(-4))

  await page.goto('/settings/third-party')
  await page.getByRole('link', { name: t('thirdParty.disconnect') }).click()
  await send(visitor, 'disconnect', {})
  // A sign-in by a provider is no proof here.
  await passByCode(visitor, { way: 'mobile', to: mobile, nth: 2 })
  await passByPassword(visitor, password)
  await expectFlash(visitor, 'platform_removed')
  await signOut(visitor)

  await signInThere(visitor)
  await expectPage(visitor, 'bindLogin')
  await expect(page.getByRole('main')).toContainText(accountOf(visitor, person))
})

test('security: an attacker’s return link does nothing', { tag: '@own-account-api' }, async ({ page, visitor, t }) => {
  const attacker = await anotherBrowser(visitor)
  await open(attacker, 'signIn')
  // What comes back is kept from the attacker's own browser, so that it is unused.
  const kept = attacker.page.waitForRequest(/\/callback\?/)
  await attacker.page.route(/\/callback\?/, (route) => route.abort())
  await goThere(attacker)
  await answer(attacker, newPerson()).catch(() => undefined)
  const back = (await kept).url()

  await page.goto(back)
  await expectFlash(visitor, 'platform_visit_over')
  await expectPage(visitor, 'signIn')
  await signedInWithMobile(visitor)
  await page.goto(back)
  await expectFlash(visitor, 'platform_visit_over')
  await expect(page.getByText(t('thirdParty.none'))).toBeVisible()
})

test('happy: a person with only a provider proves themselves there, and continues', async ({ visitor, pair }) => {
  const { page, t } = visitor
  const [person, mobile] = [newPerson(), newMobile()]
  await signInThere(visitor)
  await answer(visitor, person)
  await page.getByRole('link', { name: t('bindLogin.by_mobile') }).click()
  await send(visitor, 'bindLoginMobile', { mobile })
  await send(visitor, 'bindLoginCode', { code: await visitor.code(mobile) })
  await open(visitor, 'mobileRemove')
  await page.locator('[name=without_address]').check()
  await send(visitor, 'mobileRemove', {})
  const waits = 48 * 60 + 1
  pair.clock.passMinutes(waits)
  // The message about the request says when. The one about the removal has no time.
  const isTold = async () =>
    (await pair.office.textsTo(mobile)).some((text) => /解绑|removed/.test(text) && !/ \d\d:\d\d/.test(text))
  await expect.poll(isTold, { timeout: 20_000 }).toBe(true)
  // The provider has another clock.
  pair.clock.passMinutes(-waits)
  await page.context().clearCookies()
  await signInThere(visitor)
  await answer(visitor, person)
  await page.goto('/settings/addresses')
  await page.getByRole('button', { name: t('addresses.submit') }).click()
  await expectStepUp(visitor, 'second')
  const again = page.getByRole('link', { name: accountOf(visitor, person) })
  await again.click()
  // The provider remembers its people, but was asked to have them sign in: somebody else's name proves nothing here.
  await answer(visitor, newPerson())
  // The provider ends the session of the first one there.
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expectFlash(visitor, 'platform_not_proven')
  await again.click()
  await answer(visitor, person)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expectFlash(visitor, 'platform_proven')
  await stepUpButton(visitor, 'continue').click()
  await expect(page).toHaveURL(/\/settings\/addresses$/)
  await expect(page.getByRole('button', { name: t('addresses.submit') })).toHaveCount(0)
  await expect(page.getByRole('definition')).toHaveText([t('settings.none'), t('settings.none')])
})
