import { tester } from '#tests/e2e/deployment'
import { expect, test } from '#tests/e2e/journey'
import { enter, signInByPassword, signOut } from '#tests/e2e/roads'
import {
  type Addressee,
  buttonOf,
  errorsOf,
  expectPage,
  expectSignedOut,
  formPages,
  open,
  send,
  whoAmI,
} from '#tests/e2e/steps/pages'
import { goodPassword } from '#tests/e2e/steps/people'

// Journeys at any deployment: they need a browser, and a mobile whose code is known. They leave its account as it was,
// except for the password, so they can run again. They share it, and run one after the other.
test.describe.configure({ mode: 'serial' })

const tag = '@any-deployment'

/** Asks for a code to the mobile of the testers. */
const askForCode = async (visitor: Addressee) => {
  const { mobile, code } = tester()
  await open(visitor, 'smsSignIn')
  await send(visitor, 'smsSignIn', { mobile })
  await expectPage(visitor, 'smsSignInCode')
  return { mobile, code }
}

/** Signs in by the known code. The first time, there is no account yet. */
const signInAsTester = async (visitor: Addressee): Promise<string> => {
  const { mobile, code } = await askForCode(visitor)
  await send(visitor, 'smsSignInCode', { code })
  const create = buttonOf(visitor, 'smsSignInCreate')
  if (new URL(visitor.page.url()).pathname === formPages.smsSignInCreate.path) await create.click()
  await expectPage(visitor, 'settings')
  return mobile
}

test('happy: a tester signs in by a known code, sees the account and signs out', { tag }, async ({ visitor }) => {
  const mobile = await signInAsTester(visitor)
  expect((await whoAmI(visitor)).mobile.slice(-4)).toBe(mobile.slice(-4))
  await signOut(visitor)
  await expectSignedOut(visitor)
})

test('error: a wrong code is reported, and the right one still signs in', { tag }, async ({ visitor }) => {
  const { code } = await askForCode(visitor)
  await send(visitor, 'smsSignInCode', { code: code === '000000' ? '000001' : '000000' })
  await expect(visitor.page.getByRole('alert')).toBeVisible()
  await send(visitor, 'smsSignInCode', { code })
  await expectPage(visitor, 'settings')
})

test('happy: a tester resets the password by a known code, and signs in by it', { tag }, async ({ visitor }) => {
  const { mobile, code } = tester()
  await open(visitor, 'mobileReset')
  await send(visitor, 'mobileReset', { mobile })
  await send(visitor, 'mobileResetCode', { code, password: goodPassword })
  await visitor.page.getByRole('status').waitFor()
  await signOut(visitor)
  await enter(visitor, mobile, goodPassword)
})

test('error: a wrong password is reported at the form, which keeps what was typed', { tag }, async ({ visitor }) => {
  const { mobile } = tester()
  await signInByPassword(visitor, mobile, 'not the password')
  expect(await errorsOf(visitor)).toHaveLength(1)
  await expect(visitor.page.locator('[name=account]')).toHaveValue(mobile)
  await expect(visitor.page.locator('[name=password]')).toHaveValue('')
})
