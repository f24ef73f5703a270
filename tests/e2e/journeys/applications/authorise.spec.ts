import { follow, press } from '#tests/e2e/controls'
import { expect, test as journey, startedAt } from '#tests/e2e/journey'
import { signedInPhone } from '#tests/e2e/roads'
import { expectFlash, expectSignedOut, type Visitor } from '#tests/e2e/steps/pages'
import { choose, numberOn, readPicture, readText } from '#tests/e2e/steps/qr'
import { type AskingApplication, startAskingApplication } from '#tests/fixtures/parties/asking-application'

const test = journey.extend<{ application: AskingApplication }>({ application: startedAt(startAskingApplication) })

const heading = ({ page }: Visitor) => page.getByRole('heading', { level: 1 })

/** Opens the application. It asks every visitor. */
const begin = async (visitor: Visitor, { url, name }: AskingApplication): Promise<void> => {
  await visitor.page.goto(url)
  await expect(heading(visitor)).toHaveText(visitor.t('authorise.signed_out', { name }))
}

/** The application has learned who the person is. */
const expectWelcome = (visitor: Visitor, mobile: string): Promise<void> =>
  expect(heading(visitor)).toHaveText(new RegExp(`^Welcome, .*${mobile.slice(-4)}$`))

const agree = async (visitor: Visitor, { name }: AskingApplication, mobile: string): Promise<void> => {
  await expect(heading(visitor)).toHaveText(visitor.t('authorise.asks', { name }))
  await press(visitor, 'authorise.agree')
  await expectWelcome(visitor, mobile)
}

test('happy: a person continues to an application by SMS, and to the next one without a sign-in', {
  tag: ['@small'],
}, async ({ visitor, application }) => {
  const { page, t, accounts, code } = visitor
  const { mobile } = await accounts.withMobile()
  await begin(visitor, application)
  await follow(visitor, 'ways.sms')
  await expect(page.getByRole('main')).toContainText(t('authorise.way_for', { name: application.name }))
  await page.getByLabel(t('field.mobile.label')).fill(mobile)
  await press(visitor, 'code.send')
  await page.getByLabel(t('field.code.label')).fill(await code(mobile, 2))
  await expect(page.getByText(t('authorise.until_closed'))).toBeVisible()
  await press(visitor, 'login.submit')
  await agree(visitor, application, mobile)
  await page.goto(application.url)
  await expectWelcome(visitor, mobile)
})

test('happy: a phone answers an application for a signed-out screen', async ({ visitor, application }) => {
  const { page, t } = visitor
  const named = { name: application.name }
  const { phone, mobile } = await signedInPhone(visitor)
  await begin(visitor, application)
  await follow(visitor, 'ways.qr')
  await expect(page.getByRole('heading', { name: t('qrRequest.named', named) })).toBeVisible()
  await press(visitor, 'qr.show')
  const number = await numberOn(visitor)
  const url = await readPicture(visitor)
  expect(await readText(visitor)).toBe(url)
  await follow(visitor, 'qr.text_page.back')

  await phone.page.goto(url)
  await expect(phone.page.getByRole('heading', { level: 1 })).toHaveText(t('qrRequest.confirm.title', named))
  for (const said of [t('qrRequest.confirm.means', named), t('authorise.verified'), mobile.slice(-4)])
    await expect(phone.page.getByRole('main')).toContainText(said)
  await press(phone, 'qr.confirm.go_on')
  await choose(phone, number)
  await expectFlash(phone, 'qr_request_confirmed')
  // The screen reloads itself like the screen of a sign-in.
  await page.reload()
  await expect(page.getByRole('heading', { name: t('qr.code.title_confirmed') })).toBeVisible()
  await press(visitor, 'qr.confirm.go_on')

  await expect(page.getByRole('main')).toContainText(mobile.slice(-4))
  await agree(visitor, application, mobile)
  await expectSignedOut(visitor)
})
