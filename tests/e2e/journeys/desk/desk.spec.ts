import { readFileSync } from 'node:fs'
import type { OperatorScope } from '#contract/operator/operator-power'
import { follow, press } from '#tests/e2e/controls'
import { expect, test } from '#tests/e2e/journey'
import { signInByPassword } from '#tests/e2e/roads'
import { type Guest, signIn } from '#tests/e2e/steps/accounts'
import { errorsOf, expectFlash, open, send } from '#tests/e2e/steps/pages'
import { appCode, expectStepUp, stepUpButton } from '#tests/e2e/steps/step-up'
import type { Pair } from '#tests/fixtures/programs/pair'
import { operateOn } from '#tests/fixtures/programs/sibling'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

const withApp = async (visitor: Guest, pair: Pair) => {
  const account = await visitor.accounts.withEmail()
  const key = await visitor.accounts.withApp({ account: account.email, password: account.password })
  await signIn(visitor, account)
  // Each code of the app counts once, and the sign-in is a fresh proof for a while.
  pair.clock.passMinutes(16)
  return { ...account, key }
}

/** Makes the account of an email an operator's, as `npm run admin` does. */
const makeOperator = async (pair: Pair, email: string, scope: OperatorScope): Promise<void> => {
  const [userId = ''] = /\b[\da-f]{32}\b/.exec(await operateOn(pair, 'users', 'show', email)) ?? []
  await operateOn(pair, 'operators', 'add', userId, '--scopes', scope, '--reason', 'Works at the desk')
}

/** Presses the button that enters the desk, and shows a code of the app. */
const enter = async (visitor: Guest, pair: Pair, key: string) => {
  const { page, t } = visitor
  await press(visitor, 'desk.enter.submit')
  await expectStepUp(visitor, 'second')
  await stepUpButton(visitor, 'second.use_authenticator').click()
  await page.getByLabel(t('field.authenticator_code.label'), { exact: true }).fill(appCode(pair, key))
  await stepUpButton(visitor, 'continue').click()
}

const expectTitle = ({ page, t }: Guest, key: string) =>
  expect(page.getByRole('heading', { level: 1 })).toHaveText(t(key))

test('happy: an operator enters the desk with an authenticator, suspends an account, and leaves; its person reads why', {
  tag: ['@small'],
}, async ({ visitor, pair, page, t }) => {
  const person = await visitor.accounts.withEmail()
  const { email, key } = await withApp(visitor, pair)
  await makeOperator(pair, email, 'support')
  await page.goto(`${pair.desk}/desk/names`)
  await expectTitle(visitor, 'desk.enter.title')
  await enter(visitor, pair, key)
  await expect(page).toHaveURL(`${pair.desk}/desk/names`)
  await page.goto(`${pair.desk}/desk`)
  await expectTitle(visitor, 'desk.overview.title')
  await expect(page.getByRole('link', { name: t('desk.areas.people'), exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: t('desk.areas.keys'), exact: true })).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toContainText(t('desk.version', { version }))

  await page.getByLabel(t('desk.find_person.label'), { exact: true }).fill(person.email)
  await press(visitor, 'desk.find_person.find')
  // What was typed is in no address.
  await expect(page).toHaveURL(new RegExp(`^${pair.desk}/desk/people/[\\w-]+$`))
  await follow(visitor, 'act.freezeUser.submit')
  await page.getByLabel(t('actField.reason.label')).fill('Reported stolen')
  await press(visitor, 'act.freezeUser.submit')
  await expectFlash(visitor, 'desk_person_frozen')
  await page
    .getByRole('banner')
    .getByRole('button', { name: t('desk.sign_out') })
    .click()
  await expectTitle(visitor, 'desk.left.title')
  // The session at the public site stays, and the desk requires a press again.
  await follow(visitor, 'desk.left.again')
  await expectTitle(visitor, 'desk.enter.title')

  await open(visitor, 'settings')
  await send(visitor, 'settings', {})
  await signInByPassword(visitor, person.email, person.password)
  expect(await errorsOf(visitor)).toEqual([t('error.account_frozen', { reason: 'Reported stolen' })])
})
