import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '#tests/e2e/journey'
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
