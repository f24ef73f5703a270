import { readFileSync } from 'node:fs'
import { expect, test } from '../journey'
import { buttonOf, errorsOf, expectNotice, expectPage, open, send } from '../pages'
import { elsewhere, registerByBoth, registerByMobile } from '../roads'
import { passByPassword } from '../step-up'

const sessionsPage = '/settings/sessions'

test('happy: one browser signs the other out, and the activity says so', async ({ page, t, code }) => {
  const visitor = { page, t }
  const { mobile, password } = await registerByMobile(visitor, code)
  const other = await elsewhere(visitor, { account: mobile, password })
  await page.getByRole('link', { name: t('settings.links.sessions'), exact: true }).click()
  await expect(page.locator('form.device')).toHaveCount(1)
  await page.locator('form.device [type=submit]').click()
  await expectNotice(visitor, 'session_ended')
  await expect(page.getByText(t('sessions.no_others'))).toBeVisible()

  await other.page.reload()
  await expectPage(other, 'signIn')
  await expectNotice(other, 'sign_in_again')
  await page.getByRole('link', { name: t('settings.back') }).click()
  await expectPage(visitor, 'settings')
  await expect(page.getByText(t('activity.kind.session_ended'))).toBeVisible()
})

test('happy: signs out everywhere else, and stays', async ({ page, t, code }) => {
  const visitor = { page, t }
  const { mobile, password } = await registerByMobile(visitor, code)
  const others = [
    await elsewhere(visitor, { account: mobile, password }),
    await elsewhere(visitor, { account: mobile, password }),
  ]
  await page.goto(sessionsPage)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('sessions.end_others'), exact: true })
    .click()
  await expectNotice(visitor, 'other_sessions_ended')
  for (const other of others) {
    await other.page.goto(sessionsPage)
    await expectPage(other, 'signIn')
  }
})

test('error: a device that another tab has signed out is said to be out already', async ({ page, t, code }) => {
  const visitor = { page, t }
  const { mobile, password } = await registerByMobile(visitor, code)
  await elsewhere(visitor, { account: mobile, password })
  await page.goto(sessionsPage)
  const tab = await page.context().newPage()
  await tab.goto(sessionsPage)
  await tab.locator('form.device [type=submit]').click()
  await tab.getByRole('status').waitFor()
  await page.locator('form.device [type=submit]').click()
  expect(await errorsOf(visitor)).toEqual([t('error.no_such_session')])
  await expect(page.getByText(t('sessions.no_others'))).toBeVisible()
})

test('happy: looks back page by page at what the account did', async ({ page, t, code }) => {
  const visitor = { page, t }
  const { mobile, password } = await registerByMobile(visitor, code)
  for (let time = 0; time < 10; time += 1) {
    const other = await elsewhere(visitor, { account: mobile, password })
    await other.page.context().close()
  }
  await page.getByRole('link', { name: t('settings.all_activity'), exact: true }).click()
  await expect(page.getByRole('main').locator('ol > li')).toHaveCount(10)
  await page.getByRole('link', { name: t('pages.older'), exact: true }).click()
  await expect(page.getByRole('main').locator('ol > li')).toHaveText([new RegExp(t('activity.kind.registered'))])
  await page.getByRole('link', { name: t('pages.newer'), exact: true }).click()
  await expect(page.getByText(t('pages.at', { page: 1, pages: 2 }))).toBeVisible()
})

test('happy: takes a copy of everything along, once it is clear who asks', async ({ page, t, code, pair }) => {
  const visitor = { page, t }
  const { mobile, email, password } = await registerByBoth(visitor, code)
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

test('security: a link to the file alone leads to the page that asks', async ({ page, t, code }) => {
  const visitor = { page, t }
  await registerByMobile(visitor, code)
  await page.goto('/settings/export/file')
  await expectPage(visitor, 'exportData')
  await expect(buttonOf(visitor, 'exportData')).toBeVisible()
})

test('security: none of these pages is there for who is signed out', async ({ page, t }) => {
  const visitor = { page, t }
  for (const path of [sessionsPage, '/settings/activity', '/settings/export', '/settings/export/file']) {
    await page.goto(path)
    await expectPage(visitor, 'signIn')
    expect(new URL(page.url()).searchParams.get('next')).toBe(path)
  }
})
