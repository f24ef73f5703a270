import { askForRemoval, proveEmail, provePassword } from '../account-help'
import { expectPage, open, openAsSent, send } from '../pages'
import { newEmail } from '../people'
import { registerByBoth, registerByEmail, registerByMobile, signInByPassword, signOut } from '../roads'
import { at, type Means, opened, type Reach, refused, refusedEmpty, told } from './reach'

/** The link of a message about the removal of a number, opened. */
const openLink = async (means: Means) => {
  const { mobile } = await askForRemoval(means, means.code)
  const link = await means.link(mobile)
  await means.page.goto(link)
  return link
}

/** Account help: what to do when something has happened. */
export const helpStates: Record<string, Reach> = {
  'account help': at('/account-help'),
  'no code arrives': at('/account-help/no-code'),
  'number lost': at('/account-help/mobile-lost'),
  'number lost, email': opened('lostEmail'),
  'number lost, email empty': refusedEmpty('lostEmail'),
  'number lost, code by email': async (means) => {
    await open(means, 'lostEmail')
    await send(means, 'lostEmail', { email: newEmail() })
    await expectPage(means, 'lostEmailCode')
  },
  'number lost, wrong code by email': async (means) => {
    await open(means, 'lostEmail')
    await send(means, 'lostEmail', { email: newEmail() })
    await send(means, 'lostEmailCode', { code: '000000' })
    await refused(means)
  },
  'number lost, confirm': async (means) => {
    const { email } = await registerByBoth(means, means.code)
    await proveEmail(means, means.code, { email, nth: 2 })
  },
  'number lost, account without a number': async (means) => {
    const { email } = await registerByEmail(means, means.code)
    await proveEmail(means, means.code, { email, nth: 2 })
  },
  'number lost, took too long': async (means) => {
    const { email } = await registerByBoth(means, means.code)
    await proveEmail(means, means.code, { email, nth: 2 })
    means.passMinutes(16)
    await means.page.reload()
    await expectPage(means, 'lostEmail')
  },
  'number lost, password': opened('lostPassword'),
  'number lost, wrong password': async (means) => {
    await open(means, 'lostPassword')
    await send(means, 'lostPassword', { account: newEmail(), password: 'not the password' })
    await refused(means)
  },
  'number lost, held': async (means) => {
    const { mobile, password } = await registerByMobile(means, means.code)
    await provePassword(means, { account: mobile, password })
  },
  'number lost, held, with an email': async (means) => {
    const { mobile, password } = await registerByBoth(means, means.code)
    await provePassword(means, { account: mobile, password })
  },
  'number lost, asked for': (means) => askForRemoval(means, means.code),
  'mobile, to be removed': async (means) => {
    const { mobile, password } = await askForRemoval(means, means.code)
    await signInByPassword(means, mobile, password)
    await open(means, 'mobile')
  },
  'not me': at('/account-help/not-me'),
  'not me, signed in': async (means) => {
    await registerByMobile(means, means.code)
    await means.page.goto('/account-help/not-me')
  },
  'not me, by the link of a message': openLink,
  'not me, by the link of a change': async (means) => {
    const { mobile, email } = await registerByBoth(means, means.code)
    await signOut(means)
    await proveEmail(means, means.code, { email, nth: 2 })
    await send(means, 'lostConfirm', {})
    await expectPage(means, 'mobile')
    await means.page.goto(await means.link(mobile))
  },
  'not me, secured': async (means) => {
    await openLink(means)
    await send(means, 'notMe', {})
    await means.page.waitForURL('**/account-help/not-me/done')
  },
  'not me, secured where the password is all there is': (means) =>
    openAsSent(means, '/account-help/not-me/done?password=stays'),
  'not me, link used before': async (means) => {
    const link = await openLink(means)
    await send(means, 'notMe', {})
    await means.page.waitForURL('**/account-help/not-me/done')
    await means.page.goto(link)
    await told(means)
  },
}
