import type { Accounts } from '../accounts'
import { goodPassword, newEmail, newMobile, newUsername } from '../people'
import { atTextBrowser, type TextVisitor } from './at-text-browser'
import { enter, open, registerByMobile, signInByPassword, signOut } from './roads'

atTextBrowser(
  'happy: in w3m, registers by mobile, signs out, signs in by password and by SMS code',
  async ({ reader, w3m, t, code }) => {
    await w3m.see(t('home.title'))
    await w3m.follow(t('home.create'))
    const { mobile, password } = await registerByMobile(reader, code)
    await signOut(reader)
    await signInByPassword(reader, mobile, password)
    await w3m.see(t('settings.title'))
    await signOut(reader)

    await w3m.follow(t('ways.sms'))
    await w3m.fill(t('field.mobile.label'), mobile)
    await w3m.press(t('code.send'))
    await w3m.fill(t('field.code.label'), await code(mobile, 2))
    await w3m.press(t('login.submit'))
    await w3m.see(t('settings.title'))
  },
)

atTextBrowser(
  'happy: in w3m, registers by both, signs in by password with mobile, email and username',
  async ({ reader, w3m, t, code }) => {
    const [mobile, email] = [newMobile(), newEmail()]
    await open(reader, 'registerBoth')
    await w3m.fill(t('field.mobile.label'), mobile)
    await w3m.fill(t('field.email.label'), email)
    await w3m.press(t('register.both.send'))
    await w3m.fill(t('field.code.label_sms'), await code(mobile))
    await w3m.fill(t('field.code.label_email'), await code(email))
    await w3m.fill(t('field.new_password.label'), goodPassword)
    await w3m.press(t('register.submit'))
    await w3m.see(t('settings.username'))
    const username = (await w3m.screen()).join('\n').match(/user-\w+/)?.[0]
    if (!username) throw new Error('The settings show no user name')

    for (const account of [mobile, email, username]) {
      await signOut(reader)
      await signInByPassword(reader, account, goodPassword)
      await w3m.see(username)
    }
  },
)

atTextBrowser('error: in w3m, a wrong password is said in words, on the same page', async ({ reader, w3m, t }) => {
  await open(reader, 'signIn')
  await signInByPassword(reader, newEmail(), 'not the password')
  await w3m.see(t('error.wrong_credentials'))
})

atTextBrowser(
  'happy: in w3m, chooses a username and a birthday, and signs in by the new name',
  async ({ reader, w3m, t, accounts }) => {
    const username = newUsername()
    const { mobile, password } = await accounts.withMobile()
    await enter(reader, mobile, password)
    await open(reader, 'profile')
    await w3m.fill(t('settings.username'), username)
    await w3m.fill(t('field.birthday.day'), '29')
    await w3m.fill(t('field.birthday.month_label'), '2')
    await w3m.fill(t('field.birthday.year_label'), '2000')
    await w3m.press(t('profile.submit'))
    await w3m.see(t('notice.profile_saved'))
    await w3m.follow(t('settings.back'))
    await signOut(reader)
    await signInByPassword(reader, username, password)
    await w3m.see(username)
  },
)

atTextBrowser(
  'happy: in w3m, cancels the account, and gets it back by signing in',
  async ({ reader, w3m, t, accounts }) => {
    const { mobile, password } = await accounts.withMobile()
    await enter(reader, mobile, password)
    await open(reader, 'cancel')
    await w3m.press(t('stepUp.second.use_password'))
    await w3m.fill(t('field.password.label'), password)
    await w3m.press(t('stepUp.continue'))
    await w3m.see(t('cancel.confirm.title'))
    await w3m.press(t('cancel.confirm.submit'))
    await w3m.see(t('cancelled.title'))
    await w3m.follow(t('cancelled.restore'))
    await signInByPassword(reader, mobile, password)
    await w3m.see(t('restore.confirm.title'))
    await w3m.press(t('restore.confirm.submit'))
    await w3m.see(t('settings.password_set'))
  },
)

/** Signs in with the right password after five wrong ones, so that a captcha stands before it. */
const challenged = async (reader: TextVisitor, accounts: Accounts) => {
  const account = await accounts.withMobile()
  await accounts.guess(account.mobile)
  await open(reader, 'signIn')
  await signInByPassword(reader, account.mobile, account.password)
  await reader.w3m.see(reader.t('stepUp.title.captcha'))
  return account
}

for (const [subtype, field, button] of [
  ['text', 'letters', 'continue'],
  ['slide', 'digits', 'send_digits'],
] as const)
  atTextBrowser(
    `happy: in w3m, the spoken digits pass a ${subtype} after five wrong passwords, and the sign-in finishes`,
    async ({ reader, w3m, t, accounts, pair }) => {
      await challenged(reader, accounts)
      for (let asked = 0; (await pair.captcha()).subtype !== subtype && asked < 4; asked += 1)
        await w3m.press(t('stepUp.another'))
      await w3m.see(t(`stepUp.task.${subtype}`))
      await w3m.fill(t(`stepUp.${field}`), (await pair.captcha()).spoken)
      await w3m.press(t(`stepUp.${button}`))
      await w3m.see(t('settings.password_set'))
    },
  )

atTextBrowser(
  'happy: in w3m, closing the challenge returns to the form with the account kept',
  async ({ reader, w3m, t, accounts }) => {
    const { mobile, password } = await challenged(reader, accounts)
    await w3m.press(t('stepUp.close'))
    await w3m.see(t('login.title'))
    await w3m.see(mobile)
    await w3m.fill(t('field.password.label'), password)
    await w3m.press(t('login.submit'))
    await w3m.see(t('stepUp.title.captcha'))
  },
)

atTextBrowser(
  'happy: in w3m, registers an organisation, changes its details and reads its log',
  async ({ reader, w3m, t, code }) => {
    const mobile = newMobile()
    await open(reader, 'registerOrganisation')
    await w3m.fill(t('organisation.name'), 'Riverside School')
    await w3m.press(t('register.organisation.next'))
    await w3m.fill(t('field.mobile.label'), mobile)
    await w3m.press(t('code.send'))
    await w3m.fill(t('field.code.label'), await code(mobile))
    await w3m.press(t('register.submit'))
    await w3m.see(t('notice.organisation_created'))
    await w3m.follow(t('organisation.links.details'))
    await w3m.fill(t('organisation.info.website'), 'https://riverside.example')
    await w3m.press(t('organisation.save'))
    await w3m.see(t('notice.organisation_saved'))
    await w3m.follow(t('organisation.links.log'))
    await w3m.see(t('organisationAct.organisation_updated'))
    await w3m.see('https://riverside.example')
  },
)
