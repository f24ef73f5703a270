import { follow, press } from '#tests/e2e/controls'
import { expect, test as journey, startedAt } from '#tests/e2e/journey'
import { signInByPassword } from '#tests/e2e/roads'
import type { Guest } from '#tests/e2e/steps/accounts'
import { expectPage } from '#tests/e2e/steps/pages'
import { type Sibling, startSibling } from '#tests/fixtures/programs/sibling'

const test = journey.extend<{ sibling: Sibling }>({ sibling: [startedAt(startSibling), { timeout: 120_000 }] })

const heading = ({ page }: Guest) => page.getByRole('heading', { level: 1 })

/** What a masked number shows of a number. */
const endOf = (mobile: string): string => mobile.slice(-4)

test('happy: a person continues in another application and returns, with a separate session in each', {
  tag: '@postgresql',
}, async ({ visitor, page, pair, sibling, t }) => {
  const { mobile, password } = await visitor.accounts.withMobile()
  await signInByPassword(visitor, mobile, password)
  await follow(visitor, 'share.applications.title')
  await press(visitor, 'share.applications.go_on', { name: sibling.name })
  const link = page.url()
  expect(link).toMatch(new RegExp(`^${sibling.url}/login/share\\?share_ticket=[\\w-]{22}$`))
  await expect(heading(visitor)).toHaveText(t('share.title'))
  await expect(page.getByRole('main')).toContainText(endOf(mobile))
  await expect(page.getByRole('main')).toContainText('Butterfly')
  await press(visitor, 'share.submit')
  await expect(page).toHaveURL(`${sibling.url}/settings`)

  // The link is used up.
  await page.goto(link)
  await expect(heading(visitor)).toHaveText(t('share.over.title'))
  // Back at the first application, the person is still signed in, and sees the account at once.
  await page.goto(`${sibling.url}/settings/applications`)
  await press(visitor, 'share.applications.go_on', { name: 'Butterfly' })
  await expect(page).toHaveURL(`${pair.url}/settings`)

  // Signing out here leaves the person signed in there.
  await press(visitor, 'settings.sign_out')
  await expectPage(visitor, 'signIn')
  await page.goto(`${sibling.url}/settings`)
  await expect(page).toHaveURL(`${sibling.url}/settings`)
  await page.goto(`${sibling.url}/settings/sessions`)
  await press(visitor, 'sessions.leave_everywhere')
  await page.goto(`${sibling.url}/settings`)
  await expectPage(visitor, 'signIn')
})
