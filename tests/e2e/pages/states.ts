import { buttonOf, expectPage, type FormPageName, open, send, type Visitor } from '../pages'
import { goodPassword, newEmail, newMobile } from '../people'
import { registerByBoth, registerByEmail, registerByMobile, signOut } from '../roads'
import { answerWithText, askFor, expectStepUp, guessUntilChallenged, type Subtype, stepUpButton } from '../step-up'

/** What a state may need to be reached. */
interface Means extends Visitor {
  code: (to: string, nth?: number) => Promise<string>
  passMinutes: (minutes: number) => void
}

type Reach = (means: Means) => Promise<unknown>

const opened =
  (name: FormPageName): Reach =>
  (means) =>
    open(means, name)

const refusedEmpty =
  (name: FormPageName): Reach =>
  async (means) => {
    await open(means, name)
    await send(means, name, {})
    await means.page.getByRole('alert').waitFor()
  }

const smsCode = async (means: Means) => {
  const mobile = newMobile()
  await open(means, 'smsSignIn')
  await send(means, 'smsSignIn', { mobile })
  await expectPage(means, 'smsSignInCode')
  return mobile
}

const registerCode = async (means: Means) => {
  await open(means, 'registerMobile')
  await send(means, 'registerMobile', { mobile: newMobile() })
  await expectPage(means, 'registerMobileCode')
}

const bothCodes = async (means: Means) => {
  await open(means, 'registerBoth')
  await send(means, 'registerBoth', { mobile: newMobile(), email: newEmail() })
  await expectPage(means, 'registerBothCode')
}

const at =
  (path: string): Reach =>
  (means) =>
    means.page.goto(path)

const challenged =
  (subtype: Subtype): Reach =>
  async (means) => {
    await guessUntilChallenged(means, newEmail(), { last: 'not the password either' })
    await askFor(means, subtype)
  }

const staleAddresses = async (means: Means) => {
  await registerByBoth(means, means.code)
  means.passMinutes(11)
  await open(means, 'addresses')
  await send(means, 'addresses', {})
  await expectStepUp(means, 'second')
}

const sendSms = async ({ page, t }: Means) => {
  await page.getByRole('button', { name: /\+86 138\*{4}/ }).click()
  await page.getByLabel(t('field.code.label'), { exact: true }).waitFor()
}

/** Every page in every state that a person may see it in, with the way there. */
export const states: Record<string, Reach> = {
  home: at('/'),
  'home, signed in': async (means) => {
    await registerByMobile(means, means.code)
    await means.page.goto('/')
  },
  'sign-in': opened('signIn'),
  'sign-in, empty': refusedEmpty('signIn'),
  'sign-in, wrong': async (means) => {
    await open(means, 'signIn')
    await send(means, 'signIn', { account: newEmail(), password: 'not the password' })
    await means.page.getByRole('alert').waitFor()
  },
  'sign-in, captcha of text': challenged('text'),
  'sign-in, captcha of slide': challenged('slide'),
  'sign-in, captcha of whirl': challenged('whirl'),
  'sign-in, captcha of 3d': challenged('3d'),
  'sign-in, captcha answered wrongly': async (means) => {
    await challenged('text')(means)
    await answerWithText(means, 'WRONG')
    await means.page.getByRole('alert').waitFor()
  },
  'sign-in, captcha closed': async (means) => {
    await challenged('text')(means)
    await stepUpButton(means, 'close').click()
    await means.page.getByRole('heading', { name: means.t('login.title'), exact: true }).waitFor()
  },
  'sign-in, captcha took too long': async (means) => {
    await challenged('text')(means)
    means.passMinutes(16)
    await answerWithText(means, 'LATER')
    await means.page.getByRole('alert').waitFor()
  },
  'sign-in, coming from the settings': async (means) => {
    await open(means, 'settings')
    await expectPage(means, 'signIn')
  },
  'sign-in, just signed out': async (means) => {
    await registerByMobile(means, means.code)
    await signOut(means)
  },
  'sign-in by SMS': opened('smsSignIn'),
  'sign-in by SMS, empty': refusedEmpty('smsSignIn'),
  'sign-in by SMS, code': smsCode,
  'sign-in by SMS, wrong code': async (means) => {
    await smsCode(means)
    await send(means, 'smsSignInCode', { code: 'letters' })
    await means.page.getByRole('alert').waitFor()
  },
  'sign-in by SMS, code asked for again': async (means) => {
    await smsCode(means)
    await means.page.getByRole('button', { name: means.t('resend.button') }).click()
    await means.page.getByRole('status').waitFor()
  },
  'sign-in by SMS, no account yet': async (means) => {
    const mobile = await smsCode(means)
    await send(means, 'smsSignInCode', { code: await means.code(mobile) })
    await expectPage(means, 'smsSignInCreate')
  },
  'sign-in by SMS, took too long': async (means) => {
    await smsCode(means)
    means.passMinutes(16)
    await means.page.reload()
    await expectPage(means, 'smsSignIn')
  },
  'sign-in by email': opened('emailSignIn'),
  'sign-in by email, empty': refusedEmpty('emailSignIn'),
  'sign-in by email, code': async (means) => {
    await open(means, 'emailSignIn')
    await send(means, 'emailSignIn', { email: newEmail() })
    await expectPage(means, 'emailSignInCode')
  },
  'sign-in by email and password': opened('emailPassword'),
  'sign-in by email and password, empty': refusedEmpty('emailPassword'),
  'register by mobile': opened('registerMobile'),
  'register by mobile, empty': refusedEmpty('registerMobile'),
  'register by mobile, code': registerCode,
  'register by mobile, refused code and password': async (means) => {
    await registerCode(means)
    await send(means, 'registerMobileCode', { code: '1', password: 'short' })
    await means.page.getByRole('alert').waitFor()
  },
  'register by mobile, account exists': async (means) => {
    const { mobile } = await registerByMobile(means, means.code)
    await signOut(means)
    means.passMinutes(2)
    await open(means, 'registerMobile')
    await send(means, 'registerMobile', { mobile })
    await send(means, 'registerMobileCode', { code: await means.code(mobile, 2), password: goodPassword })
    await expectPage(means, 'registerExisting')
  },
  'register by email': opened('registerEmail'),
  'register by email, empty': refusedEmpty('registerEmail'),
  'register by email, code': async (means) => {
    await open(means, 'registerEmail')
    await send(means, 'registerEmail', { email: newEmail() })
    await expectPage(means, 'registerEmailCode')
  },
  'register by email, account exists': async (means) => {
    const { email } = await registerByEmail(means, means.code)
    await signOut(means)
    means.passMinutes(2)
    await open(means, 'registerEmail')
    await send(means, 'registerEmail', { email })
    await send(means, 'registerEmailCode', { code: await means.code(email, 2), password: goodPassword })
    await means.page.getByRole('alert').waitFor()
  },
  'register by both': opened('registerBoth'),
  'register by both, empty': refusedEmpty('registerBoth'),
  'register by both, codes': bothCodes,
  'register by both, codes empty': async (means) => {
    await bothCodes(means)
    await buttonOf(means, 'registerBothCode').click()
    await means.page.getByRole('alert').waitFor()
  },
  settings: (means) => registerByMobile(means, means.code),
  'addresses in full, asked': async (means) => {
    await registerByMobile(means, means.code)
    await open(means, 'addresses')
  },
  'addresses in full': async (means) => {
    const { mobile } = await registerByMobile(means, means.code)
    await open(means, 'addresses')
    await send(means, 'addresses', {})
    await means.page.getByText(mobile).waitFor()
  },
  'second verification': async (means) => {
    await staleAddresses(means)
  },
  'second verification, by SMS': async (means) => {
    await staleAddresses(means)
    await sendSms(means)
  },
  'second verification, wrong code': async (means) => {
    await staleAddresses(means)
    await sendSms(means)
    await means.page.getByLabel(means.t('field.code.label'), { exact: true }).fill('letters')
    await stepUpButton(means, 'continue').click()
    await means.page.getByRole('alert').waitFor()
  },
  'second verification, by password': async (means) => {
    await staleAddresses(means)
    await stepUpButton(means, 'second.use_password').click()
    await means.page.getByLabel(means.t('field.password.label'), { exact: true }).waitFor()
  },
  'sign-out, asked first': async (means) => {
    await registerByMobile(means, means.code)
    await means.page.goto('/passport/web/logout')
  },
  'no such page': at('/nowhere'),
  'cookies are needed': async (means) => {
    await open(means, 'signIn')
    await means.page.context().clearCookies()
    await send(means, 'signIn', { account: 'ann', password: 'some password' })
    await means.page.waitForLoadState()
  },
  'too large': async (means) => {
    await open(means, 'signIn')
    // A password field takes more than the server does.
    await send(means, 'signIn', { account: 'ann', password: 'x'.repeat(70_000) })
    await means.page.waitForLoadState()
  },
}
