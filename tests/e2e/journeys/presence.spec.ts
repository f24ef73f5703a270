import { readFileSync } from 'node:fs'
import { signedInWithBoth, signedInWithMobile, signIn } from '../accounts'
import { expect, test } from '../journey'
import { expectFlash, expectPage, expectSignedOut, open, send } from '../pages'
import { anotherBrowser } from '../roads'
import { passByPassword } from '../step-up'

test('happy: one browser signs the other out, and the activity says so', {
  tag: ['@smoke', '@small', '@postgresql'],
}, async ({ page, t, visitor }) => {
  const account = await signedInWithMobile(visitor)
  const other = await anotherBrowser(visitor)
  await signIn(other, account)
  await open(visitor, 'settings')
  await page.getByRole('link', { name: t('settings.links.sessions'), exact: true }).click()
  await expect(page.locator('.devices form')).toHaveCount(1)
  await page.locator('.devices form [type=submit]').click()
  await expectFlash(visitor, 'session_ended')
  await expect(page.getByText(t('sessions.no_others'))).toBeVisible()

  await expectSignedOut(other)
  await expectFlash(other, 'sign_in_again')
  await page.getByRole('link', { name: t('settings.back') }).click()
  await expectPage(visitor, 'settings')
  await expect(page.getByText(t('activity.kind.session_ended'))).toBeVisible()
})

test('happy: downloads a copy of all data after a second verification', { tag: '@postgresql' }, async ({
  visitor,
  pair,
}) => {
  const { page, t } = visitor
  const { mobile, email, password } = await signedInWithBoth(visitor)
  await open(visitor, 'settings')
  await page.getByRole('link', { name: t('settings.links.export'), exact: true }).click()
  pair.clock.passMinutes(11)
  await send(visitor, 'exportData', {})
  const [download] = await Promise.all([page.waitForEvent('download'), passByPassword(visitor, password)])
  expect(download.suggestedFilename()).toBe('butterfly-account.json')
  const { data } = JSON.parse(readFileSync(await download.path(), 'utf8'))
  const values = data.identifiers.map(({ value }: { value: string }) => value)
  expect(values).toEqual(expect.arrayContaining([mobile, email]))
  await open(visitor, 'settings')
  await expect(page.getByText(t('activity.kind.data_exported'))).toBeVisible()
})
