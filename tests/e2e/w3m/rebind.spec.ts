import { codeOf } from '../../fixtures/post-office'
import { formPages } from '../pages'
import { goodPassword, newEmail, newMobile } from '../people'
import { atTextBrowser } from './at-text-browser'

atTextBrowser('happy: in w3m, changes the mobile, binds an email and removes the mobile', async ({ w3m, t, pair }) => {
  const [mobile, next, email] = [newMobile(), newMobile(), newEmail()]
  await w3m.open(pair.url + formPages.registerMobile.path)
  await w3m.fill(t('field.mobile.label'), mobile)
  await w3m.press(t('code.send'))
  await w3m.fill(t('field.code.label'), await codeOf(pair.office, mobile))
  await w3m.fill(t('field.new_password.label_optional'), goodPassword)
  await w3m.press(t('register.submit'))
  await w3m.see(t('settings.title'))

  await w3m.open(pair.url + formPages.mobile.path)
  await w3m.follow(t('mobile.change.link'))
  await w3m.press(t('code.send'))
  await w3m.fill(t('field.code.label'), await codeOf(pair.office, mobile, 2))
  await w3m.press(t('mobile.change.next'))
  await w3m.fill(t('mobile.change.new_label'), next)
  await w3m.press(t('code.send'))
  await w3m.fill(t('field.code.label'), await codeOf(pair.office, next))
  await w3m.press(t('mobile.change.submit'))
  await w3m.see(t('notice.mobile_changed'))
  await w3m.see(`****${next.slice(-4)}`)

  await w3m.open(pair.url + formPages.email.path)
  await w3m.fill(t('field.email.label'), email)
  await w3m.press(t('code.send'))
  await w3m.fill(t('field.code.label'), await codeOf(pair.office, email))
  await w3m.press(t('email.bind'))
  await w3m.see(t('notice.email_bound'))

  await w3m.open(pair.url + formPages.mobile.path)
  await w3m.follow(t('mobile.remove.link'))
  await w3m.press(t('mobile.remove.submit'))
  await w3m.see(t('notice.mobile_removed'))
})
