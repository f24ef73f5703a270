import { countScript, expectInBudget, test } from '#tests/e2e/islands'
import { expect, type Page } from '#tests/e2e/journey'
import { expectPage, type Visitor } from '#tests/e2e/steps/pages'
import { askFor, challenged, placeIn, stepUpButton } from '#tests/e2e/steps/step-up'
import type { Pair } from '#tests/fixtures/programs/pair'

const middleOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is not shown`)
  const { x: left, y: top, width, height } = box
  return { x: left + width / 2, y: top + height / 2, left, top, width, height }
}

/** Brings all of the picture into the window: the mouse reaches nothing else. */
const showScene = (page: Page) => page.locator('[data-captcha]').scrollIntoViewIfNeeded()

/** From the middle of the piece to where it belongs. */
const wayOfThePiece = async (visitor: Visitor, pair: Pair) => {
  const { page, t } = visitor
  await askFor(visitor, 'slide')
  // The island has marked the piece.
  await expect(page.getByText(t('stepUp.drag'))).toBeVisible()
  await showScene(page)
  const place = placeIn(await pair.captcha())
  const [piece, scene] = [await middleOf(page, '[data-island]'), await middleOf(page, '[data-captcha]')]
  const scale = scene.width / 208
  return { from: piece, to: { x: scene.left + place.x * scale, y: scene.top + place.y * scale } }
}

test('happy: a slide piece that is dragged into its gap signs in', async ({ page, visitor, pair }) => {
  await challenged(visitor)
  const { from, to } = await wayOfThePiece(visitor, pair)
  await page.mouse.move(from.x + 5, from.y - 3)
  await page.mouse.down()
  await page.mouse.move(to.x + 5, to.y - 3, { steps: 6 })
  await page.mouse.up()
  await expectPage(visitor, 'settings')
})

test('happy: a slide piece that a finger drags into its gap signs in', async ({ browser, visitor, pair }) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, locale: 'en-GB', baseURL: pair.url })
  const phone = { ...visitor, page: await context.newPage() }
  await challenged(phone)
  const { from, to } = await wayOfThePiece(phone, pair)
  const browserSide = await context.newCDPSession(phone.page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    browserSide.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await touch('touchStart', [from])
  for (const part of [0.3, 0.7, 1])
    await touch('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }])
  await touch('touchEnd', [])
  await expectPage(phone, 'settings')
  await context.close()
})

test('happy: a slide piece dropped elsewhere goes back, and a click still works', async ({ page, visitor, pair }) => {
  await challenged(visitor)
  const { from, to } = await wayOfThePiece(visitor, pair)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 2, from.y - 40, { steps: 3 })
  await page.mouse.up()
  expect(await middleOf(page, '[data-island]')).toEqual(from)
  await page.mouse.click(to.x, to.y)
  await expectPage(visitor, 'settings')
})

for (const subtype of ['slide', 'whirl'] as const)
  test(`happy: nothing moves when the script of a ${subtype} arrives`, async ({ page, visitor }) => {
    await challenged(visitor)
    await askFor(visitor, subtype)
    const marked = subtype === 'slide' ? '[data-island]' : '[data-captcha]'
    await expect(page.locator(marked)).toHaveCSS('cursor', subtype === 'slide' ? 'grab' : 'pointer')
    const shifts = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const observer = new PerformanceObserver((list) => resolve(list.getEntries().length))
          observer.observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
        }),
    )
    expect(shifts).toBe(0)
  })

test('happy: tapping the upright pictures of a whirl ticks their numbers and signs in', async ({ visitor, pair }) => {
  const { page } = visitor
  await challenged(visitor)
  await askFor(visitor, 'whirl')
  const answer = await pair.captcha()
  if (answer.subtype !== 'whirl') throw new Error(`The challenge is ${answer.subtype}`)
  const numbers = answer.solution
  // The island has made the picture tappable.
  await expect(page.locator('[data-captcha]')).toHaveCSS('cursor', 'pointer')
  await showScene(page)
  const scene = await middleOf(page, '[data-captcha]')
  const tap = (number: number) =>
    page.mouse.click(
      scene.left + (((number - 1) % 4) + 0.5) * (scene.width / 4),
      scene.top + (Math.floor((number - 1) / 4) + 0.5) * (scene.height / 3),
    )
  const ticked = () =>
    page
      .locator('[name=number]:checked')
      .evaluateAll((boxes) => boxes.map((box) => Number((box as HTMLInputElement).value)))
  for (const number of numbers) await tap(number)
  expect(await ticked()).toEqual(numbers)
  const other = [1, 2, 3].find((number) => !numbers.includes(number)) ?? 0
  await tap(other)
  expect(await ticked()).toContain(other)
  await tap(other)
  expect(await ticked()).toEqual(numbers)
  await stepUpButton(visitor, 'continue').click()
  await expectPage(visitor, 'settings')
})

test('happy: a challenge has script only if it helps, at most 3 kB', async ({ page, visitor }) => {
  const scriptBytes = await countScript(page)
  await challenged(visitor)
  // The sign-in page, and the text that comes first.
  const bytes: Record<string, number> = { before: await scriptBytes() }
  for (const subtype of ['text', '3d', 'whirl', 'slide'] as const) {
    await askFor(visitor, subtype)
    bytes[subtype] = await scriptBytes()
    expect(await page.locator('script').count()).toBe(bytes[subtype] > 0 ? 1 : 0)
  }
  await stepUpButton(visitor, 'close').click()
  await expectPage(visitor, 'signIn')
  bytes.after = await scriptBytes()
  expect(bytes).toMatchObject({ before: 0, text: 0, '3d': 0, after: 0 })
  for (const subtype of ['whirl', 'slide']) expectInBudget(bytes[subtype] ?? 0)
})

test('security: only a challenge with script has a policy that allows our script', async ({ page, visitor }) => {
  let policy = ''
  page.on('response', (response) => {
    if (response.request().isNavigationRequest()) policy = response.headers()['content-security-policy'] ?? ''
  })
  await challenged(visitor)
  await askFor(visitor, 'text')
  expect(policy).not.toMatch(/script-src|connect-src/)
  await askFor(visitor, 'slide')
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("connect-src 'self';")
})

test('happy: an old bookmark with a hash is forwarded to its page', async ({ page, visitor }) => {
  await page.goto('/#/login/sms')
  await expectPage(visitor, 'smsSignIn')
})
