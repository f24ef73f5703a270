import { randomUUID } from 'node:crypto'
import { follow, press } from '#tests/e2e/controls'
import { expect, test } from '#tests/e2e/journey'
import { anotherBrowser } from '#tests/e2e/roads'
import { type Guest, signIn } from '#tests/e2e/steps/accounts'
import { openAsManager } from '#tests/e2e/steps/organisations'
import { errorsOf, expectFlash } from '#tests/e2e/steps/pages'

const joinButton = ({ page, t }: Guest) =>
  page.getByRole('button', { name: t('organisations.join_one', { name: 'Riverside School' }) })

test('happy: a domain is proven by a text record, and a person with an address in it joins', {
  tag: ['@postgresql', '@small'],
}, async ({ visitor, pair, accounts, t }) => {
  const domain = `${randomUUID().slice(0, 13)}.school.example`
  const { page } = visitor
  await openAsManager(visitor, 'Riverside School')
  await follow(visitor, 'organisation.links.domains')
  await page.locator('[name=domain]').fill(`@${domain.toUpperCase()}`)
  await press(visitor, 'domains.add')
  const [name = '', value = ''] = await page.locator('code').allTextContents()
  expect(name).toBe(`_organisation.${domain}`)
  await press(visitor, 'domains.check')
  expect(await errorsOf(visitor)).toEqual([t('error.domain_not_proven_no_domain')])
  await pair.publish(domain, ['v=spf1 -all'])
  await pair.publish(name, [value])
  await press(visitor, 'domains.check')
  await expectFlash(visitor, 'domain_proven')
  await page.locator('[name=joining][value=join]').check()
  await press(visitor, 'domains.save')
  await expectFlash(visitor, 'domain_saved')

  const pupil = await anotherBrowser(visitor)
  await signIn(pupil, await accounts.withEmail({ email: `ann@${domain}` }))
  await pupil.page.goto('/settings/organisations')
  // Looking at the page changes nothing.
  await pupil.page.reload()
  await expect(pupil.page.getByText(t('organisations.none'))).toBeVisible()
  await joinButton(pupil).click()
  await expectFlash(pupil, 'domain_joined')
  await expect(pupil.page.getByRole('heading', { level: 1 })).toHaveText('Riverside School')
  await pupil.page.goto('/settings/organisations')
  await expect(joinButton(pupil)).toHaveCount(0)
})
