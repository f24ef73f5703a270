import { expect } from '@playwright/test'
import { shownCode } from '#tests/fixtures/authenticators/app'
import type { Pair } from '#tests/fixtures/programs/pair'
import { expectFlash, expectPage, open, send, type Visitor } from './pages'

/** The code that an app shows. */
export const appCode = (pair: Pair, key: string): string => shownCode(key, pair.clock.now())

/** Sets an authenticator app up, for the account that is signed in, and has no sign-in ask for it. */
export const setUpApp = async (visitor: Visitor, pair: Pair): Promise<{ key: string; codes: string[] }> => {
  const { page } = visitor
  await open(visitor, 'authenticator')
  await send(visitor, 'authenticator', {})
  await expectPage(visitor, 'authenticatorSetUp')
  const picture = page.getByRole('main').getByRole('img')
  // The page is there before its picture is.
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
  const key = ((await page.getByRole('main').getByRole('code').textContent()) ?? '').replaceAll(' ', '')
  await send(visitor, 'authenticatorSetUp', { authenticator_code: appCode(pair, key) })
  await expectPage(visitor, 'recoveryCodes')
  const codes = await page.getByRole('main').getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await visitor.page.getByRole('checkbox').uncheck()
  await send(visitor, 'recoveryCodes', {})
  await expectFlash(visitor, 'recovery_codes_kept')
  return { key, codes }
}
