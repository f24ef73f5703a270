import { countScript, expectInBudget, test as islandTest } from '#tests/e2e/islands'
import { expect, type Page } from '#tests/e2e/journey'
import type { Guest } from '#tests/e2e/steps/accounts'
import { expectPage } from '#tests/e2e/steps/pages'
import { askFor, challenged, stepUpButton } from '#tests/e2e/steps/step-up'
import { type CaptchaVendor, startCaptchaVendor } from '#tests/fixtures/parties/captcha-vendor'
import { eventually } from '#tests/fixtures/time/eventually'

const test = islandTest.extend<object, { vendor: CaptchaVendor }>({
  vendor: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const vendor = await startCaptchaVendor()
      await use(vendor)
      await vendor.stop()
    },
    { scope: 'worker' },
  ],

  settings: ({ vendor }, use) => use({ CAPTCHA: vendor.file }),
})

// One after another, so that one pair serves them all.
test.describe.configure({ mode: 'default' })

const failureOf = (page: Page) => page.evaluate(() => (window as unknown as { failure?: object }).failure)
const loadAgain = ({ page, t }: Guest) => page.getByRole('button', { name: t('stepUp.vendor.retry') })
const stateIs = (page: Page, state: string) => expect(page.locator('form.step-up')).toHaveAttribute('data-state', state)

/** A captcha is asked for, and the vendor behaves from now on as the test says. */
const askedByVendor = async (
  visitor: Guest,
  vendor: CaptchaVendor,
  behaving: Parameters<CaptchaVendor['begin']>[0] = {},
) => {
  vendor.begin(behaving)
  await visitor.page.addInitScript(() => {
    document.addEventListener('captchaerror', (event) => {
      ;(window as unknown as { failure: object }).failure = (event as CustomEvent<object>).detail
    })
  })
  await challenged(visitor)
}

const askedFor = (vendor: CaptchaVendor, part: string) => vendor.asked.filter((one) => one.part === part)

test('happy: a vendor’s captcha replaces ours, and its token signs in', async ({ page, visitor, vendor }) => {
  const scriptBytes = await countScript(page)
  await askedByVendor(visitor, vendor)
  await stateIs(page, 'loaded')
  await expect(page.locator('[data-captcha]')).toBeHidden()
  expectInBudget(await scriptBytes())

  const [settings] = askedFor(vendor, 'settings')
  expect(Object.fromEntries(settings?.query ?? [])).toEqual({
    code: '3059',
    subtype: 'text',
    region: 'sg',
    language: 'zh',
    mode: 'mask',
    sideSlide: 'false',
    version: '3.8.7 beta',
    sdkVersion: '2.0.0-beta.0',
    checkVersion: '3.8.7 beta',
    webId: 'verify_given_by_the_vendor',
  })
  const options = await page.evaluate(() => {
    const { settings, mode, webId } = (window as unknown as { options: Record<string, unknown> }).options
    return { settings, mode, webId }
  })
  expect(options).toEqual({ settings: { puzzles: 'hard' }, mode: 'mask', webId: 'verify_given_by_the_vendor' })
  const cookie = (await page.context().cookies()).find(({ name }) => name === 's_v_web_id')
  expect(cookie).toMatchObject({ value: 'verify_given_by_the_vendor', path: '/' })

  await page.getByRole('button', { name: 'Solve' }).click()
  await expectPage(visitor, 'settings')
  const events = askedFor(vendor, 'events').map(({ body }) => JSON.parse(body))
  expect(events).toContainEqual({ aid: 2740, events: [{ code: 3059, event: 'loaded' }] })
  expect(events).toContainEqual({ aid: 2740, events: [{ code: 10000, event: 'success' }] })
})

test('happy: a vendor’s captcha next to a slide stays within the budget', async ({ page, visitor, vendor }) => {
  await askedByVendor(visitor, vendor, { moods: { settings: 500 } })
  await stateIs(page, 'failed')
  await askFor(visitor, 'whirl')
  await stateIs(page, 'failed')
  const scriptBytes = await countScript(page)
  await askFor(visitor, 'slide')
  await stateIs(page, 'failed')
  expectInBudget(await scriptBytes(), { least: 1_001 })
})

test('happy: closing a vendor’s captcha shows ours, and it can be reopened', async ({ page, visitor, vendor }) => {
  await askedByVendor(visitor, vendor)
  await page.getByRole('button', { name: 'Close' }).click()
  await stateIs(page, 'idle')
  await expect(page.locator('[data-captcha]')).toBeVisible()
  await loadAgain(visitor).click()
  await page.getByRole('button', { name: 'Solve' }).click()
  await expectPage(visitor, 'settings')
})

test('security: a token that the vendor refuses or cannot check is a wrong answer', async ({ visitor, vendor }) => {
  const { page, t } = visitor
  const behaviour = 'window.send = (token) => options.success({ token })'
  await askedByVendor(visitor, vendor, { behaviour })
  const send = (token: string) =>
    page.evaluate((given) => (window as unknown as { send: (token: string) => void }).send(given), token)
  await stateIs(page, 'loaded')
  await send('forged')
  await expect(page.getByRole('alert')).toContainText(t('stepUp.wrong', { count: 2 }))
  await stateIs(page, 'loaded')
  vendor.moods.verify = 500
  await send('good-1')
  await expect(page.getByRole('alert')).toContainText(t('stepUp.wrong', { count: 1 }))
})

type Moods = Partial<CaptchaVendor['moods']>

const failing: [what: string, change: Moods, msg: string][] = [
  ['settings answer 503', { settings: 503 }, 'Network request failed, status: 503'],
  ['settings hang up', { settings: 'cut' }, 'Network request failed, occur error'],
  ['scripts are missing', { script: 404, backup: 404 }, 'Failed to load SDK!'],
]
for (const [what, change, msg] of failing)
  test(`error: after “${what}” ("${msg}") our own captcha serves, and loading again helps`, async ({
    visitor,
    vendor,
  }) => {
    const { page, t } = visitor
    await askedByVendor(visitor, vendor, { moods: change })
    await stateIs(page, 'failed')
    expect(await failureOf(page)).toEqual({ type: 'loadJSSDK', msg })
    if (change.settings === 503) expect(askedFor(vendor, 'settings')).toHaveLength(2)
    await expect(page.getByText(t('stepUp.vendor.failed'))).toBeVisible()
    await expect(page.locator('[data-captcha]')).toBeVisible()
    Object.assign(vendor.moods, { settings: 'well', script: 'well', backup: 'well' })
    await loadAgain(visitor).click()
    await page.getByRole('button', { name: 'Solve' }).click()
    await expectPage(visitor, 'settings')
  })

test('error: switching to our own captcha aborts the request', async ({ page, t, visitor, vendor }) => {
  await page.addInitScript(() =>
    document.addEventListener('submit', (event) => {
      if ((event.target as HTMLFormElement).dataset.state) event.preventDefault()
    }),
  )
  await askedByVendor(visitor, vendor, { moods: { settings: 'hold' } })
  await eventually('the settings to be asked for', () => askedFor(vendor, 'settings').length || undefined)
  await page.getByLabel(t('stepUp.letters')).press('Enter')
  await stateIs(page, 'failed')
  expect(await failureOf(page)).toEqual({ type: 'loadJSSDK', msg: 'Network request failed, aborted' })
})

test('error: a vendor that fails is reported, and our own captcha signs in', async ({ visitor, vendor, pair }) => {
  const { page, t } = visitor
  await askedByVendor(visitor, vendor, { behaviour: "throw new Error('no canvas')" })
  await stateIs(page, 'failed')
  expect(await failureOf(page)).toEqual({ type: 'loadJSSDK', msg: 'no canvas' })
  vendor.behaviour = "options.error('no network')"
  await loadAgain(visitor).click()
  await expect.poll(() => failureOf(page)).toEqual({ type: 'loadJSSDK', msg: 'no network' })
  await stateIs(page, 'failed')
  await expect(page.locator('[data-captcha]')).toBeVisible()
  const answer = await pair.captcha()
  await page.getByLabel(t('stepUp.letters')).fill(String(answer.solution))
  await stepUpButton(visitor, 'continue').click()
  await expectPage(visitor, 'settings')
})
