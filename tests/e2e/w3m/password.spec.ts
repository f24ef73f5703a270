import { codeOf, linkOf } from '../../fixtures/post-office'
import { formPages } from '../pages'
import { goodPassword, newEmail, newMobile } from '../people'
import { atTextBrowser } from './at-text-browser'

const another = 'seven lamps over the bay'

atTextBrowser('happy: in w3m, a forgotten password is reset by mobile, then changed', async ({ w3m, t, pair }) => {
  const mobile = newMobile()
  await w3m.open(pair.url + formPages.registerMobile.path)
  await w3m.fill(t('field.mobile.label'), mobile)
  await w3m.press(t('code.send'))
  await w3m.fill(t('field.code.label'), await codeOf(pair.office, mobile))
  await w3m.fill(t('field.new_password.label_optional'), goodPassword)
  await w3m.press(t('register.submit'))
  await w3m.press(t('settings.sign_out'))

  await w3m.see(t('login.title'))
  await w3m.follow(t('login.forgotten'))
  await w3m.fill(t('field.mobile.label'), mobile)
  await w3m.press(t('code.send'))
  await w3m.fill(t('field.code.label'), await codeOf(pair.office, mobile, 2))
  await w3m.fill(t('field.new_password.label_new'), another)
  await w3m.press(t('reset.submit'))
  await w3m.see(t('notice.password_reset'))
  await w3m.fill(t('field.account.label'), mobile)
  await w3m.fill(t('field.password.label'), another)
  await w3m.press(t('login.submit'))
  await w3m.see(t('settings.title'))

  await w3m.open(pair.url + formPages.password.path)
  await w3m.fill(t('field.current_password.label'), another)
  await w3m.fill(t('field.new_password.label_new'), goodPassword)
  await w3m.press(t('password.change_submit'))
  await w3m.see(t('notice.password_changed'))
})

atTextBrowser('happy: in w3m, the link of the email resets a password', async ({ w3m, t, pair }) => {
  const email = newEmail()
  await w3m.open(pair.url + formPages.registerEmail.path)
  await w3m.fill(t('field.email.label'), email)
  await w3m.press(t('code.send'))
  await w3m.fill(t('field.code.label'), await codeOf(pair.office, email))
  await w3m.fill(t('field.new_password.label'), goodPassword)
  await w3m.press(t('register.submit'))
  await w3m.press(t('settings.sign_out'))

  await w3m.open(pair.url + formPages.emailReset.path)
  await w3m.fill(t('field.email.label'), email)
  await w3m.press(t('code.send'))
  await w3m.open(await linkOf(pair.office, email))
  await w3m.fill(t('field.new_password.label_new'), another)
  await w3m.press(t('reset.submit'))
  await w3m.see(t('notice.password_reset'))
  await w3m.fill(t('field.account.label'), email)
  await w3m.fill(t('field.password.label'), another)
  await w3m.press(t('login.submit'))
  await w3m.see(t('settings.title'))
})
