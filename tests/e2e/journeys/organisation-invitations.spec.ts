import { type Guest, signedInWithMobile } from '../accounts'
import { follow, press } from '../controls'
import { expect, test } from '../journey'
import { openAsManager } from '../organisations'
import { expectFlash, send } from '../pages'
import { newMobile } from '../people'
import { anotherBrowser } from '../roads'

/** Invites Bo by mobile, as the manager of a new organisation. */
const inviteBo = async (visitor: Guest, mobile: string): Promise<void> => {
  const { page, t } = visitor
  await openAsManager(visitor, 'Riverside School')
  await follow(visitor, 'organisation.links.invitations')
  await expect(page.getByText(t('invitations.none_pending'))).toBeVisible()
  await follow(visitor, 'invitations.invite')
  await page.locator('[name=mobile]').fill(mobile)
  await page.locator('[name=deputy_name]').fill('Bo')
  await page.locator('[name=note]').fill('<b>Hello</b>')
  await press(visitor, 'invitations.send')
  await expectFlash(visitor, 'invitation_sent')
}

test('happy: somebody without an account is invited by mobile, registers on the way and becomes a member', {
  tag: ['@postgresql', '@small'],
}, async ({ visitor, link, code, t }) => {
  const mobile = newMobile()
  await inviteBo(visitor, mobile)

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

test('security: the old link ends when an invitation is sent again, and another account may not answer it', async ({
  visitor,
  link,
  t,
}) => {
  const invitee = await anotherBrowser(visitor)
  const { mobile } = await signedInWithMobile(invitee)
  await inviteBo(visitor, mobile)
  const first = await link(mobile)
  await follow(visitor, 'invitations.back')
  await visitor.page.locator('[name=resend]').click()
  await expectFlash(visitor, 'invitation_resent')

  await invitee.page.goto(first)
  await expect(invitee.page.getByText(t('invitation.none_text'))).toBeVisible()
  const second = await link(mobile, 2)
  await visitor.page.goto(second)
  await expect(visitor.page.getByText(t('invitation.open'))).toBeVisible()
  const stranger = await anotherBrowser(visitor)
  await signedInWithMobile(stranger)
  await stranger.page.goto(second)
  await expect(stranger.page.locator('[name=accept]')).toHaveCount(0)
  await expect(stranger.page.locator('[name=change]')).toBeVisible()

  // The invitee finds it without the message, and declines.
  await follow(invitee, 'invitation.to_organisations')
  await invitee.page.getByRole('link', { name: 'Riverside School' }).click()
  await press(invitee, 'invitation.decline')
  await expectFlash(invitee, 'invitation_declined')
  await visitor.page.goBack()
  await visitor.page.getByRole('link', { name: t('invitationState.declined') }).click()
  await expect(visitor.page.getByRole('link', { name: /^Bo/ })).toBeVisible()
})
