import { expect } from '@playwright/test'
import { type AskingApplication, startAskingApplication } from '../fixtures/asking-application'
import type { Pair } from '../fixtures/pair'
import { press } from './controls'
import type { Visitor } from './pages'

/** A test's fixture: an application that asks its people. */
export const asking = async (
  { pair }: { pair: Pair },
  use: (application: AskingApplication) => Promise<void>,
): Promise<void> => {
  const application = await startAskingApplication(pair)
  await use(application)
  await application.stop()
}

const heading = ({ page }: Visitor) => page.getByRole('heading', { level: 1 })

/** Opens the application, which asks whoever comes. */
export const begin = async (visitor: Visitor, { url, name }: AskingApplication): Promise<void> => {
  await visitor.page.goto(url)
  await expect(heading(visitor)).toHaveText(visitor.t('authorise.signed_out', { name }))
}

/** The application has learned who the person is. */
export const expectWelcome = (visitor: Visitor, mobile: string): Promise<void> =>
  expect(heading(visitor)).toHaveText(new RegExp(`^Welcome, .*${mobile.slice(-4)}$`))

export const agree = async (visitor: Visitor, { name }: AskingApplication, mobile: string): Promise<void> => {
  await expect(heading(visitor)).toHaveText(visitor.t('authorise.asks', { name }))
  await press(visitor, 'authorise.agree')
  await expectWelcome(visitor, mobile)
}
