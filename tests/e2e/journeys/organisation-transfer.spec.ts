import { type Guest, signIn } from '../accounts'
import { expect, test } from '../journey'
import { expectFlash } from '../pages'
import { anotherBrowser } from '../roads'

const clickButton = ({ page, t }: Guest, key: string, values: Record<string, string> = {}) =>
  page
    .getByRole('main')
    .getByRole('button', { name: t(key, values), exact: true })
    .click()

const clickLink = ({ page, t }: Guest, key: string) =>
  page
    .getByRole('main')
    .getByRole('link', { name: t(key), exact: true })
    .click()

test('happy: two people hand an organisation over, and the new manager closes it', {
  tag: ['@postgresql', '@small'],
}, async ({ visitor, accounts, code, t }) => {
  const [ann, bo] = [await accounts.withMobile(), await accounts.withMobile()]
  const { mobile } = bo
  const [client, invitee] = [
    await accounts.signedIn({ account: ann.mobile, password: ann.password }),
    await accounts.signedIn({ account: mobile, password: bo.password }),
  ]
  const created = await client.createSubject({ subject_name: 'Riverside School', base_infos: {} })
  const sec_subject_uid = created.ok ? created.data.sec_subject_uid : ''
  const invited = await client.inviteByMobile({ sec_subject_uid, mobile, deputy_name: 'Bo' })
  const link = invited.ok ? (invited.data.link ?? '') : ''
  const invite_ticket = new URL(link).searchParams.get('invite_ticket') ?? ''
  expect(await invitee.acceptInvitation({ invite_ticket })).toMatchObject({ ok: true })
  const organisation = `/settings/organisations/${sec_subject_uid}`

  // The account cannot be cancelled, and its page leads to what to do.
  await signIn(visitor, ann)
  await visitor.page.goto('/settings/cancel')
  await clickLink(visitor, 'cancel.hand_over')
  await visitor.page.locator('[name=use_mobile]').click()
  await visitor.page.locator('[name=code]').fill(await code(ann.mobile, 2))
  await clickButton(visitor, 'stepUp.continue')
  await visitor.page.locator('[name=search]').fill('bo')
  await clickButton(visitor, 'transfer.find')
  await visitor.page.getByRole('radio', { name: 'Bo' }).check()
  await clickButton(visitor, 'transfer.ask')
  await expectFlash(visitor, 'transfer_started')
  await expect(visitor.page.locator('[name=withdraw]')).toBeVisible()

  const other = await anotherBrowser(visitor)
  await signIn(other, bo)
  await other.page.goto('/settings/organisations')
  await other.page.locator(`a[href="${organisation}/manager"]`).click()
  await other.page.locator('[name=use_mobile]').click()
  await other.page.locator('[name=code]').fill(await code(mobile, 2))
  await clickButton(other, 'transfer.accept_submit')
  await expectFlash(other, 'transfer_done')
  await expect(other.page.getByText(t('organisation.acting', { name: 'Bo', role: t('role.manager') }))).toBeVisible()
  await visitor.page.reload()
  await expect(visitor.page.locator('[name=withdraw]')).toHaveCount(0)

  await clickLink(other, 'organisation.links.close')
  await clickButton(other, 'closing.close')
  await expectFlash(other, 'organisation_closing')
  await visitor.page.goto(organisation)
  await expectFlash(visitor, 'subject_frozen')
  await clickLink(other, 'organisation.links.close')
  await clickButton(other, 'closing.reopen')
  await expectFlash(other, 'organisation_reopened')
  await visitor.page.goto(organisation)
  await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText('Riverside School')
})
