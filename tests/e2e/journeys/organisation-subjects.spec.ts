import { readFile } from 'node:fs/promises'
import { signedInWithMobile, signIn } from '../accounts'
import { expect, type Page, test } from '../journey'
import { buttonOf, expectFlash, open, send, type Visitor } from '../pages'
import { newMobile } from '../people'

const headingOf = (page: Page) => page.getByRole('heading', { level: 1 })

/** Creates an organisation as the person who is signed in. */
const create = async (visitor: Visitor, subject_name: string): Promise<void> => {
  await open(visitor, 'newOrganisation')
  await send(visitor, 'newOrganisation', { subject_name })
  await expectFlash(visitor, 'organisation_created')
}

test('happy: registers an organisation, changes its details, and reads that in its log and its file', {
  tag: ['@small', '@postgresql'],
}, async ({ page, t, visitor }) => {
  const mobile = newMobile()
  await page.goto('/login/register')
  await page.getByRole('link', { name: t('ways.with_organisation'), exact: true }).click()
  await send(visitor, 'registerOrganisation', { subject_name: '=Riverside School' })
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
  const entries = page.locator('.entries > li')
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

test('happy: signs in, chooses one of two organisations, and goes on to the page that was asked for', async ({
  visitor,
}) => {
  const { page, t } = visitor
  const { mobile, password } = await signedInWithMobile(visitor)
  await open(visitor, 'chooseOrganisation')
  await page.getByRole('link', { name: t('organisations.create'), exact: true }).click()
  await send(visitor, 'newOrganisation', { subject_name: 'Meadow' })
  // The only one is not asked for.
  await open(visitor, 'chooseOrganisation')
  await expect(headingOf(page)).toHaveText('Meadow')
  await create(visitor, 'Orchard')
  await page.context().clearCookies()
  await signIn(visitor, { mobile, password })
  await open(visitor, 'chooseOrganisation', { next: '/settings/sessions' })
  await page.getByLabel('Orchard', { exact: true }).check()
  await buttonOf(visitor, 'chooseOrganisation').click()
  await expect(page).toHaveURL(/\/settings\/sessions$/)
  await open(visitor, 'chooseOrganisation')
  await expect(page.getByLabel('Orchard', { exact: true })).toBeChecked()
})

test('security: two organisations in two tabs never mix', async ({ page, context, t, visitor }) => {
  await signedInWithMobile(visitor)
  await create(visitor, 'Meadow')
  const meadow = page.url()
  await create(visitor, 'Orchard')
  const other = await context.newPage()
  await other.goto(meadow)
  await page.getByRole('link', { name: t('organisation.links.details'), exact: true }).click()
  await other.getByRole('link', { name: t('organisation.links.details'), exact: true }).click()
  // Each form was opened before the other one is sent, and the session acts in one of the two.
  const third = await context.newPage()
  await third.goto('/login/organisation')
  await third.getByLabel('Meadow', { exact: true }).check()
  await third.getByRole('button', { name: t('login.organisation.submit'), exact: true }).click()
  await expect(headingOf(third)).toHaveText('Meadow')
  await send(visitor, 'organisationDetails', { website: 'https://orchard.example' })
  await send({ page: other, t }, 'organisationDetails', { website: 'https://meadow.example' })
  await expect(headingOf(page)).toHaveText('Orchard')
  await expect(page.getByRole('main')).toContainText('https://orchard.example')
  await expect(headingOf(other)).toHaveText('Meadow')
  await expect(other.getByRole('main')).toContainText('https://meadow.example')
})
