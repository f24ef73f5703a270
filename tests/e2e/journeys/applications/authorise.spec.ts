import { follow, press } from '#tests/e2e/controls'
import { expect, test as journey, startedAt } from '#tests/e2e/journey'
import type { Visitor } from '#tests/e2e/steps/pages'
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
