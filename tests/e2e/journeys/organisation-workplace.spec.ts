import { randomUUID } from 'node:crypto'
import { signedInWithMobile } from '../accounts'
import { follow, press } from '../controls'
import { expect, test } from '../journey'
import { openAsManager } from '../organisations'
import { expectFlash, send } from '../pages'
import { newMobile } from '../people'
import { anotherBrowser } from '../roads'

test('happy: somebody is invited by a message of their workplace, registers on the way, and nobody else comes in by its link', async ({
  visitor,
  link,
}) => {
  const { t, code } = visitor
  const workplaceId = `w-${randomUUID()}`
  await openAsManager(visitor, 'Riverside School')
  await follow(visitor, 'organisation.links.invitations')
  await follow(visitor, 'invitations.invite')
  await follow(visitor, 'invitations.by_workplace')
  await visitor.page.locator('[name=workplace_id]').fill('<b>bo</b>')
  await press(visitor, 'invitations.send')
  await expect(visitor.page.getByText(t('field.workplace_id.invalid')).first()).toBeVisible()
  await visitor.page.locator('[name=workplace_id]').fill(workplaceId)
  await press(visitor, 'invitations.send')
  await expectFlash(visitor, 'invitation_sent')

  const invitee = await anotherBrowser(visitor)
  const url = await link(workplaceId)
  const mobile = newMobile()
  await invitee.page.goto(url)
  await follow(invitee, 'ways.register')
  await send(invitee, 'registerMobile', { mobile })
  await send(invitee, 'registerMobileCode', { code: await code(mobile) })
  await press(invitee, 'invitation.accept')
  await expectFlash(invitee, 'invitation_accepted')

  const late = await anotherBrowser(visitor)
  await signedInWithMobile(late)
  await late.page.goto(url)
  await expect(late.page.getByText(t('error.invitation_over_accepted'))).toBeVisible()
})
