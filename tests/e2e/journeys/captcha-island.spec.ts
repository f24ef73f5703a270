import { writeFileSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { type CaptchaVendor, startCaptchaVendor } from '../../fixtures/captcha-vendor'
import { eventually } from '../../fixtures/eventually'
import { temporaryFolder } from '../../fixtures/folder'
import { type Pair, startPair } from '../../fixtures/pair'
import { codeOf } from '../../fixtures/post-office'
import { bareTest, expect, type Page, type PairChoices } from '../journey'
import { expectPage } from '../pages'
import { registerByMobile, signInByPassword, signOut } from '../roads'
import { textsOf } from '../texts'

const t = textsOf('en')
const budgetBytes = 3_000

/** A deployment whose captcha is a vendor's. */
interface Vendored {
  pair: Pair
  vendor: CaptchaVendor
}

interface Given {
  /** A page of somebody who comes from an address of their own; nothing may be refused by the page's own policy. */
  page: Page
}

const test = bareTest.extend<Given, PairChoices & { embedded: Pair; vendored: Vendored }>({
  database: ['SQLite', { scope: 'worker', option: true }],
  delivery: ['outbox', { scope: 'worker', option: true }],
  locale: 'en-GB',

  embedded: [
    async ({ database, delivery }, use) => {
      const pair = await startPair({ database, delivery })
      await use(pair)
      await pair.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  vendored: [
    async ({ database, delivery }, use) => {
      const vendor = await startCaptchaVendor()
      const folder = temporaryFolder('vendor')
      const file = `${folder.path}/vendor.json`
      writeFileSync(file, JSON.stringify(vendor.file))
      const pair = await startPair({ database, delivery }, { CAPTCHA: file })
      await use({ pair, vendor })
      await pair.stop()
      await vendor.stop()
      folder.remove()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  page: async ({ page }, use) => {
    const refused: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text())
    })
    await use(page)
    expect(refused).toEqual([])
  },
})

interface Asked {
  mobile: string
  password: string
}

/** Somebody with an account of whom a captcha is asked while they sign in. */
const askedToShow = async (page: Page, pair: Pair): Promise<Asked> => {
  pair.newVisitor()
  const local = { page: atHome(page, pair), t }
  const person = await registerByMobile(local, (to, nth) => codeOf(pair.office, to, nth))
  await signOut(local)
  for (let wrong = 0; wrong < 5; wrong += 1) {
    await signInByPassword(local, person.mobile, 'not the password')
    await page.getByRole('alert').waitFor()
  }
  await signInByPassword(local, person.mobile, person.password)
  await page.getByRole('heading', { name: t('stepUp.title.captcha') }).waitFor()
  return person
}

/** The pages of the suite open paths; each of these tests chooses whose. */
const atHome = (page: Page, pair: Pair): Page =>
  new Proxy(page, {
    get: (target, name) => {
      if (name === 'goto') return (path: string) => target.goto(new URL(path, pair.url).href)
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

/** Asks for other pictures until one of this subtype comes. */
const turnTo = async (page: Page, subtype: string) => {
  while ((await page.locator('[data-captcha]').getAttribute('data-captcha')) !== subtype) {
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: t('stepUp.another') }).click()
    await answered
    await page.waitForLoadState('load')
  }
}

/** What a person would see in the challenge that is on the page. */
const solutionOn = async <Solution>(page: Page, pair: Pair): Promise<Solution> => {
  const picture = await page.locator('[data-captcha]').getAttribute('src')
  const id = new URLSearchParams(picture?.split('?')[1]).get('id') ?? ''
  const database = new DatabaseSync(`${pair.dataDir}/butterfly.db`, { readOnly: true })
  try {
    const kept = database.prepare('SELECT solution FROM captchas WHERE id = ?').get(id) as { solution: string }
    return JSON.parse(kept.solution) as Solution
  } finally {
    database.close()
  }
}

const middleOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is not shown`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, left: box.x, top: box.y }
}

/** From the middle of the piece to where it belongs. */
const wayOfThePiece = async (page: Page, pair: Pair) => {
  await turnTo(page, 'slide')
  // The island has marked the piece.
  await expect(page.locator('#task')).toContainText(t('stepUp.drag'))
  const to = await solutionOn<{ x: number; y: number }>(page, pair)
  const [piece, scene] = [await middleOf(page, '[data-island]'), await middleOf(page, '[data-captcha]')]
  return { from: piece, to: { x: scene.left + to.x, y: scene.top + to.y } }
}

const isIn = (page: Page) => expectPage({ page, t }, 'settings')

test('happy: a slide piece that is dragged into its gap signs in', async ({ page, embedded }) => {
  await askedToShow(page, embedded)
  const { from, to } = await wayOfThePiece(page, embedded)
  await page.mouse.move(from.x + 5, from.y - 3)
  await page.mouse.down()
  await page.mouse.move(to.x + 5, to.y - 3, { steps: 6 })
  await page.mouse.up()
  await isIn(page)
})

test('happy: a slide piece that a finger drags into its gap signs in', async ({ browser, embedded }) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, locale: 'en-GB' })
  const page = await context.newPage()
  await askedToShow(page, embedded)
  const { from, to } = await wayOfThePiece(page, embedded)
  const browserSide = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    browserSide.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await touch('touchStart', [from])
  for (const part of [0.3, 0.7, 1])
    await touch('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }])
  await touch('touchEnd', [])
  await isIn(page)
  await context.close()
})

test('happy: a slide piece that is let go elsewhere goes back, and a click on the scene still answers', async ({
  page,
  embedded,
}) => {
  await askedToShow(page, embedded)
  const { from, to } = await wayOfThePiece(page, embedded)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 2, from.y - 40, { steps: 3 })
  await page.mouse.up()
  expect(await middleOf(page, '[data-island]')).toEqual(from)
  await page.mouse.click(to.x, to.y)
  await isIn(page)
})

test('error: a slide piece in the wrong place is a wrong answer', async ({ page, embedded }) => {
  await askedToShow(page, embedded)
  const { from, to } = await wayOfThePiece(page, embedded)
  const scene = await middleOf(page, '[data-captcha]')
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x > scene.x ? to.x - 60 : to.x + 60, to.y, { steps: 3 })
  await page.mouse.up()
  await expect(page.getByRole('alert')).toContainText(t('stepUp.wrong', { count: 2 }))
})

test('happy: tapping the upright pictures of a whirl ticks their numbers and signs in', async ({ page, embedded }) => {
  await askedToShow(page, embedded)
  await turnTo(page, 'whirl')
  const numbers = await solutionOn<number[]>(page, embedded)
  // The island has made the picture tappable.
  await expect(page.locator('[data-captcha]')).toHaveCSS('cursor', 'pointer')
  const scene = await middleOf(page, '[data-captcha]')
  const tap = (number: number) =>
    page.mouse.click(
      scene.left + (((number - 1) % 4) + 0.5) * 52,
      scene.top + (Math.floor((number - 1) / 4) + 0.5) * 50,
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
  await page.getByRole('button', { name: t('stepUp.continue') }).click()
  await isIn(page)
})

/** The bytes of all script that a page has loaded, as they came over the wire. */
const countScript = async (page: Page) => {
  // Where requests are looked at, nothing comes from the browser's cache.
  await page.route('**/assets/**', (route) => route.continue())
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script' && request.url().includes('/assets/'))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  return async () => {
    await page.waitForLoadState('networkidle')
    return (await Promise.all(sizes.splice(0))).reduce((sum, bytes) => sum + bytes, 0)
  }
}

test('happy: a challenge has script only where it helps, at most 3 kB, and all other pages have none', async ({
  page,
  embedded,
}) => {
  const scriptBytes = await countScript(page)
  await askedToShow(page, embedded)
  const bytes: Record<string, number> = { before: await scriptBytes() }
  for (const subtype of ['text', '3d', 'whirl', 'slide']) {
    await turnTo(page, subtype)
    bytes[subtype] = await scriptBytes()
    expect(await page.locator('script').count()).toBe(bytes[subtype] > 0 ? 1 : 0)
  }
  await page.getByRole('button', { name: t('stepUp.close') }).click()
  await expectPage({ page, t }, 'signIn')
  bytes.after = await scriptBytes()
  test.info().annotations.push({ type: 'script bytes, gzip', description: JSON.stringify(bytes) })
  expect(bytes).toMatchObject({ before: 0, text: 0, '3d': 0, after: 0 })
  for (const subtype of ['whirl', 'slide']) {
    expect(bytes[subtype]).toBeGreaterThan(0)
    expect(bytes[subtype]).toBeLessThanOrEqual(budgetBytes)
  }
})

test('security: only a challenge with script has a policy that lets script run, and then our own', async ({
  page,
  embedded,
}) => {
  let policy = ''
  page.on('response', (response) => {
    if (response.request().isNavigationRequest()) policy = response.headers()['content-security-policy'] ?? ''
  })
  await askedToShow(page, embedded)
  expect(policy).not.toMatch(/script-src|connect-src/)
  await turnTo(page, 'slide')
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("connect-src 'self';")
})

const failureOf = (page: Page) => page.evaluate(() => (window as unknown as { failure?: object }).failure)
const loadAgain = (page: Page) => page.getByRole('button', { name: t('stepUp.vendor.retry') })
const stateIs = (page: Page, state: string) => expect(page.locator('form.step-up')).toHaveAttribute('data-state', state)

/** A challenge of a deployment with a vendor, which behaves from now on as the test says. */
const askedByVendor = async (
  page: Page,
  { pair, vendor }: Vendored,
  behaving: Parameters<CaptchaVendor['begin']>[0] = {},
) => {
  vendor.begin(behaving)
  await page.addInitScript(() => {
    document.addEventListener('captchaerror', (event) => {
      ;(window as unknown as { failure: object }).failure = (event as CustomEvent<object>).detail
    })
  })
  await askedToShow(page, pair)
}

const askedFor = (vendor: CaptchaVendor, part: string) => vendor.asked.filter((one) => one.part === part)

test('happy: a vendor’s captcha takes the place of ours, and its token signs in', async ({ page, vendored }) => {
  const scriptBytes = await countScript(page)
  await askedByVendor(page, vendored)
  await stateIs(page, 'loaded')
  await expect(page.locator('[data-captcha]')).toBeHidden()
  const bytes = await scriptBytes()
  test.info().annotations.push({ type: 'script bytes, gzip', description: String(bytes) })
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(budgetBytes)

  const [settings] = askedFor(vendored.vendor, 'settings')
  expect(Object.fromEntries(settings?.query ?? [])).toEqual({
    code: '3059',
    subtype: 'text',
    region: 'sg',
    language: 'en',
    mode: 'mask',
    sideSlide: 'false',
    version: '3.8.7 beta',
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
  await isIn(page)
  const events = askedFor(vendored.vendor, 'events').map(({ body }) => JSON.parse(body))
  expect(events).toContainEqual({ aid: 2740, events: [{ code: 3059, event: 'loaded' }] })
  expect(events).toContainEqual({ aid: 2740, events: [{ code: 10000, event: 'success' }] })
})

test('happy: a vendor’s captcha beside a slide puzzle stays in the budget too', async ({ page, vendored }) => {
  await askedByVendor(page, vendored, { moods: { settings: 500 } })
  await stateIs(page, 'failed')
  await turnTo(page, 'whirl')
  const scriptBytes = await countScript(page)
  await turnTo(page, 'slide')
  await stateIs(page, 'failed')
  const bytes = await scriptBytes()
  test.info().annotations.push({ type: 'script bytes, gzip', description: String(bytes) })
  expect(bytes).toBeGreaterThan(1_000)
  expect(bytes).toBeLessThanOrEqual(budgetBytes)
})

test('happy: a closed vendor’s captcha gives way to ours, and can be opened again', async ({ page, vendored }) => {
  await askedByVendor(page, vendored)
  await page.getByRole('button', { name: 'Close' }).click()
  await stateIs(page, 'idle')
  await expect(page.locator('[data-captcha]')).toBeVisible()
  await loadAgain(page).click()
  await page.getByRole('button', { name: 'Solve' }).click()
  await isIn(page)
})

test('security: a token that the vendor refuses is a wrong answer, as is one that it cannot be asked about', async ({
  page,
  vendored,
}) => {
  const behaviour = 'window.send = (token) => options.success({ token })'
  await askedByVendor(page, vendored, { behaviour })
  const send = (token: string) =>
    page.evaluate((given) => (window as unknown as { send: (token: string) => void }).send(given), token)
  await stateIs(page, 'loaded')
  await send('forged')
  await expect(page.getByRole('alert')).toContainText(t('stepUp.wrong', { count: 2 }))
  await stateIs(page, 'loaded')
  vendored.vendor.moods.verify = 500
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
  test(`error: ${what}: "${msg}", our own captcha serves, and loading again helps`, async ({ page, vendored }) => {
    await askedByVendor(page, vendored, { moods: change })
    await stateIs(page, 'failed')
    expect(await failureOf(page)).toEqual({ type: 'loadJSSDK', msg })
    if (change.settings === 503) expect(askedFor(vendored.vendor, 'settings')).toHaveLength(2)
    await expect(page.getByText(t('stepUp.vendor.failed'))).toBeVisible()
    await expect(page.locator('[data-captcha]')).toBeVisible()
    Object.assign(vendored.vendor.moods, { settings: 'well', script: 'well', backup: 'well' })
    await loadAgain(page).click()
    await page.getByRole('button', { name: 'Solve' }).click()
    await isIn(page)
  })

test('error: where the vendor cannot be loaded, our own captcha signs in', async ({ page, vendored }) => {
  await askedByVendor(page, vendored, { moods: { settings: 500 } })
  await stateIs(page, 'failed')
  await page.getByLabel(t('stepUp.letters')).fill(await solutionOn<string>(page, vendored.pair))
  await page.getByRole('button', { name: t('stepUp.continue') }).click()
  await isIn(page)
})

test('happy: a settings call that fails once is made again, and a browser without a web id makes its own', async ({
  page,
  vendored,
}) => {
  await askedByVendor(page, vendored, { moods: { web_id: 500, settings: [502, 'well'] } })
  await stateIs(page, 'loaded')
  const calls = askedFor(vendored.vendor, 'settings')
  expect(calls).toHaveLength(2)
  const webId = calls[0]?.query.get('webId')
  expect(webId).toMatch(/^verify_\w{8,}$/)
  expect(webId).not.toBe('verify_given_by_the_vendor')
})

test('happy: a script that is missing at its first address comes from the next', async ({ page, vendored }) => {
  await askedByVendor(page, vendored, { moods: { script: 404 } })
  await stateIs(page, 'loaded')
  expect(await page.evaluate(() => (window as unknown as { from: string }).from)).toBe('backup')
})

/** Lets time pass in the page once the vendor was asked for a part so many times. */
const passAfter = async (page: Page, vendor: CaptchaVendor, part: string, times: number, ms: number) => {
  await eventually(`${part} to be asked for`, () => askedFor(vendor, part)[times - 1])
  await page.clock.runFor(ms)
}

test('error: settings that never come time out twice', async ({ page, vendored }) => {
  await page.clock.install()
  await askedByVendor(page, vendored, { moods: { settings: 'hold' } })
  for (const times of [1, 2]) await passAfter(page, vendored.vendor, 'settings', times, 5_000)
  await stateIs(page, 'failed')
  expect(await failureOf(page)).toEqual({ type: 'loadJSSDK', msg: 'Network request failed, timeout' })
})

test('error: scripts that never come are too slow, as elements and as texts', async ({ page, vendored }) => {
  await page.clock.install()
  await askedByVendor(page, vendored, { moods: { script: 'hold', backup: 'hold' } })
  await passAfter(page, vendored.vendor, 'script', 1, 4_000)
  await passAfter(page, vendored.vendor, 'backup', 1, 4_000)
  // A browser may keep the request for the text behind the element's, which is still under way.
  const form = page.locator('form.step-up')
  await expect
    .poll(async () => {
      await page.clock.runFor(5_000)
      return form.getAttribute('data-state')
    })
    .toBe('failed')
  expect(await failureOf(page)).toEqual({ type: 'loadJSSDK', msg: 'LoadJSSDKMoreTan4000ms' })
})

test('happy: a script that is too slow for an element is asked for as a text', async ({ page, vendored }) => {
  await page.clock.install()
  await askedByVendor(page, vendored, { moods: { script: 'hold', backup: 'hold' } })
  await passAfter(page, vendored.vendor, 'script', 1, 4_000)
  await passAfter(page, vendored.vendor, 'backup', 1, 4_000)
  vendored.vendor.letGo()
  await page.getByRole('button', { name: 'Solve' }).click()
  await isIn(page)
  expect(askedFor(vendored.vendor, 'script').map(({ isElement }) => isElement)).toEqual([true, false])
})

test('error: who answers our own captcha meanwhile aborts the request', async ({ page, vendored }) => {
  await page.addInitScript(() =>
    document.addEventListener('submit', (event) => {
      if ((event.target as HTMLFormElement).dataset.state) event.preventDefault()
    }),
  )
  await askedByVendor(page, vendored, { moods: { settings: 'hold' } })
  await eventually('the settings to be asked for', () => askedFor(vendored.vendor, 'settings').length || undefined)
  await page.getByLabel(t('stepUp.letters')).press('Enter')
  await stateIs(page, 'failed')
  expect(await failureOf(page)).toEqual({ type: 'loadJSSDK', msg: 'Network request failed, aborted' })
})

test('error: a vendor that fails at its start or later tells so', async ({ page, vendored }) => {
  await askedByVendor(page, vendored, { behaviour: "throw new Error('no canvas')" })
  await stateIs(page, 'failed')
  expect(await failureOf(page)).toEqual({ type: 'loadJSSDK', msg: 'no canvas' })
  vendored.vendor.behaviour = "options.error('no network')"
  await loadAgain(page).click()
  await expect.poll(() => failureOf(page)).toEqual({ type: 'loadJSSDK', msg: 'no network' })
  await stateIs(page, 'failed')
  await expect(page.locator('[data-captcha]')).toBeVisible()
})
