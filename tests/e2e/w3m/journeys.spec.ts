import { codeOf } from '../../fixtures/post-office'
import { test } from '../journey'
import { formPages } from '../pages'
import { goodPassword, newEmail, newMobile } from '../people'
import { startTextBrowser, type TextBrowser } from './text-browser'

/** A person at w3m on the real pair, who reads English. */
const atTextBrowser = test.extend<{ w3m: TextBrowser }>({
  w3m: async ({ pair }, use) => {
    const w3m = await startTextBrowser(`${pair.url}/`, { language: 'en' })
    await use(w3m)
    await w3m.stop()
  },
})

atTextBrowser.use({ language: 'en' })

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
    await w3m.open(pair.url + formPages.registerEmail.path)
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
    const [mobile, email] = [newMobile(), newEmail()]
    await w3m.open(pair.url + formPages.registerBoth.path)
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
      await w3m.press(t('settings.sign_out'))
      await w3m.fill(t('field.account.label'), account)
      await w3m.fill(t('field.password.label'), goodPassword)
      await w3m.press(t('login.submit'))
      await w3m.see(username)
    }
  },
)

atTextBrowser('error: in w3m, a wrong password is said in words, on the same page', async ({ w3m, t, pair }) => {
  await w3m.open(pair.url + formPages.signIn.path)
  await w3m.fill(t('field.account.label'), newEmail())
  await w3m.fill(t('field.password.label'), 'not the password')
  await w3m.press(t('login.submit'))
  await w3m.see(t('error.wrong_credentials'))
})
