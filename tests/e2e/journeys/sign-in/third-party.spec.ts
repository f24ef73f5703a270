import { writeFileSync } from 'node:fs'
import { platformAccount } from '#rules/platform-names'
import { expect, test as journey } from '#tests/e2e/journey'
import { signOut } from '#tests/e2e/roads'
import { type Guest, signedInWithMobile } from '#tests/e2e/steps/accounts'
import { expectFlash, expectPage, open, send, whoAmI } from '#tests/e2e/steps/pages'
import { passByCode, passByPassword } from '#tests/e2e/steps/step-up'
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
