import { follow, press } from '#tests/e2e/controls'
import { expect, test } from '#tests/e2e/journey'
import { anotherBrowser, signedInPhone } from '#tests/e2e/roads'
import { openAsManager } from '#tests/e2e/steps/organisations'
import { expectFlash, send } from '#tests/e2e/steps/pages'
import { newMobile } from '#tests/e2e/steps/people'

test('happy: a person without an account is invited by mobile, registers on the way and becomes a member', {
  tag: ['@postgresql', '@small', '@own-account-api'],
}, async ({ visitor, link, code, t }) => {
  const mobile = newMobile()
  await openAsManager(visitor, 'Riverside School')
  await follow(visitor, 'organisation.links.invitations')
  await expect(visitor.page.getByText(t('invitations.none_pending'))).toBeVisible()
  await follow(visitor, 'invitations.invite')
  await visitor.page.locator('[name=mobile]').fill(mobile)
  await visitor.page.locator('[name=deputy_name]').fill('Bo')
  await visitor.page.locator('[name=note]').fill('<b>Hello</b>')
  await press(visitor, 'invitations.send')
  await expectFlash(visitor, 'invitation_sent')

  const invitee = await anotherBrowser(visitor)
  const { page } = invitee
  await page.goto(await link(mobile))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Riverside School')
  await expect(page.getByText('<b>Hello</b>')).toBeVisible()
  await follow(invitee, 'ways.register')
  await send(invitee, 'registerMobile', { mobile })
  await send(invitee, 'registerMobileCode', { code: await code(mobile) })
  await expect(page).toHaveURL(/\/login\/invitation\?invite_ticket=/)
  await press(invitee, 'invitation.accept')
  await expectFlash(invitee, 'invitation_accepted')
  await expect(page.getByText(t('organisation.acting', { name: 'Bo', role: t('role.member') }))).toBeVisible()

  await visitor.page.reload()
  await expect(visitor.page.getByText(t('invitationState.accepted'), { exact: true })).toBeVisible()
  await follow(visitor, 'invitations.back')
  await expect(visitor.page.getByText(t('invitations.none_pending'))).toBeVisible()
})

test('happy: a pasted list is reported, sent and accepted, and the report follows', {
  tag: ['@postgresql', '@small'],
}, async ({ visitor, link, t }) => {
  const { phone: invitee, mobile } = await signedInPhone(visitor)
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
