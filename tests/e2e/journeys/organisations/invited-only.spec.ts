import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { follow, press } from '#tests/e2e/controls'
import { expect, test as journey } from '#tests/e2e/journey'
import { anotherBrowser } from '#tests/e2e/roads'
import { accountsAt } from '#tests/e2e/steps/accounts'
import { openOrganisation } from '#tests/e2e/steps/organisations'
import { errorsOf, expectFlash, open, send } from '#tests/e2e/steps/pages'
import { goodPassword, newEmail, newMobile } from '#tests/e2e/steps/people'
import { memoryFolder } from '#tests/fixtures/programs/folder'
import { freshAddress } from '#tests/fixtures/programs/front'
import { type Pair, startPair } from '#tests/fixtures/programs/pair'

interface Started {
  pair: Pair
  manager: { mobile: string; password: string }
}

/** A deployment that was started open for its first account, and again for invited people, as an operator does it. */
const test = journey.extend<object, { started: Started }>({
  started: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern for the fixtures that are used.
    async ({}, use) => {
      const folder = memoryFolder('invited-only')
      const environment = { DATA_DIR: folder.path }
      const first = await startPair({ delivery: 'outbox', environment })
      const accounts = accountsAt({ pair: first, language: 'en', clientAddress: freshAddress() })
      const manager = await accounts.withMobile()
      await first.stop()
      const POLICY = join(folder.path, 'policy.json')
      writeFileSync(POLICY, '{"registration": "invited"}')
      const pair = await startPair({ delivery: 'outbox', environment: { ...environment, POLICY } })
      await use({ pair, manager })
      await pair.stop()
      folder.remove()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  pair: ({ started }, use) => use(started.pair),
})

test('happy: if registration needs an invitation, a person without one is refused, and two with one register and join', {
  // It starts servers of its own twice, so it is one of the long tests.
  tag: '@small-alone',
}, async ({ visitor, link, code, t, started: { manager } }) => {
  const { client, sec_subject_uid } = await openOrganisation(visitor, manager, 'Riverside School')

  // A person without an invitation, at the first page and after the code.
  const { page } = visitor
  const number = newMobile()
  await open(visitor, 'registerMobile')
  await expect(page.getByText(t('error.invitation_required'))).toBeVisible()
  await send(visitor, 'registerMobile', { mobile: number })
  await send(visitor, 'registerMobileCode', { code: await code(number) })
  expect(await errorsOf(visitor)).toEqual([t('error.invitation_required')])

  // A person who was invited by number, by the link in the message.
  const mobile = newMobile()
  expect(await client.inviteByMobile({ sec_subject_uid, mobile })).toMatchObject({ ok: true })
  const invited = await anotherBrowser(visitor)
  await invited.page.goto(await link(mobile))
  await follow(invited, 'ways.register')
  await send(invited, 'registerMobile', { mobile })
  await send(invited, 'registerMobileCode', { code: await code(mobile) })
  await invited.page.locator('[name=deputy_name]').fill('Bo')
  await press(invited, 'invitation.accept')
  await expectFlash(invited, 'invitation_accepted')

  // A person who was invited by email: the link in the mail proves the mailbox, so its page is the only one.
  const email = newEmail()
  expect(await client.inviteByEmail({ sec_subject_uid, email })).toMatchObject({ ok: true })
  const mailed = await anotherBrowser(visitor)
  await mailed.page.goto(await link(email))
  await mailed.page.locator('[name=deputy_name]').fill('Di')
  await mailed.page.locator('[name=password]').fill(goodPassword)
  await press(mailed, 'invitation.register')
  await expectFlash(mailed, 'invitation_accepted')
})
