import { signedInWithMobile, signIn } from '../accounts'
import { expect, test } from '../journey'
import { errorsOf, expectFlash } from '../pages'
import { goodPassword } from '../people'
import { anotherBrowser } from '../roads'

test('happy: a role is made, given, used, disabled and enabled, by two people in two browsers', {
  tag: ['@small', '@postgresql'],
}, async ({ page, t, visitor, accounts }) => {
  const ann = await signedInWithMobile(visitor)
  const manager = await accounts.signedIn({ account: ann.mobile, password: ann.password })
  const created = await manager.createSubject({ subject_name: 'Orchard' })
  if (!created.ok) throw new Error(created.code)
  const { sec_subject_uid } = created.data
  const bo = await accounts.withMobile()
  const member = await accounts.signedIn({ account: bo.mobile, password: goodPassword })
  const invited = await manager.inviteByMobile({ sec_subject_uid, mobile: bo.mobile, deputy_name: 'Bo' })
  if (!invited.ok) throw new Error(invited.code)
  const accepted = await member.acceptInvitation({ invite_id: invited.data.invite_id })
  if (!accepted.ok) throw new Error(accepted.code)
  const here = `/settings/organisations/${sec_subject_uid}`
  const press = (name: string, values = {}) =>
    page
      .getByRole('main')
      .getByRole('button', { name: t(name, values), exact: true })
      .click()
  const follow = (name: string) => page.getByRole('link', { name: t(name), exact: true }).click()

  await page.goto(here)
  await follow('organisation.links.roles')
  await expect(page.getByText(t('roles.none_of_own'))).toBeVisible()
  await follow('roles.create')
  await press('roles.create')
  expect(await errorsOf(visitor)).toEqual([t('field.role_name.missing')])
  await page.getByLabel(t('roles.name'), { exact: true }).fill('Front desk')
  for (const permission of ['role.read', 'role.write', 'member.read'])
    await page.locator(`[name=permissions][value="${permission}"]`).check()
  await press('roles.create')
  await expectFlash(visitor, 'role_created')
  await expect(page.locator('[name=permissions]:checked')).toHaveCount(3)

  await page.goto(`${here}/members/${accepted.data.identity_id}/roles`)
  await page.getByRole('checkbox', { name: /^Front desk/ }).check()
  await press('memberRoles.save')
  await expectFlash(visitor, 'roles_saved')
  await expect(page.getByRole('checkbox', { name: /^Front desk/ })).toBeChecked()

  const other = await anotherBrowser(visitor)
  await signIn(other, { mobile: bo.mobile, password: goodPassword })
  await other.page.goto(`${here}/roles`)
  await other.page.getByRole('link', { name: t('roles.create'), exact: true }).click()
  // Bo can give what they have, and nothing else.
  await expect(other.page.locator('[name=permissions]')).toHaveCount(3)

  await page.goto(`${here}/roles/front-desk`)
  await expect(page.getByRole('link', { name: 'Bo', exact: true })).toBeVisible()
  await follow('roles.disable')
  await press('roles.disable')
  await expectFlash(visitor, 'role_disabled')
  // The form that Bo has open still comes, and is refused.
  await other.page.getByLabel(t('roles.name'), { exact: true }).fill('Mine')
  await other.page.getByRole('button', { name: t('roles.create'), exact: true }).click()
  await expect(other.page.getByRole('main')).not.toContainText('Mine')
  expect((await other.page.goto(`${here}/roles`))?.status()).toBe(403)

  await page.getByRole('link', { name: 'Front desk', exact: true }).click()
  await follow('roles.enable')
  await press('roles.enable')
  await expectFlash(visitor, 'role_enabled')
  expect((await other.page.goto(`${here}/roles`))?.status()).toBe(200)
})
