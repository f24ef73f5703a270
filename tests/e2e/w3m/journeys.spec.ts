import { codeOf } from '../../fixtures/post-office'
import { goodPassword, newEmail, newMobile, newUsername } from '../people'
import { atTextBrowser } from './at-text-browser'
import { open, registerByMobile, signInByPassword, signOut, type TextVisitor } from './roads'

atTextBrowser(
  'happy: in w3m, registers by mobile, signs out, signs in by password and by SMS code',
  async ({ w3m, t, pair }) => {
    const mobile = newMobile()
    await w3m.see(t('home.title'))
    await w3m.follow(t('home.create'))
    await w3m.fill(t('field.mobile.label'), mobile)
    await w3m.press(t('code.send'))
    await w3m.fill(t('field.code.label'), await codeOf(pair.office, mobile))
    await w3m.fill(t('field.new_password.label_optional'), goodPassword)
    await w3m.press(t('register.submit'))
    await w3m.see(t('settings.password_set'))
    await w3m.press(t('settings.sign_out'))

    await w3m.fill(t('field.account.label'), mobile)
    await w3m.fill(t('field.password.label'), goodPassword)
    await w3m.press(t('login.submit'))
    await w3m.see(t('settings.title'))
    await w3m.press(t('settings.sign_out'))

    await w3m.see(t('login.title'))
    await w3m.follow(t('ways.sms'))
    await w3m.fill(t('field.mobile.label'), mobile)
    await w3m.press(t('code.send'))
    await w3m.fill(t('field.code.label'), await codeOf(pair.office, mobile, 2))
    await w3m.press(t('login.submit'))
    await w3m.see(t('settings.title'))
  },
)

atTextBrowser(
  'happy: in w3m, registers by email, signs out, signs in by password and by email code',
  async ({ w3m, t, pair }) => {
    const email = newEmail()
    await open({ w3m, t, pair }, 'registerEmail')
    await w3m.fill(t('field.email.label'), email)
    await w3m.press(t('code.send'))
    await w3m.fill(t('field.code.label'), await codeOf(pair.office, email))
    await w3m.fill(t('field.new_password.label'), goodPassword)
    await w3m.press(t('register.submit'))
    await w3m.see(t('settings.title'))
    await w3m.press(t('settings.sign_out'))

    await w3m.fill(t('field.account.label'), email)
    await w3m.fill(t('field.password.label'), goodPassword)
    await w3m.press(t('login.submit'))
    await w3m.see(t('settings.title'))
    await w3m.press(t('settings.sign_out'))

    await w3m.see(t('login.title'))
    await w3m.follow(t('ways.email_code'))
    await w3m.fill(t('field.email.label'), email)
    await w3m.press(t('code.send'))
    await w3m.fill(t('field.code.label'), await codeOf(pair.office, email, 2))
    await w3m.press(t('login.submit'))
    await w3m.see(t('settings.title'))
  },
)

atTextBrowser(
  'happy: in w3m, registers by both, signs in by password with mobile, email and username',
  async ({ w3m, t, pair }) => {
    const visitor = { w3m, t, pair }
    const [mobile, email] = [newMobile(), newEmail()]
    await open(visitor, 'registerBoth')
    await w3m.fill(t('field.mobile.label'), mobile)
    await w3m.fill(t('field.email.label'), email)
    await w3m.press(t('register.both.send'))
    await w3m.fill(t('field.code.label_sms'), await codeOf(pair.office, mobile))
    await w3m.fill(t('field.code.label_email'), await codeOf(pair.office, email))
    await w3m.fill(t('field.new_password.label'), goodPassword)
    await w3m.press(t('register.submit'))
    await w3m.see(t('settings.username'))
    const username = (await w3m.screen()).join('\n').match(/user-\w+/)?.[0]
    if (!username) throw new Error('The settings show no user name')

    for (const account of [mobile, email, username]) {
      await signOut(visitor)
      await signInByPassword(visitor, account, goodPassword)
      await w3m.see(username)
    }
  },
)

atTextBrowser('error: in w3m, a wrong password is said in words, on the same page', async ({ w3m, t, pair }) => {
  const visitor = { w3m, t, pair }
  await open(visitor, 'signIn')
  await signInByPassword(visitor, newEmail(), 'not the password')
  await w3m.see(t('error.wrong_credentials'))
})

atTextBrowser(
  'happy: in w3m, chooses a username and a birthday, and signs in by the new name',
  async ({ w3m, t, pair }) => {
    const visitor = { w3m, t, pair }
    const username = newUsername()
    const { password } = await registerByMobile(visitor)
    await open(visitor, 'profile')
    await w3m.fill(t('settings.username'), username)
    await w3m.fill(t('field.birthday.day'), '29')
    await w3m.fill(t('field.birthday.month_label'), '2')
    await w3m.fill(t('field.birthday.year_label'), '2000')
    await w3m.press(t('profile.submit'))
    await w3m.see(t('notice.profile_saved'))
    await w3m.follow(t('settings.back'))
    await signOut(visitor)
    await signInByPassword(visitor, username, password)
    await w3m.see(username)
  },
)

atTextBrowser('happy: in w3m, cancels the account, and gets it back by signing in', async ({ w3m, t, pair }) => {
  const visitor = { w3m, t, pair }
  const { mobile, password } = await registerByMobile(visitor)
  await open(visitor, 'cancel')
  await w3m.press(t('stepUp.second.use_password'))
  await w3m.fill(t('field.password.label'), password)
  await w3m.press(t('stepUp.continue'))
  await w3m.see(t('cancel.confirm.title'))
  await w3m.press(t('cancel.confirm.submit'))
  await w3m.see(t('cancelled.title'))
  await w3m.follow(t('cancelled.restore'))
  await signInByPassword(visitor, mobile, password)
  await w3m.see(t('restore.confirm.title'))
  await w3m.press(t('restore.confirm.submit'))
  await w3m.see(t('settings.password_set'))
})

/** Guesses at a password until a person has to be shown; the last guess, the right one, waits behind the challenge. */
const guessUntilChallenged = async (
  visitor: TextVisitor,
  { mobile, password }: { mobile: string; password: string },
) => {
  const { w3m, t } = visitor
  for (let guess = 0; guess < 5; guess += 1) {
    await signInByPassword(visitor, mobile, `not the password ${guess}`)
    await w3m.see(t('error.wrong_credentials'))
  }
  await w3m.fill(t('field.password.label'), password)
  await w3m.press(t('login.submit'))
  await w3m.see(t('stepUp.title.captcha'))
}

const signedOutPerson = async (visitor: TextVisitor) => {
  const person = await registerByMobile(visitor)
  await signOut(visitor)
  return person
}

atTextBrowser(
  'happy: in w3m, the spoken digits pass the challenge after five wrong passwords, and the sign-in finishes',
  async ({ w3m, t, pair }) => {
    const visitor = { w3m, t, pair }
    await guessUntilChallenged(visitor, await signedOutPerson(visitor))
    await w3m.fill(t('stepUp.letters'), (await pair.captcha()).spoken)
    await w3m.press(t('stepUp.continue'))
    await w3m.see(t('settings.password_set'))
  },
)

atTextBrowser(
  'happy: in w3m, a challenge that is a click is passed by the spoken digits too',
  async ({ w3m, t, pair }) => {
    const visitor = { w3m, t, pair }
    await guessUntilChallenged(visitor, await signedOutPerson(visitor))
    for (let asked = 0; (await pair.captcha()).subtype !== 'slide' && asked < 4; asked += 1)
      await w3m.press(t('stepUp.another'))
    await w3m.see(t('stepUp.task.slide'))
    await w3m.fill(t('stepUp.digits'), (await pair.captcha()).spoken)
    await w3m.press(t('stepUp.continue'))
    await w3m.see(t('settings.password_set'))
  },
)

atTextBrowser(
  'happy: in w3m, closing the challenge returns to the form with the account kept',
  async ({ w3m, t, pair }) => {
    const visitor = { w3m, t, pair }
    const person = await signedOutPerson(visitor)
    await guessUntilChallenged(visitor, person)
    await w3m.press(t('stepUp.close'))
    await w3m.see(t('login.title'))
    await w3m.see(person.mobile)
    await w3m.fill(t('field.password.label'), person.password)
    await w3m.press(t('login.submit'))
    await w3m.see(t('stepUp.title.captcha'))
  },
)
