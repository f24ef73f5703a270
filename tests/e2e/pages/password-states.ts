import { expectPage, open, send } from '../pages'
import { goodPassword, newEmail, newMobile } from '../people'
import { registerByBoth, registerByMobile, registerBySmsCode } from '../roads'
import { type Means, opened, openedWithMobile, type Reach, refused, refusedEmpty, told } from './reach'

const another = 'seven lamps over the bay'

const mobileCode: Reach = async (means) => {
  await open(means, 'mobileReset')
  await send(means, 'mobileReset', { mobile: newMobile() })
  await expectPage(means, 'mobileResetCode')
}

const emailCode: Reach = async (means) => {
  await open(means, 'emailReset')
  await send(means, 'emailReset', { email: newEmail() })
  await expectPage(means, 'emailResetCode')
}

const deadLink: Reach = (means) => means.page.goto(`/account-help/password/link?ticket=${'x'.repeat(22)}`)

const changing = openedWithMobile('password')

const choosing = async (means: Means) => {
  const person = await registerByBoth(means, means.code)
  await means.page.goto('/settings/password/forgotten')
  return person
}

const ownCode = async (means: Means) => {
  const person = await choosing(means)
  await means.page.locator('[name=by_email]').click()
  await expectPage(means, 'passwordCode')
  return person
}

/** The pages of passwords in every state. */
export const passwordStates: Record<string, Reach> = {
  'password reset by mobile': opened('mobileReset'),
  'password reset by mobile, empty': refusedEmpty('mobileReset'),
  'password reset by mobile, code': mobileCode,
  'password reset by mobile, wrong code and short password': async (means) => {
    await mobileCode(means)
    await send(means, 'mobileResetCode', { code: 'letters', password: 'short' })
    await refused(means)
  },
  'password reset by email': opened('emailReset'),
  'password reset by email, code': emailCode,
  'password reset by link': deadLink,
  'password reset by link, short password': async (means) => {
    await deadLink(means)
    await send(means, 'resetLink', { password: 'short' })
    await refused(means)
  },
  'password reset by link, over': async (means) => {
    await deadLink(means)
    await send(means, 'resetLink', { password: another })
    await expectPage(means, 'emailReset')
  },
  'password reset, done': async (means) => {
    const { mobile } = await registerByMobile(means, means.code)
    await open(means, 'mobileReset')
    await send(means, 'mobileReset', { mobile })
    await send(means, 'mobileResetCode', { code: await means.code(mobile, 2), password: another })
    await expectPage(means, 'signIn')
  },
  'password change': changing,
  'password change, wrong': async (means) => {
    await changing(means)
    await send(means, 'password', { current_password: 'not that one', password: another })
    await refused(means)
  },
  'password change, done': async (means) => {
    await changing(means)
    await send(means, 'password', { current_password: goodPassword, password: another })
    await told(means)
  },
  'password, first one': async (means) => {
    await registerBySmsCode(means, means.code)
    await open(means, 'password')
    await expectPage(means, 'passwordSet')
  },
  'password forgotten': choosing,
  'password forgotten, code': ownCode,
  'password forgotten, new one': async (means) => {
    const { email } = await ownCode(means)
    await send(means, 'passwordCode', { code: await means.code(email, 2) })
    await expectPage(means, 'passwordNew')
  },
}
