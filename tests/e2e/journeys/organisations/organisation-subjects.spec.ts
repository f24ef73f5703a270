import { readFile } from 'node:fs/promises'
import { follow, press } from '#tests/e2e/controls'
import { expect, type Page, test } from '#tests/e2e/journey'
import { anotherBrowser } from '#tests/e2e/roads'
import { signIn } from '#tests/e2e/steps/accounts'
import { openOrganisation } from '#tests/e2e/steps/organisations'
import { expectFlash, send } from '#tests/e2e/steps/pages'
import { newMobile } from '#tests/e2e/steps/people'

const headingOf = (page: Page) => page.getByRole('heading', { level: 1 })

test('happy: a person registers an organisation, changes its details, and finds the change in its log and file', {
  tag: ['@small', '@postgresql'],
}, async ({ page, t, visitor }) => {
  const mobile = newMobile()
  await page.goto('/login/register')
  await page.getByRole('link', { name: t('ways.with_organisation'), exact: true }).click()
  await send(visitor, 'registerOrganisation', { subject_name: '=Riverside School', deputy_name: 'Ann' })
  await send(visitor, 'registerOrganisationMobile', { mobile })
  await send(visitor, 'registerOrganisationMobileCode', { code: await visitor.code(mobile) })
  await expectFlash(visitor, 'organisation_created')
  await expect(headingOf(page)).toHaveText('=Riverside School')
  await expect(page.getByRole('main')).toContainText(t('role.manager'))

  await page.getByRole('link', { name: t('organisation.links.details'), exact: true }).click()
  await send(visitor, 'organisationDetails', { website: 'https://riverside.example' })
  await expectFlash(visitor, 'organisation_saved')

  await page.getByRole('link', { name: t('organisation.links.log'), exact: true }).click()
  await expect(headingOf(page)).toHaveText(t('organisationLog.title'))
  await page.getByLabel(t('organisationLog.kind'), { exact: true }).selectOption('organisation_updated')
  await page.getByRole('button', { name: t('organisationLog.filter'), exact: true }).click()
  const entries = page.locator('.data tbody tr')
  await expect(entries).toHaveCount(1)
  await expect(entries).toContainText('https://riverside.example')

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: t('organisationLog.file'), exact: true }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  const lines = file.trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`"'=Riverside School"`)
  expect(lines[1]).toContain(`"${t('organisationAct.organisation_updated')}"`)
})

test('happy: two people hand an organisation over, and the new manager closes it', {
  tag: ['@postgresql', '@small'],
}, async ({ visitor, accounts, code, t }) => {
  const [ann, bo] = [await accounts.withMobile(), await accounts.withMobile()]
  const { here: organisation } = await openOrganisation(visitor, ann, 'Riverside School', { Bo: bo })

  // The account cannot be cancelled, and its page leads to what to do.
  await signIn(visitor, ann)
  await visitor.page.goto('/settings/cancel')
  await follow(visitor, 'cancel.hand_over')
  await visitor.page.locator('[name=use_mobile]').click()
  await visitor.page.locator('[name=code]').fill(await code(ann.mobile, 2))
  await press(visitor, 'stepUp.continue')
  await visitor.page.locator('[name=search]').fill('bo')
  await press(visitor, 'transfer.find')
  await visitor.page.getByRole('radio', { name: 'Bo' }).check()
  await visitor.page.locator('[name=subject_name]').fill('riverside school')
  await press(visitor, 'transfer.ask')
  await expectFlash(visitor, 'transfer_started')
  await expect(visitor.page.locator('[name=withdraw]')).toBeVisible()

  const other = await anotherBrowser(visitor)
  await signIn(other, bo)
  await other.page.goto('/settings/organisations')
  await other.page.locator(`a[href="${organisation}/manager"]`).click()
  await other.page.locator('[name=use_mobile]').click()
  await other.page.locator('[name=code]').fill(await code(bo.mobile, 2))
  await press(other, 'transfer.accept_submit')
  await expectFlash(other, 'transfer_done')
  await expect(other.page.getByText(t('organisation.acting', { name: 'Bo', role: t('role.manager') }))).toBeVisible()
  await visitor.page.reload()
  await expect(visitor.page.locator('[name=withdraw]')).toHaveCount(0)

  await follow(other, 'organisation.links.close')
  // Closing takes two factors: the password has signed in, and the code has accepted.
  await other.page.locator('[name=subject_name]').fill('Riverside School')
  await press(other, 'closing.close')
  await expectFlash(other, 'organisation_closing')
  await visitor.page.goto(organisation)
  await expectFlash(visitor, 'subject_frozen')
  await follow(other, 'organisation.links.reopen')
  await press(other, 'closing.reopen')
  await expectFlash(other, 'organisation_reopened')
  await visitor.page.goto(organisation)
  await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText('Riverside School')
})
