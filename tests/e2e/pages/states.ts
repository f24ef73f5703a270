import { photo } from '../../fixtures/picture-files'
import { buttonOf, expectPage, open, send } from '../pages'
import { goodPassword, newEmail, newMobile, newUsername } from '../people'
import {
  cancelByPassword,
  chooseUsername,
  elsewhere,
  registerByBoth,
  registerByEmail,
  registerByMobile,
  registerBySmsCode,
  signInByPassword,
  signOut,
} from '../roads'
import {
  answerWithText,
  askFor,
  codeButton,
  expectStepUp,
  guessUntilChallenged,
  type Subtype,
  stepUpButton,
} from '../step-up'
import { bindingStates } from './binding-states'
import { helpStates } from './help-states'
import { passwordStates } from './password-states'
import {
  at,
  type Means,
  opened,
  openedWithEmail,
  openedWithMobile,
  type Reach,
  refused,
  refusedEmpty,
  told,
} from './reach'

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

/** Signs in as many times again, each in a browser of its own. */
const signedInElsewhere = async (means: Means, times: number) => {
  const { mobile, password } = await registerByMobile(means, means.code)
  for (let time = 0; time < times; time += 1) await elsewhere(means, { account: mobile, password })
}

const sendSms = async (means: Means) => {
  await codeButton(means, 'mobile').click()
  await means.page.getByLabel(means.t('field.code.label'), { exact: true }).waitFor()
}

const cancelBySms = async (means: Means) => {
  await openedWithMobile('cancel')(means)
  await codeButton(means, 'mobile').click()
  await expectPage(means, 'cancelCode')
}

const toRestore = async (means: Means) => {
  const { mobile, password } = await registerByMobile(means, means.code)
  await cancelByPassword(means, password)
  await signInByPassword(means, mobile, password)
  await expectPage(means, 'restoreConfirm')
}

const avatarPage = openedWithMobile('avatar')

const chooseFile = async (means: Means, buffer: Buffer) => {
  const field = means.page.getByLabel(means.t('field.pic.label'), { exact: true })
  await field.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
  await buttonOf(means, 'avatar').click()
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
    await refused(means)
  },
  'sign-in, captcha of text': challenged('text'),
  'sign-in, captcha of slide': challenged('slide'),
  'sign-in, captcha of whirl': challenged('whirl'),
  'sign-in, captcha of 3d': challenged('3d'),
  'sign-in, captcha answered wrongly': async (means) => {
    await challenged('text')(means)
    await answerWithText(means, 'WRONG')
    await refused(means)
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
    await refused(means)
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
    await refused(means)
  },
  'sign-in by SMS, code asked for again': async (means) => {
    await smsCode(means)
    await means.page.getByRole('button', { name: means.t('resend.button') }).click()
    await told(means)
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
    await refused(means)
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
    await refused(means)
  },
  'register by both': opened('registerBoth'),
  'register by both, empty': refusedEmpty('registerBoth'),
  'register by both, codes': bothCodes,
  'register by both, codes empty': async (means) => {
    await bothCodes(means)
    await buttonOf(means, 'registerBothCode').click()
    await refused(means)
  },
  settings: (means) => registerByMobile(means, means.code),
  'settings, with hardly a way to sign in': (means) => registerBySmsCode(means, means.code),
  'sessions, this one alone': async (means) => {
    await registerByMobile(means, means.code)
    await means.page.goto('/settings/sessions')
  },
  'sessions, several': async (means) => {
    await signedInElsewhere(means, 2)
    await means.page.goto('/settings/sessions')
  },
  'sessions, one ended': async (means) => {
    await signedInElsewhere(means, 1)
    await means.page.goto('/settings/sessions')
    await means.page.locator('.device [type=submit]').click()
    await told(means)
  },
  'sessions, one that had ended': async (means) => {
    await signedInElsewhere(means, 1)
    await means.page.goto('/settings/sessions')
    const again = await means.page.context().newPage()
    await again.goto('/settings/sessions')
    await again.locator('.device [type=submit]').click()
    await again.getByRole('status').waitFor()
    await means.page.locator('.device [type=submit]').click()
    await refused(means)
  },
  activity: async (means) => {
    await registerByMobile(means, means.code)
    await means.page.goto('/settings/activity')
  },
  'activity, the first of two pages': async (means) => {
    await signedInElsewhere(means, 10)
    await means.page.goto('/settings/activity')
    await means.page.getByText(means.t('pages.at', { page: 1, pages: 2 })).waitFor()
  },
  'export of my data': openedWithMobile('exportData'),
  'addresses in full, asked': openedWithMobile('addresses'),
  'addresses in full': async (means) => {
    const { mobile } = await registerByMobile(means, means.code)
    await open(means, 'addresses')
    await send(means, 'addresses', {})
    await means.page.getByText(mobile).waitFor()
  },
  profile: openedWithMobile('profile'),
  'profile, wrong': async (means) => {
    await openedWithMobile('profile')(means)
    await send(means, 'profile', { username: '', birthday_day: '31', birthday_month: '2', birthday_year: '1990' })
    await refused(means)
  },
  'profile, saved': async (means) => {
    await registerByMobile(means, means.code)
    await chooseUsername(means)
  },
  'profile, name waits for review': async (means) => {
    await registerByMobile(means, means.code)
    await chooseUsername(means, `support.${newUsername()}`)
  },
  'profile, no change left': async (means) => {
    await registerByMobile(means, means.code)
    for (let changes = 0; changes < 4; changes += 1) await chooseUsername(means)
  },
  avatar: avatarPage,
  'avatar, just changed': async (means) => {
    await avatarPage(means)
    await chooseFile(means, await photo.jpeg())
    await told(means)
  },
  'avatar, no file': async (means) => {
    await avatarPage(means)
    await buttonOf(means, 'avatar').click()
    await refused(means)
  },
  'avatar, file too large': async (means) => {
    await avatarPage(means)
    await chooseFile(means, Buffer.alloc(6 * 1024 * 1024, 'noise'))
    await refused(means)
  },
  'avatar, no ready-made one chosen': async (means) => {
    await avatarPage(means)
    await chooseFile(means, await photo.jpeg())
    await buttonOf(means, 'avatarDefault').click()
    await refused(means)
  },
  background: openedWithMobile('background'),
  'background, no file': async (means) => {
    await openedWithMobile('background')(means)
    await buttonOf(means, 'background').click()
    await refused(means)
  },
  'second verification': staleAddresses,
  'second verification, by SMS': async (means) => {
    await staleAddresses(means)
    await sendSms(means)
  },
  'second verification, wrong code': async (means) => {
    await staleAddresses(means)
    await sendSms(means)
    await means.page.getByLabel(means.t('field.code.label'), { exact: true }).fill('letters')
    await stepUpButton(means, 'continue').click()
    await refused(means)
  },
  'second verification, by password': async (means) => {
    await staleAddresses(means)
    await stepUpButton(means, 'second.use_password').click()
    await means.page.getByLabel(means.t('field.password.label'), { exact: true }).waitFor()
  },
  ...bindingStates,
  cancelling: async (means) => {
    await registerByBoth(means, means.code)
    await open(means, 'cancel')
  },
  'cancelling, code by SMS': cancelBySms,
  'cancelling, code by email': async (means) => {
    await openedWithEmail('cancel')(means)
    await codeButton(means, 'email').click()
    await expectPage(means, 'cancelCode')
  },
  'cancelling, wrong code': async (means) => {
    await cancelBySms(means)
    await send(means, 'cancelCode', { code: 'letters' })
    await refused(means)
  },
  'cancelling, by password': async (means) => {
    await openedWithMobile('cancel')(means)
    await send(means, 'cancel', {})
    await expectPage(means, 'cancelPassword')
  },
  'cancelling, wrong password': async (means) => {
    await openedWithMobile('cancel')(means)
    await send(means, 'cancel', {})
    await send(means, 'cancelPassword', { password: 'not the password' })
    await refused(means)
  },
  'cancelling, took too long': async (means) => {
    await cancelBySms(means)
    means.passMinutes(16)
    await open(means, 'cancelCode')
    await told(means)
  },
  'cancelling, asked for the last time': async (means) => {
    const { password } = await registerByMobile(means, means.code)
    await open(means, 'cancel')
    await send(means, 'cancel', {})
    await send(means, 'cancelPassword', { password })
    await expectPage(means, 'cancelConfirm')
  },
  cancelled: async (means) => {
    const { password } = await registerByMobile(means, means.code)
    await cancelByPassword(means, password)
  },
  'how to restore a cancelled account': at('/account-help/restore'),
  'restoring, asked': toRestore,
  'restoring, took too long': async (means) => {
    await toRestore(means)
    means.passMinutes(16)
    await open(means, 'restoreConfirm')
    await told(means)
  },
  ...passwordStates,
  ...helpStates,
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
