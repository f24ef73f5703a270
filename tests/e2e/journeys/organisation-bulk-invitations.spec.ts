import { type Guest, signedInWithMobile } from '../accounts'
import { follow, press } from '../controls'
import { expect, test } from '../journey'
import { openAsManager } from '../organisations'
import { expectFlash } from '../pages'
import { newMobile } from '../people'
import { anotherBrowser } from '../roads'

/** Signs in as the manager of an organisation and opens the form for many people. */
const openForm = async (visitor: Guest): Promise<void> => {
  await openAsManager(visitor, 'Riverside School')
  await follow(visitor, 'organisation.links.invitations')
  await follow(visitor, 'invitations.invite_many')
}

test('happy: a pasted list is reported, sent and accepted, and the report follows', {
  tag: ['@postgresql', '@small'],
}, async ({ visitor, link, t }) => {
  const invitee = await anotherBrowser(visitor)
  const { mobile } = await signedInWithMobile(invitee)
  const other = newMobile()
  await openForm(visitor)
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
  await expect(page.locator('.devices').getByText(t('inviteList.invitation.accepted'))).toBeVisible()
  const [download] = await Promise.all([page.waitForEvent('download'), follow(visitor, 'inviteList.download')])
  expect(download.suggestedFilename()).toBe('invitations.csv')
  await follow(visitor, 'inviteList.another')
  await expect(page.getByRole('link', { name: t('inviteList.list_of', { count: 4 }) })).toBeVisible()
})

test('security: formulas, markup and turned text of a list are text, and its address is of no use to others', async ({
  visitor,
  t,
}) => {
  await openForm(visitor)
  const { page } = visitor
  const text = `address,role,note\n=cmd|' /C calc'!A0,,\n<b>${'x'.repeat(10_000)}</b>,,\n\u202e<img src=x>,,`
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('[name=file]').setInputFiles(file)
  await press(visitor, 'inviteList.check')
  await expect(page.getByText(t('inviteList.progress.nobody'))).toBeVisible()
  await expect(page.getByText("=cmd|' /C calc'!A0")).toBeVisible()
  await expect(page.getByRole('main').locator('b, img')).toHaveCount(0)
  const stranger = await anotherBrowser(visitor)
  await signedInWithMobile(stranger)
  const answer = await stranger.page.goto(page.url())
  expect(answer?.status()).toBe(404)
})
