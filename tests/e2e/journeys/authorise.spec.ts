import { writeFileSync } from 'node:fs'
import { type AskingApplication, startAskingApplication } from '../../fixtures/asking-application'
import { temporaryFolder } from '../../fixtures/folder'
import { plannedIssuer, startOpenIdIssuer } from '../../fixtures/openid-issuer'
import { startPair } from '../../fixtures/pair'
import type { Guest } from '../accounts'
import { follow, press } from '../controls'
import { expect, test as journey } from '../journey'
import { expectPage, open, send } from '../pages'
import { signInOnTheWay, signOut } from '../roads'

/** A deployment with a real OpenID provider, and an application that asks its people. */
const test = journey.extend<object, { application: AskingApplication }>({
  pair: [
    async ({ delivery }, use) => {
      const [folder, planned] = [temporaryFolder('authorise'), await plannedIssuer()]
      const file = `${folder.path}/third-party.json`
      const { url: issuer, clientId: client_id, clientSecret: client_secret } = planned
      writeFileSync(
        file,
        JSON.stringify({ example: { kind: 'openid', name: 'Example', issuer, client_id, client_secret } }),
      )
      const pair = await startPair({ delivery, environment: { THIRD_PARTY: file } })
      const openId = await startOpenIdIssuer(planned, [`${pair.url}/passport/web/auth/example/callback`])
      await use(pair)
      await pair.stop()
      await openId.stop()
      folder.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  application: [
    async ({ pair }, use) => {
      const application = await startAskingApplication(pair)
      await use(application)
      await application.stop()
    },
    { scope: 'worker' },
  ],
})

// One after another, so that one pair serves them all.
test.describe.configure({ mode: 'default' })

const heading = ({ page }: Guest) => page.getByRole('heading', { level: 1 })

/** Opens the application, which asks whoever comes. */
const begin = async (visitor: Guest, { url, name }: AskingApplication): Promise<void> => {
  await visitor.page.goto(url)
  await expect(heading(visitor)).toHaveText(visitor.t('authorise.signed_out', { name }))
}

const agree = async (visitor: Guest, { name }: AskingApplication, mobile: string): Promise<void> => {
  await expect(heading(visitor)).toHaveText(visitor.t('authorise.asks', { name }))
  await press(visitor, 'authorise.agree')
  await expectWelcome(visitor, mobile)
}

/** The application has learned who the person is. */
const expectWelcome = (visitor: Guest, mobile: string) =>
  expect(heading(visitor)).toHaveText(new RegExp(`^Welcome, .*${mobile.slice(-4)}$`))

/** Nobody is signed in at the browser. */
const expectSignedOut = async (visitor: Guest): Promise<void> => {
  await open(visitor, 'settings')
  await expectPage(visitor, 'signIn')
}

test('happy: by SMS, somebody goes on to an application and is not signed in here', { tag: ['@small'] }, async ({
  page,
  t,
  visitor,
  code,
  accounts,
  application,
}) => {
  const { mobile } = await accounts.withMobile()
  await begin(visitor, application)
  await follow(visitor, 'ways.sms')
  await expect(page.getByRole('main')).toContainText(t('authorise.way_for', { name: application.name }))
  await page.getByLabel(t('field.mobile.label')).fill(mobile)
  await press(visitor, 'code.send')
  await page.getByLabel(t('field.code.label')).fill(await code(mobile, 2))
  await press(visitor, 'login.submit')
  await agree(visitor, application, mobile)
  await expectSignedOut(visitor)
})

test('happy: by a password, somebody stays signed in as they wish; the next time is asked nothing', async ({
  page,
  visitor,
  accounts,
  application,
}) => {
  const { mobile, password } = await accounts.withMobile()
  await begin(visitor, application)
  await signInOnTheWay(visitor, mobile, password)
  await agree(visitor, application, mobile)
  await open(visitor, 'settings')
  await expectPage(visitor, 'settings')
  await page.goto(application.url)
  await expectWelcome(visitor, mobile)
})

test('happy: by a provider, somebody new connects an account first, and then goes on without a session', async ({
  page,
  visitor,
  accounts,
  application,
}) => {
  const { mobile, password } = await accounts.withMobile()
  const visitProvider = async () => {
    await begin(visitor, application)
    await page.getByRole('main').getByRole('link', { name: 'Example', exact: true }).click()
    await follow(visitor, 'authorise.platform.once', { platform: 'Example' })
  }
  await visitProvider()
  await page.getByLabel('Name').fill('Ann')
  await page.getByRole('button', { name: 'Go on' }).click()
  await send(visitor, 'bindLogin', { account: mobile, password })
  await agree(visitor, application, mobile)
  await signOut(visitor)

  // It was given access before, so nothing is asked.
  await visitProvider()
  await expectWelcome(visitor, mobile)
  await expectSignedOut(visitor)
})

test('happy: by an account that this device remembers; another account is one press away; and declines', async ({
  page,
  t,
  visitor,
  accounts,
  application,
}) => {
  const { mobile, password } = await accounts.withMobile()
  await open(visitor, 'signIn')
  await page.getByRole('checkbox', { name: t('quick.remember') }).check()
  await send(visitor, 'signIn', { account: mobile, password })
  await signOut(visitor)

  await begin(visitor, application)
  const name = application.name
  const remembered = page.getByRole('button', { name: new RegExp(`^${t('quick.enter', { name: '.*' })}$`) })
  await remembered.click()
  await agree(visitor, application, mobile)
  await signOut(visitor)

  const other = await accounts.withMobile()
  await begin(visitor, application)
  await follow(visitor, 'authorise.sign_in')
  await page.getByLabel(t('field.account.label')).fill(other.mobile)
  await page.getByLabel(t('field.password.label')).fill(other.password)
  await press(visitor, 'login.submit')
  await expect(heading(visitor)).toHaveText(t('authorise.asks', { name }))
  await press(visitor, 'authorise.not_you')
  await expect(heading(visitor)).toHaveText(t('authorise.signed_out', { name }))
  await press(visitor, 'authorise.deny')
  await expect(heading(visitor)).toHaveText('Declined: access_denied')
})
