import { follow, press } from '#tests/e2e/controls'
import { expect, test } from '#tests/e2e/journey'
import { anotherBrowser } from '#tests/e2e/roads'
import { signedInWithMobile } from '#tests/e2e/steps/accounts'
import { openAsManager } from '#tests/e2e/steps/organisations'
import { expectFlash } from '#tests/e2e/steps/pages'
import { newMobile } from '#tests/e2e/steps/people'

test('happy: a pasted list is reported, sent and accepted, and the report follows', {
  tag: ['@postgresql', '@small'],
}, async ({ visitor, link, t }) => {
  const invitee = await anotherBrowser(visitor)
  const { mobile } = await signedInWithMobile(invitee)
  const other = newMobile()
  await openAsManager(visitor, 'Riverside School')
  await follow(visitor, 'organisation.links.invitations')
  await follow(visitor, 'invitations.invite_many')
  const { page } = visitor
  await page.locator('[name=addresses]').fill(`Bo <${mobile}>\n${other}\nnobody\n${mobile}`)
  await press(visitor, 'inviteList.check')
  await expect(page.getByText(t('inviteList.line.wrong_form'))).toBeVisible()
  await expect(page.getByText(t('inviteList.line.twice', { line: 1 }))).toBeVisible()
  await press(visitor, 'inviteList.invite', { count: 2 })
  await expectFlash(visitor, 'invitation_list_sent')
  await invitee.page.goto(await link(mobile))
  await press(invitee, 'invitation.accept')
  await expectFlash(invitee, 'invitation_accepted')
  await page.goto(page.url())
  await expect(page.getByText(t('inviteList.progress.done'))).toBeVisible()
  await expect(page.locator('.data').getByText(t('inviteList.invitation.accepted'))).toBeVisible()
  const [download] = await Promise.all([page.waitForEvent('download'), follow(visitor, 'inviteList.download')])
  expect(download.suggestedFilename()).toBe('invitations.csv')
  await follow(visitor, 'inviteList.another')
  await expect(page.getByRole('link', { name: t('inviteList.list_of', { count: 4 }) })).toBeVisible()
})
