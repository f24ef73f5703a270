import { follow, press } from '#tests/e2e/controls'
import { expect, type Page, test } from '#tests/e2e/journey'
import { anotherBrowser } from '#tests/e2e/roads'
import { signedInWithMobile, signIn } from '#tests/e2e/steps/accounts'
import { openOrganisation } from '#tests/e2e/steps/organisations'
import { errorsOf, expectFlash } from '#tests/e2e/steps/pages'

const namesOn = (page: Page) => page.locator('.data tbody th > a, .devices > li > div > a')
const tick = (page: Page, id: string | undefined) => page.locator(`[name=member][value="${id}"]`).check()

test('happy: members are searched, sorted and renamed, and suspended and removed singly or together', {
  tag: ['@small', '@postgresql', '@own-account-api'],
}, async ({ page, t, visitor, accounts }) => {
  const manager = await signedInWithMobile(visitor)
  const members = {
    'Zoe Lee': await accounts.withMobile(),
    Bo: await accounts.withMobile(),
    Cy: await accounts.withMobile(),
  }
  const { here, ids } = await openOrganisation(visitor, manager, 'Orchard', members)
  await page.goto(here)
  await follow(visitor, 'organisation.links.members')
  await expect(namesOn(page)).toHaveText(['Bo', 'Cy', /^user-/, 'Zoe Lee'])
  await follow(visitor, 'members.joined')
  await expect(namesOn(page)).toHaveText([/^user-/, 'Zoe Lee', 'Bo', 'Cy'])
  await follow(visitor, 'members.tick_all')
  await expect(page.locator('[name=member]:checked')).toHaveCount(3)
  await page.getByLabel(t('members.search_all'), { exact: true }).fill('lE')
  await press(visitor, 'members.find')
  await expect(namesOn(page)).toHaveText(['Zoe Lee'])

  await page.getByRole('link', { name: 'Zoe Lee', exact: true }).click()
  await page.getByLabel(t('member.name_label'), { exact: true }).fill('Ann Lee')
  await press(visitor, 'member.rename')
  await expectFlash(visitor, 'member_renamed')
  await follow(visitor, 'members.back')
  await expect(namesOn(page)).toHaveText(['Ann Lee', 'Bo', 'Cy', /^user-/])

  await press(visitor, 'members.freeze')
  await expectFlash(visitor, 'nobody_ticked')
  for (const name of ['Bo', 'Cy']) await tick(page, ids[name])
  await press(visitor, 'members.freeze')
  await expect(namesOn(page)).toHaveText(['Bo', 'Cy'])
  await press(visitor, 'members.freeze')
  await expectFlash(visitor, 'members_frozen', { who: ['Bo', 'Cy'].join(t('layout.comma')) })
  await page.getByLabel(t('members.is_frozen'), { exact: true }).selectOption('1')
  await press(visitor, 'members.find')
  await expect(namesOn(page)).toHaveText(['Bo', 'Cy'])

  await page.getByRole('link', { name: 'Cy', exact: true }).click()
  await follow(visitor, 'member.remove')
  await follow(visitor, 'members.keep')
  await expect(namesOn(page)).toHaveCount(4)
  await tick(page, ids.Cy)
  await press(visitor, 'members.remove')
  await press(visitor, 'members.remove')
  await expectFlash(visitor, 'members_removed', { who: 'Cy' })
  await expect(namesOn(page)).toHaveText(['Ann Lee', 'Bo', /^user-/])
})

test('security: a suspended member loses the organisation with the next request, is told so, and leaves', {
  tag: '@postgresql',
}, async ({ page, t, visitor, accounts }) => {
  const [manager, bo] = [await signedInWithMobile(visitor), await accounts.withMobile()]
  const { here, ids } = await openOrganisation(visitor, manager, 'Orchard', { Bo: bo })
  const other = await anotherBrowser(visitor)
  await signIn(other, bo)
  await other.page.goto(`${here}/members/${ids.Bo}`)
  await other.page.getByLabel(t('member.own_name_label'), { exact: true }).fill('Bob')

  await page.goto(`${here}/members/${ids.Bo}`)
  await follow(visitor, 'member.freeze')
  await press(visitor, 'members.freeze')
  await expectFlash(visitor, 'members_frozen', { who: 'Bo' })

  await press(other, 'member.rename')
  await expectFlash(other, 'identity_frozen')
  await other.page.goto(`${here}/members/${ids.Bo}`)
  await expectFlash(other, 'identity_frozen')
  await follow(other, 'organisations.leave', { name: 'Orchard' })
  await expect(other.page.getByRole('main')).toContainText(t('leaving.frozen'))
  await press(other, 'leaving.leave')
  await expectFlash(other, 'organisation_left')
  await expect(other.page.getByRole('main')).not.toContainText('Orchard')

  await page.goto(`${here}/log`)
  const last = page.locator('.data tbody tr').first()
  await expect(last).toContainText(t('organisationAct.member_left'))
  await expect(last).not.toContainText('Bob')
  await other.page.goto('/settings/activity')
  const kinds = other.page.locator('.entries > li > strong')
  for (const [nth, kind] of ['organisation_left', 'organisation_frozen', 'signed_in'].entries())
    await expect(kinds.nth(nth)).toHaveText(t(`activity.kind.${kind}`))
})

test('happy: an account is created for a member, who activates it and arrives with the role', {
  tag: '@postgresql',
}, async ({ page, t, visitor, accounts, link }) => {
  const manager = await signedInWithMobile(visitor)
  const { here } = await openOrganisation(visitor, manager, 'Orchard')
  const [mistyped, email] = ['mistyped@example.com', `bo-${manager.mobile.slice(-8)}@example.com`]
  await page.goto(`${here}/members`)
  for (const [address, name] of [
    [mistyped, 'Wrong'],
    [email, 'Bo'],
  ] as const) {
    await page.goto(`${here}/members/new?by=email`)
    await page.getByLabel(t('awaited.email'), { exact: true }).fill(address)
    await page.getByLabel(t('member.name_label'), { exact: true }).fill(name)
    await page.getByLabel(t('invitations.role'), { exact: true }).selectOption('administrator')
    await press(visitor, 'awaited.create')
    await expectFlash(visitor, 'user_created')
  }
  await page.getByRole('button', { name: t('awaited.cancel_one', { name: 'Wrong' }), exact: true }).click()
  await press(visitor, 'awaited.delete')
  await expectFlash(visitor, 'activation_cancelled')
  await page.getByRole('button', { name: t('awaited.renew_one', { name: 'Bo' }), exact: true }).click()
  await expectFlash(visitor, 'activation_renewed')
  await expect(page.locator('.devices > li')).toHaveCount(1)

  const other = await anotherBrowser(visitor)
  await page.getByRole('button', { name: /example\.com.+Bo$/ }).click()
  await expectFlash(visitor, 'activation_link_sent')
  await expect(page.getByRole('link', { name: /\/account-help\/activate\/email$/ })).toBeVisible()
  await other.page.goto(await link(email))
  await other.page.getByLabel(t('field.email.label'), { exact: true }).fill(email)
  await press(other, 'code.send')
  await other.page.getByLabel(t('field.code.label'), { exact: true }).fill(await visitor.code(email))
  await press(other, 'activate.continue')
  await other.page.getByLabel('Orchard').check()
  await other.page.getByLabel(t('field.new_password.label'), { exact: true }).fill(manager.password)
  await press(other, 'activate.submit')
  await expectFlash(other, 'account_activated')
  await other.page.goto(`${here}/members`)
  await expect(namesOn(other.page)).toHaveText(['Bo', /^user-/])
  await page.reload()
  await expect(page.getByText(t('awaited.none'))).toBeVisible()
  expect(await accounts.signedIn({ account: email, password: manager.password })).toBeDefined()
})

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
