import { codeOf, linkOf } from '../../fixtures/post-office'
import { goodPassword } from '../people'
import { atTextBrowser } from './at-text-browser'
import { open, registerByEmail, registerByMobile, signInByPassword, signOut } from './roads'

const another = 'seven lamps over the bay'

atTextBrowser('happy: in w3m, a forgotten password is reset by mobile, then changed', async ({ w3m, t, pair }) => {
  const visitor = { w3m, t, pair }
  const { mobile } = await registerByMobile(visitor)
  await signOut(visitor)

  await w3m.follow(t('login.forgotten'))
  await w3m.fill(t('field.mobile.label'), mobile)
  await w3m.press(t('code.send'))
  await w3m.fill(t('field.code.label'), await codeOf(pair.office, mobile, 2))
  await w3m.fill(t('field.new_password.label_new'), another)
  await w3m.press(t('reset.submit'))
  await w3m.see(t('notice.password_reset'))
  await signInByPassword(visitor, mobile, another)
  await w3m.see(t('settings.title'))

  await open(visitor, 'password')
  await w3m.fill(t('field.current_password.label'), another)
  await w3m.fill(t('field.new_password.label_new'), goodPassword)
  await w3m.press(t('password.change_submit'))
  await w3m.see(t('notice.password_changed'))
})

atTextBrowser('happy: in w3m, the link of the email resets a password', async ({ w3m, t, pair }) => {
  const visitor = { w3m, t, pair }
  const { email } = await registerByEmail(visitor)
  await signOut(visitor)

  await open(visitor, 'emailReset')
  await w3m.fill(t('field.email.label'), email)
  await w3m.press(t('code.send'))
  await w3m.open(await linkOf(pair.office, email))
  await w3m.fill(t('field.new_password.label_new'), another)
  await w3m.press(t('reset.submit'))
  await w3m.see(t('notice.password_reset'))
  await signInByPassword(visitor, email, another)
  await w3m.see(t('settings.title'))
})
