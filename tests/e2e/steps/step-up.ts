import { expect, type Page } from '@playwright/test'
import { signInByPassword } from '#tests/e2e/roads'
import { shownCode } from '#tests/fixtures/authenticators/app'
import type { CaptchaAnswer } from '#tests/fixtures/parties/captcha-answers'
import type { Pair } from '#tests/fixtures/programs/pair'
import type { Guest } from './accounts'
import { type Addressee, expectPage, type Visitor } from './pages'

const subtypes = ['text', 'slide', 'whirl', '3d'] as const
type Subtype = (typeof subtypes)[number]

/** A button of a step-up, found by its text. */
export const stepUpButton = ({ page, t }: Visitor, text: string, values = {}) =>
  page.getByRole('main').getByRole('button', { name: t(`stepUp.${text}`, values), exact: true })

export const expectStepUp = async ({ page, t }: Visitor, kind: 'captcha' | 'second'): Promise<void> => {
  const title = t(`stepUp.title.${kind}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page).toHaveTitle(new RegExp(title))
}

/** The button that sends a code to an address of the account. */
export const codeButton = ({ page }: Visitor, way: 'mobile' | 'email') =>
  page.getByRole('button', { name: way === 'mobile' ? /\+86 138\*{4}/ : /\*{3}@/ })

/** Passes the second verification that the form waits for. */
export const passByPassword = async (visitor: Visitor, password: string): Promise<void> => {
  await expectStepUp(visitor, 'second')
  await stepUpButton(visitor, 'second.use_password').click()
  await visitor.page.getByLabel(visitor.t('field.password.label'), { exact: true }).fill(password)
  await stepUpButton(visitor, 'continue').click()
}

/** The same by the nth code to an address of the account. */
export const passByCode = async (
  visitor: Addressee,
  { way, to, nth }: { way: 'mobile' | 'email'; to: string; nth: number },
): Promise<void> => {
  await expectStepUp(visitor, 'second')
  await codeButton(visitor, way).click()
  await visitor.page.getByLabel(visitor.t('field.code.label'), { exact: true }).fill(await visitor.code(to, nth))
  await stepUpButton(visitor, 'continue').click()
}

/** Signs in with the right password after five wrong ones, so that a captcha is before it. */
export const challenged = async (visitor: Guest) => {
  const account = await visitor.accounts.withMobile()
  await visitor.accounts.guess(account.mobile)
  await signInByPassword(visitor, account.mobile, account.password)
  await expectStepUp(visitor, 'captcha')
  await expectPage(visitor, 'signIn')
  return account
}

/** The code that an authenticator app shows. */
export const appCode = (pair: Pair, key: string): string => shownCode(key, pair.clock.now())

const sceneOf = ({ page }: Visitor) => page.locator('[data-captcha]')

/** Asks for other pictures until one of a subtype comes. */
export const askFor = async (visitor: Visitor, wanted: Subtype): Promise<void> => {
  for (let asked = 0; asked < subtypes.length; asked += 1) {
    const scene = sceneOf(visitor)
    if ((await scene.getAttribute('data-captcha')) === wanted) return
    const before = await scene.getAttribute('src')
    await stepUpButton(visitor, 'another').click()
    await expect(sceneOf(visitor)).not.toHaveAttribute('src', before ?? '')
  }
  throw new Error(`No ${wanted} came`)
}

/** The field of the letters, or of the digits that are heard. */
export const answerField = async (visitor: Visitor) => {
  const isText = (await sceneOf(visitor).getAttribute('data-captcha')) === 'text'
  return visitor.page.getByLabel(visitor.t(isText ? 'stepUp.letters' : 'stepUp.digits'), { exact: true })
}

export const answerWithText = async (visitor: Visitor, text: string): Promise<void> => {
  await (await answerField(visitor)).fill(text)
  const isText = (await sceneOf(visitor).getAttribute('data-captcha')) === 'text'
  await stepUpButton(visitor, isText ? 'continue' : 'send_digits').click()
}

/** The place that solves a picture that is clicked. */
export const placeIn = (answer: CaptchaAnswer): { x: number; y: number } => {
  if (answer.subtype !== 'slide' && answer.subtype !== '3d') throw new Error(`The challenge is ${answer.subtype}`)
  return answer.solution
}

/** Clicks a place of the picture, in its own pixels. The page may show it larger. */
export const clickAt = async (page: Page, { x, y }: { x: number; y: number }): Promise<void> => {
  const scene = page.locator('input[type=image]')
  const shown = await scene.boundingBox()
  const scale = (shown?.width ?? 0) / Number(await scene.getAttribute('width'))
  await scene.click({ position: { x: x * scale, y: y * scale } })
}
