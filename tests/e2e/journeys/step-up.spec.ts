import { sentence } from '../../../app/i18n/sentence'
import { otherThan } from '../../fixtures/post-office'
import { type Guest, signedInWithBoth } from '../accounts'
import { expect, test } from '../journey'
import { errorsOf, expectPage, fieldOf, open, send, spaced, type Visitor, whoAmI } from '../pages'
import { goodPassword } from '../people'
import { signOut } from '../roads'
import {
  answerBySight,
  answerField,
  answerWithText,
  askFor,
  challenged,
  clickAt,
  expectStepUp,
  stepUpButton,
  subtypes,
} from '../step-up'

// As a browser without script goes through them. What script adds is tested beside the islands.
test.use({ javaScriptEnabled: false })

test.describe('a captcha at the sign-in', () => {
  for (const subtype of subtypes)
    test(`happy: ${subtype} is solved by sight, and the sign-in goes on by itself`, { tag: '@small' }, async ({
      visitor,
      pair,
    }) => {
      const { mobile } = await challenged(visitor)
      await askFor(visitor, subtype)
      await answerBySight(visitor, await pair.captcha())
      expect((await whoAmI(visitor)).mobile.slice(-4)).toBe(mobile.slice(-4))
    })

  test('happy: the spoken digits pass instead of what is seen', async ({ page, t, visitor, pair }) => {
    await challenged(visitor)
    await askFor(visitor, 'slide')
    const listen = page.getByRole('link', { name: t('stepUp.listen'), exact: true })
    const sound = await page.request.get((await listen.getAttribute('href')) ?? '')
    expect(sound.headers()['content-type']).toBe('audio/wav')
    expect((await sound.body()).subarray(0, 4).toString()).toBe('RIFF')
    // The challenge stays where it is meanwhile.
    const [heard] = await Promise.all([page.waitForEvent('popup'), listen.click()])
    await heard.close()
    await expectStepUp(visitor, 'captcha')
    const { spoken } = await pair.captcha()
    await answerWithText(visitor, `${spoken.slice(0, 3)} ${spoken.slice(3)}`)
    await expectPage(visitor, 'settings')
  })

  test('happy: each subtype is passed by keyboard alone', { tag: '@small' }, async ({
    page,
    context,
    visitor,
    pair,
  }) => {
    const { mobile } = await challenged(visitor)
    for (const subtype of subtypes) {
      await askFor(visitor, subtype)
      const field = await answerField(visitor)
      for (let stops = 0; stops < 40 && !(await field.evaluate((one) => one === document.activeElement)); stops += 1)
        await page.keyboard.press('Tab')
      await page.keyboard.type((await pair.captcha()).spoken)
      await page.keyboard.press('Enter')
      await expectPage(visitor, 'settings')
      // The client address of five wrong passwords stays under suspicion, for a browser that the account does not know.
      await signOut(visitor)
      await context.clearCookies()
      await open(visitor, 'signIn')
      await send(visitor, 'signIn', { account: mobile, password: goodPassword })
      await expectStepUp(visitor, 'captcha')
    }
  })

  test('happy: a whirl is solved by keyboard alone, by ticking', { tag: '@small' }, async ({ page, visitor, pair }) => {
    await challenged(visitor)
    await askFor(visitor, 'whirl')
    const answer = await pair.captcha()
    const numbers = answer.subtype === 'whirl' ? answer.solution.map(String) : []
    const focused = () =>
      page.evaluate(() => (document.activeElement instanceof HTMLInputElement ? document.activeElement.value : ''))
    const goTo = async (value: string) => {
      for (let stops = 0; stops < 40 && (await focused()) !== value; stops += 1) await page.keyboard.press('Tab')
    }
    for (const number of numbers) {
      await goTo(number)
      await page.keyboard.press('Space')
    }
    await goTo(visitor.t('stepUp.continue'))
    await page.keyboard.press('Enter')
    await expectPage(visitor, 'settings')
  })

  for (const subtype of ['slide', '3d'] as const)
    test(`happy: a finger that is 20 pixels beside the middle of a ${subtype} hits it, on a phone 320 pixels wide`, async ({
      page,
      visitor,
      pair,
    }) => {
      await page.setViewportSize({ width: 320, height: 640 })
      await challenged(visitor)
      await askFor(visitor, subtype)
      const answer = await pair.captcha()
      if (answer.subtype !== 'slide' && answer.subtype !== '3d') throw new Error(`The challenge is ${answer.subtype}`)
      const { x, y } = answer.solution
      const shown = await page.locator('input[type=image]').boundingBox()
      const beside = (20 * 208) / (shown?.width ?? 0)
      await clickAt(page, { x: x > 104 ? x - beside : x + beside, y })
      await expectPage(visitor, 'settings')
    })

  test('security: another browser gets neither picture nor sound', async ({ page, visitor, browser, pair }) => {
    await challenged(visitor)
    const elsewhere = await browser.newContext({ baseURL: pair.url })
    const { id } = await pair.captcha()
    for (const path of [`picture?id=${id}&part=scene`, `sound?id=${id}`]) {
      expect((await page.request.get(`/login/verify/${path}`)).status()).toBe(200)
      expect((await elsewhere.request.get(`/login/verify/${path}`)).status()).toBe(404)
    }
    await elsewhere.close()
  })

  test('happy: in another language it is the same one, keeps what was typed, and the sign-in goes on', async ({
    page,
    visitor,
    pair,
    language,
  }) => {
    await challenged(visitor)
    const { spoken } = await pair.captcha()
    await page.locator('#text').fill(spoken)
    const other = language === 'en' ? 'zh-Hans' : 'en'
    await page.getByRole('button', { name: language === 'en' ? '简体中文' : 'English' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', other)
    await expect(page.locator('#text')).toHaveValue(spoken)
    await page.locator('#text').press('Enter')
    await expectPage(visitor, 'settings')
  })

  test('happy: closing it returns to the form with the account and without the password', async ({
    page,
    t,
    visitor,
  }) => {
    const { mobile } = await challenged(visitor)
    await stepUpButton(visitor, 'close').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('login.title'))
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(fieldOf(visitor, 'signIn', 'account')).toHaveValue(mobile)
    await expect(fieldOf(visitor, 'signIn', 'password')).toHaveValue('')
    await expect(page.locator('main form')).toHaveAttribute('data-closed', '')
  })

  test('error: three wrong answers lead to another picture, which can still be solved', async ({
    page,
    t,
    visitor,
    pair,
  }) => {
    await challenged(visitor)
    await stepUpButton(visitor, 'continue').click()
    expect(await errorsOf(visitor)).toEqual([t('stepUp.missing.captcha')])
    const { id } = await pair.captcha()
    for (const count of [2, 1]) {
      await answerWithText(visitor, 'WRONG')
      await expect(page.getByRole('alert')).toContainText(t('stepUp.wrong', { count }))
    }
    await answerWithText(visitor, 'WRONG')
    await expect(page.getByRole('alert')).toContainText(t('stepUp.wrong_last'))
    const another = await pair.captcha()
    expect(another.id).not.toBe(id)
    // The third wrong answer is followed by a pause of two seconds.
    pair.clock.passMinutes(0.1)
    await answerBySight(visitor, another)
    await expectPage(visitor, 'settings')
  })

  test('error: after two minutes there is another picture, and the form is still parked', async ({
    t,
    visitor,
    pair,
  }) => {
    await challenged(visitor)
    const { spoken } = await pair.captcha()
    pair.clock.passMinutes(2)
    await answerWithText(visitor, spoken)
    expect(await errorsOf(visitor)).toEqual([sentence(t, t('stepUp.over'))])
    await answerWithText(visitor, (await pair.captcha()).spoken)
    await expectPage(visitor, 'settings')
  })
})

test.describe('a second verification', () => {
  /** An account that signed in eleven minutes ago asks for its addresses. */
  const asked = async (visitor: Guest, passMinutes: (count: number) => void) => {
    const account = await signedInWithBoth(visitor)
    passMinutes(11)
    await open(visitor, 'addresses')
    await send(visitor, 'addresses', {})
    await expectStepUp(visitor, 'second')
    return account
  }

  const maskedMobile = (mobile: string) => `+86 ${mobile.slice(3, 6)}****${mobile.slice(-4)}`
  const sendTo = ({ page, t }: Visitor, masked: RegExp | string) =>
    page.getByRole('button', { name: typeof masked === 'string' ? t('stepUp.second.use_mobile', { masked }) : masked })

  const expectShown = async ({ page }: Visitor, { mobile, email }: { mobile: string; email: string }) => {
    await expect(page.getByText(spaced(mobile), { exact: true })).toBeVisible()
    await expect(page.getByText(email, { exact: true })).toBeVisible()
  }

  test('happy: by SMS, after a wrong code, and the form finishes by itself', {
    tag: ['@small', '@postgresql'],
  }, async ({ page, t, visitor, pair }) => {
    const account = await asked(visitor, pair.clock.passMinutes)
    await sendTo(visitor, maskedMobile(account.mobile)).click()
    const field = page.getByLabel(t('field.code.label'), { exact: true })
    await stepUpButton(visitor, 'continue').click()
    expect(await errorsOf(visitor)).toEqual([t('stepUp.missing.mobile')])
    const right = await visitor.code(account.mobile, 2)
    await field.fill(otherThan(right))
    await stepUpButton(visitor, 'continue').click()
    expect(await errorsOf(visitor)).toEqual([t('error.code_wrong', { count: 4 })])
    await field.fill(right)
    await stepUpButton(visitor, 'continue').click()
    await expectShown(visitor, account)
    // The proof is fresh for what comes next.
    await open(visitor, 'addresses')
    await send(visitor, 'addresses', {})
    await expectShown(visitor, account)
  })

  test('happy: by email', async ({ page, t, visitor, pair }) => {
    const account = await asked(visitor, pair.clock.passMinutes)
    await sendTo(visitor, /\*@example\.com/).click()
    await page.getByLabel(t('field.code.label'), { exact: true }).fill(await visitor.code(account.email, 2))
    await stepUpButton(visitor, 'continue').click()
    await expectShown(visitor, account)
  })

  test('happy: by password, after a wrong one', async ({ page, t, visitor, pair }) => {
    const account = await asked(visitor, pair.clock.passMinutes)
    await stepUpButton(visitor, 'second.use_password').click()
    const field = page.getByLabel(t('field.password.label'), { exact: true })
    await field.fill('not the password')
    await stepUpButton(visitor, 'continue').click()
    expect(await errorsOf(visitor)).toEqual([t('error.wrong_credentials_password')])
    await expect(field).toHaveValue('')
    await field.fill(account.password)
    await page.keyboard.press('Enter')
    await expectShown(visitor, account)
  })

  test('happy: by password with a captcha in between', async ({ page, t, visitor, pair }) => {
    const account = await asked(visitor, pair.clock.passMinutes)
    await stepUpButton(visitor, 'second.use_password').click()
    const field = page.getByLabel(t('field.password.label'), { exact: true })
    for (let guess = 0; guess < 5; guess += 1) {
      await field.fill(`not the password ${guess}`)
      await stepUpButton(visitor, 'continue').click()
      await errorsOf(visitor)
    }
    await field.fill(account.password)
    await stepUpButton(visitor, 'continue').click()
    await expectStepUp(visitor, 'captcha')
    await answerBySight(visitor, await pair.captcha())
    await expectShown(visitor, account)
  })

  test('happy: closing it returns to the form and rejects with SECOND_VALID', async ({ page, t, visitor, pair }) => {
    await asked(visitor, pair.clock.passMinutes)
    await stepUpButton(visitor, 'close').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('addresses.title'))
    await expect(page.locator('main form')).toHaveAttribute('data-closed', 'SECOND_VALID')
    await send(visitor, 'addresses', {})
    await expectStepUp(visitor, 'second')
  })

  test('error: a code of eleven minutes is no proof, and another one is', async ({ page, t, visitor, pair }) => {
    const account = await asked(visitor, pair.clock.passMinutes)
    await sendTo(visitor, maskedMobile(account.mobile)).click()
    const field = page.getByLabel(t('field.code.label'), { exact: true })
    await field.fill(await visitor.code(account.mobile, 2))
    pair.clock.passMinutes(11)
    await stepUpButton(visitor, 'continue').click()
    expect(await errorsOf(visitor)).toEqual([t('error.code_expired')])
    await stepUpButton(visitor, 'second.again').click()
    await field.fill(await visitor.code(account.mobile, 3))
    await stepUpButton(visitor, 'continue').click()
    await expectShown(visitor, account)
  })
})
