import { randomUUID } from 'node:crypto'
import { type Guest, signedInWithMobile } from '../accounts'
import { expect, test } from '../journey'
import { expectFlash, send } from '../pages'
import { newMobile } from '../people'
import { anotherBrowser } from '../roads'

const clickButton = ({ page, t }: Guest, key: string) =>
  page
    .getByRole('main')
    .getByRole('button', { name: t(key), exact: true })
    .click()

const clickLink = ({ page, t }: Guest, key: string) =>
  page
    .getByRole('main')
    .getByRole('link', { name: t(key), exact: true })
    .click()

test('happy: somebody is invited by a message of their workplace, registers on the way, and nobody else comes in by its link', async ({
  visitor,
  link,
  code,
  t,
}) => {
  const workplaceId = `w-${randomUUID()}`
  await signedInWithMobile(visitor)
  await visitor.page.goto('/settings/organisations/new')
  await visitor.page.locator('[name=subject_name]').fill('Riverside School')
  await clickButton(visitor, 'organisations.create')
  await expectFlash(visitor, 'organisation_created')
  await clickLink(visitor, 'organisation.links.invitations')
  await clickLink(visitor, 'invitations.invite')
  await clickLink(visitor, 'invitations.by_workplace')
  await visitor.page.locator('[name=workplace_id]').fill('<b>bo</b>')
  await clickButton(visitor, 'invitations.send')
  await expect(visitor.page.getByText(t('field.workplace_id.invalid')).first()).toBeVisible()
  await visitor.page.locator('[name=workplace_id]').fill(workplaceId)
  await clickButton(visitor, 'invitations.send')
  await expectFlash(visitor, 'invitation_sent')

  const invitee = await anotherBrowser(visitor)
  const url = await link(workplaceId)
  const mobile = newMobile()
  await invitee.page.goto(url)
  await clickLink(invitee, 'ways.register')
  await send(invitee, 'registerMobile', { mobile })
  await send(invitee, 'registerMobileCode', { code: await code(mobile) })
  await clickButton(invitee, 'invitation.accept')
  await expectFlash(invitee, 'invitation_accepted')

  const late = await anotherBrowser(visitor)
  await signedInWithMobile(late)
  await late.page.goto(url)
  await expect(late.page.getByText(t('error.invitation_over_accepted'))).toBeVisible()
})
