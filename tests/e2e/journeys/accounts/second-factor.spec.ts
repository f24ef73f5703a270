import { press } from '#tests/e2e/controls'
import { expect, withOwnPair } from '#tests/e2e/journey'
import { signInByPassword, signOut } from '#tests/e2e/roads'
import { expectPage, open, send } from '#tests/e2e/steps/pages'
import { appCode, passByCode } from '#tests/e2e/steps/step-up'
import { root } from '#tests/fixtures/programs/server'

const test = withOwnPair({ POLICY: `${root}tests/fixtures/second-factor-policy.json` })

test.describe.configure({ mode: 'default' })

test('happy: the required app is set up, and the next sign-in requires it', async ({ page, t, visitor, pair }) => {
  const { mobile, password } = await visitor.accounts.withMobile()
  await open(visitor, 'signIn', { next: '/settings/profile' })
  await send(visitor, 'signIn', { account: mobile, password })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('second_factor.title'))
  await press(visitor, 'authenticator.set_up')
  await passByCode(visitor, { way: 'mobile', to: mobile, nth: 2 })
  await expectPage(visitor, 'authenticatorSetUp')
  const key = ((await page.getByRole('main').getByRole('code').textContent()) ?? '').replaceAll(' ', '')
  await send(visitor, 'authenticatorSetUp', { authenticator_code: appCode(pair, key) })
  await expectPage(visitor, 'recoveryCodes')
  await send(visitor, 'recoveryCodes', {})
  await expectPage(visitor, 'profile')
  await signOut(visitor)
  pair.clock.passMinutes(1)
  await signInByPassword(visitor, mobile, password)
  await send(visitor, 'authenticatorStep', { authenticator_code: appCode(pair, key) })
  await expectPage(visitor, 'settings')
})
