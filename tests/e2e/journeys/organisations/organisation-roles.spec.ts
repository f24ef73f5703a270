import { follow, press } from '#tests/e2e/controls'
import { expect, test } from '#tests/e2e/journey'
import { anotherBrowser } from '#tests/e2e/roads'
import { signedInWithMobile, signIn } from '#tests/e2e/steps/accounts'
import { openOrganisation } from '#tests/e2e/steps/organisations'
import { errorsOf, expectFlash } from '#tests/e2e/steps/pages'

test('happy: a role is created, given, used, disabled and enabled, by two people in two browsers', {
  tag: ['@small', '@postgresql', '@own-account-api'],
}, async ({ page, t, visitor, accounts }) => {
  const [ann, bo] = [await signedInWithMobile(visitor), await accounts.withMobile()]
  const { here, ids } = await openOrganisation(visitor, ann, 'Orchard', { Bo: bo })

  await page.goto(here)
  await follow(visitor, 'organisation.links.roles')
  await expect(page.getByText(t('roles.none_of_own'))).toBeVisible()
  await follow(visitor, 'roles.create')
  await press(visitor, 'roles.create')
  expect(await errorsOf(visitor)).toEqual([t('field.role_name.missing')])
  await page.getByLabel(t('roles.name'), { exact: true }).fill('Front desk')
  for (const permission of ['role.read', 'role.write', 'member.read'])
    await page.locator(`[name=permissions][value="${permission}"]`).check()
  await press(visitor, 'roles.create')
  await expectFlash(visitor, 'role_created')
  await expect(page.locator('[name=permissions]:checked')).toHaveCount(3)

  await page.goto(`${here}/members/${ids.Bo}/roles`)
  await page.getByRole('checkbox', { name: /^Front desk/ }).check()
  await press(visitor, 'memberRoles.save')
  await expectFlash(visitor, 'roles_saved')
  await expect(page.getByRole('checkbox', { name: /^Front desk/ })).toBeChecked()

  const other = await anotherBrowser(visitor)
  await signIn(other, bo)
  await other.page.goto(here)
  await expect(other.page.getByText(t('organisation.links.applications'))).toHaveCount(0)
  await follow(other, 'organisation.links.roles')
  await follow(other, 'roles.create')
  // Bo can give what they have, and nothing else.
  await expect(other.page.locator('[name=permissions]')).toHaveCount(3)

  await page.goto(`${here}/roles/front-desk`)
  await expect(page.getByRole('link', { name: 'Bo', exact: true })).toBeVisible()
  await follow(visitor, 'roles.disable')
  await press(visitor, 'roles.disable')
  await expectFlash(visitor, 'role_disabled')
  // The form that Bo has open still comes, and is refused.
  await other.page.getByLabel(t('roles.name'), { exact: true }).fill('Mine')
  await press(other, 'roles.create')
  await expect(other.page.getByRole('main')).not.toContainText('Mine')
  expect((await other.page.goto(`${here}/roles`))?.status()).toBe(403)

  await page.getByRole('link', { name: 'Front desk', exact: true }).click()
  await follow(visitor, 'roles.enable')
  await press(visitor, 'roles.enable')
  await expectFlash(visitor, 'role_enabled')
  expect((await other.page.goto(`${here}/roles`))?.status()).toBe(200)
})
