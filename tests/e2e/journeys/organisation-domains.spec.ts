import { randomUUID } from 'node:crypto'
import { type Guest, signIn } from '../accounts'
import { follow, press } from '../controls'
import { expect, test } from '../journey'
import { openAsManager } from '../organisations'
import { errorsOf, expectFlash } from '../pages'
import { anotherBrowser } from '../roads'

const newDomain = (): string => `${randomUUID().slice(0, 13)}.school.example`

/** Signs in as the manager of an organisation and adds a mail domain to it. Answers the organisation, and the record that the page of the domain shows. */
const addDomain = async (visitor: Guest, domain: string) => {
  const { page } = visitor
  const organisation = await openAsManager(visitor, 'Riverside School')
  await follow(visitor, 'organisation.links.domains')
  await page.locator('[name=domain]').fill(`@${domain.toUpperCase()}`)
  await press(visitor, 'domains.add')
  const [name = '', value = ''] = await page.locator('code').allTextContents()
  expect(name).toBe(`_organisation.${domain}`)
  return { ...organisation, name, value }
}

/** Proves the domain whose page is shown, and lets people join. */
const open = async (visitor: Guest): Promise<void> => {
  await press(visitor, 'domains.check')
  await expectFlash(visitor, 'domain_proven')
  await visitor.page.locator('[name=joining][value=join]').check()
  await press(visitor, 'domains.save')
  await expectFlash(visitor, 'domain_saved')
}

const joinButton = ({ page, t }: Guest) =>
  page.getByRole('button', { name: t('organisations.join_one', { name: 'Riverside School' }) })

test('happy: a domain is proven by a text record, and somebody with an address of it joins', {
  tag: ['@postgresql', '@small'],
}, async ({ visitor, pair, accounts, t }) => {
  const domain = newDomain()
  const { name, value } = await addDomain(visitor, domain)
  await press(visitor, 'domains.check')
  expect(await errorsOf(visitor)).toEqual([t('error.domain_not_proven_no_domain')])
  await pair.publish(domain, ['v=spf1 -all'])
  await pair.publish(name, [value])
  await open(visitor)

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

test('error: what is no mail domain, a public one and a record with another value are told', async ({
  visitor,
  pair,
  t,
}) => {
  const domain = newDomain()
  const { name } = await addDomain(visitor, domain)
  await pair.publish(name, ['organisation-proof=other'])
  await press(visitor, 'domains.check')
  expect(await errorsOf(visitor)).toEqual([t('error.domain_not_proven_wrong_value')])
  await follow(visitor, 'domains.back')
  const typed = visitor.page.locator('[name=domain]')
  for (const [text, error] of [
    ['https://school.example/x', 'field.domain.invalid'],
    ['qq.com', 'error.domain_is_public'],
    [domain, 'error.domain_is_added'],
  ] as const) {
    await typed.fill(text)
    await press(visitor, 'domains.add')
    expect(await errorsOf(visitor)).toEqual([t(error)])
    await expect(typed).toHaveValue(text)
  }
})

test('security: whoever was removed is not let in by the domain, nor is anybody once the record is gone', async ({
  visitor,
  pair,
  accounts,
  t,
}) => {
  const domain = newDomain()
  const { client: manager, sec_subject_uid, name, value } = await addDomain(visitor, domain)
  await pair.publish(name, [value])
  await open(visitor)
  const page = visitor.page.url()

  const removed = await accounts.withEmail({ email: `ann@${domain}` })
  const client = await accounts.signedIn({ account: removed.email, password: removed.password })
  const joined = await client.joinSubject({ sec_subject_uid })
  const identity_id = joined.ok ? joined.data.identity_id : ''
  expect(await manager.deleteDeputy({ sec_subject_uid, identity_id })).toMatchObject({ ok: true })
  const other = await anotherBrowser(visitor)
  await signIn(other, removed)
  await other.page.goto('/settings/organisations')
  await expect(other.page.getByText(t('organisations.none'))).toBeVisible()
  await expect(joinButton(other)).toHaveCount(0)

  const late = await anotherBrowser(visitor)
  await signIn(late, await accounts.withEmail({ email: `bo@${domain}` }))
  await late.page.goto('/settings/organisations')
  await expect(joinButton(late)).toBeVisible()
  await pair.publish(name, [])
  await visitor.page.goto(page)
  await press(visitor, 'domains.check')
  expect(await errorsOf(visitor)).toEqual([t('error.domain_not_proven_no_domain')])
  await joinButton(late).click()
  expect(await errorsOf(late)).toEqual([t('error.not_joinable')])
})
