import { codeOf } from '../../fixtures/post-office'
import { newEmail, newMobile } from '../people'
import { atTextBrowser } from './at-text-browser'
import { open, registerByMobile } from './roads'

atTextBrowser('happy: in w3m, changes the mobile, binds an email and removes the mobile', async ({ w3m, t, pair }) => {
  const visitor = { w3m, t, pair }
  const [next, email] = [newMobile(), newEmail()]
  const { mobile } = await registerByMobile(visitor)

  await open(visitor, 'mobile')
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

  await open(visitor, 'email')
  await w3m.fill(t('field.email.label'), email)
  await w3m.press(t('code.send'))
  await w3m.fill(t('field.code.label'), await codeOf(pair.office, email))
  await w3m.press(t('email.bind'))
  await w3m.see(t('notice.email_bound'))

  await open(visitor, 'mobile')
  await w3m.follow(t('mobile.remove.link'))
  await w3m.press(t('mobile.remove.submit'))
  await w3m.see(t('notice.mobile_removed'))
})
