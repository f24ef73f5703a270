import { expect, test } from '#tests/e2e/journey'
import { signInByPassword } from '#tests/e2e/roads'
import { signedInWithBoth } from '#tests/e2e/steps/accounts'
import { errorsOf, expectPage, open, send, whoAmI } from '#tests/e2e/steps/pages'
import { goodPassword } from '#tests/e2e/steps/people'
import {
  answerField,
  answerWithText,
  askFor,
  challenged,
  clickAt,
  expectStepUp,
  placeIn,
  stepUpButton,
} from '#tests/e2e/steps/step-up'
import { otherThan } from '#tests/fixtures/messages/post-office'

test.describe('a captcha at the sign-in', () => {
  // On larger screens, the finger below solves the pictures that are clicked, and the keyboard the others.
  for (const subtype of ['slide', '3d'] as const)
    test(`happy: ${subtype} is solved by sight, and the sign-in continues`, {
      tag: '@small-alone',
    }, async ({ page, visitor, pair }) => {
      const { mobile } = await challenged(visitor)
      await askFor(visitor, subtype)
      await clickAt(page, placeIn(await pair.captcha()))
      expect((await whoAmI(visitor)).mobile.slice(-4)).toBe(mobile.slice(-4))
    })

  test('happy: the spoken digits can replace the picture', async ({ page, t, visitor, pair }) => {
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

  test('happy: the keyboard alone sends letters and digits', { tag: '@small' }, async ({ context, visitor, pair }) => {
    const { page } = visitor
    const { mobile } = await challenged(visitor)
    // The pictures that are clicked have the same field.
    for (const subtype of ['text', 'slide'] as const) {
      await askFor(visitor, subtype)
      const field = await answerField(visitor)
      for (let stops = 0; stops < 40 && !(await field.evaluate((one) => one === document.activeElement)); stops += 1)
        await page.keyboard.press('Tab')
      await page.keyboard.type((await pair.captcha()).spoken)
      await page.keyboard.press('Enter')
      await expectPage(visitor, 'settings')
      if (subtype === 'slide') return
      // The client address of five wrong passwords stays under suspicion, for a browser that the account does not know.
      await context.clearCookies()
      await signInByPassword(visitor, mobile, goodPassword)
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
    test(`happy: a touch 20 pixels off a ${subtype}’s centre hits it on a phone`, async ({ page, visitor, pair }) => {
      await page.setViewportSize({ width: 320, height: 640 })
      await challenged(visitor)
      await askFor(visitor, subtype)
      const { x, y } = placeIn(await pair.captcha())
      const shown = await page.locator('input[type=image]').boundingBox()
      const beside = (20 * 208) / (shown?.width ?? 0)
      await clickAt(page, { x: x > 104 ? x - beside : x + beside, y })
      await expectPage(visitor, 'settings')
    })
})

test('happy: a second verification by SMS succeeds after a wrong code, and the form is sent automatically', {
  tag: ['@small', '@postgresql', '@own-account-api'],
}, async ({ page, t, visitor, pair }) => {
  const { mobile, email } = await signedInWithBoth(visitor)
  pair.clock.passMinutes(11)
  const ask = async () => {
    await open(visitor, 'addresses')
    await send(visitor, 'addresses', {})
  }
  const expectShown = async () => {
    const spaced = mobile.replace(/^(\+86)(\d{3})(\d{4})(\d{4})$/, '$1 $2 $3 $4')
    await expect(page.getByText(spaced, { exact: true })).toBeVisible()
    await expect(page.getByText(email, { exact: true })).toBeVisible()
  }
  await ask()
  await expectStepUp(visitor, 'second')
  const masked = `+86 ${mobile.slice(3, 6)}****${mobile.slice(-4)}`
  await stepUpButton(visitor, 'second.use_mobile', { masked }).click()
  const field = page.getByLabel(t('field.code.label'), { exact: true })
  await stepUpButton(visitor, 'continue').click()
  expect(await errorsOf(visitor)).toEqual([t('stepUp.missing.mobile')])
  const right = await visitor.code(mobile, 2)
  await field.fill(otherThan(right))
  await stepUpButton(visitor, 'continue').click()
  expect(await errorsOf(visitor)).toEqual([t('error.code_wrong', { count: 4 })])
  await field.fill(right)
  await stepUpButton(visitor, 'continue').click()
  await expectShown()
  // The proof is fresh for what comes next.
  await ask()
  await expectShown()
})
