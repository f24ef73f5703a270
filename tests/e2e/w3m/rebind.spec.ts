import { newEmail, newMobile } from '../people'
import { atTextBrowser } from './at-text-browser'
import { enter, open } from './roads'

atTextBrowser(
  'happy: in w3m, changes the mobile, binds an email and asks for the mobile to be removed',
  async ({ reader, w3m, t, code, accounts }) => {
    const [next, email] = [newMobile(), newEmail()]
    const { mobile, password } = await accounts.withMobile()
    await enter(reader, mobile, password)

    await open(reader, 'mobile')
    await w3m.press(t('mobile.change.begin'))
    await w3m.fill(t('field.code.label'), await code(mobile, 2))
    await w3m.fill(t('mobile.change.new_label'), next)
    await w3m.press(t('mobile.change.next'))
    await w3m.fill(t('field.code.label'), await code(next))
    await w3m.press(t('mobile.change.submit'))
    await w3m.see(t('notice.mobile_changed'))
    await w3m.see(`****${next.slice(-4)}`)

    await open(reader, 'email')
    await w3m.fill(t('field.email.label'), email)
    await w3m.press(t('code.send'))
    await w3m.fill(t('field.code.label'), await code(email))
    await w3m.press(t('email.bind'))
    await w3m.see(t('notice.email_bound'))

    await open(reader, 'mobile')
    await w3m.follow(t('mobile.remove.link'))
    await w3m.press(t('mobile.remove.submit'))
    // The password alone removes nothing at once, and the new email does not count yet.
    await w3m.press(t('stepUp.second.wait', { hours: 48 }))
    await w3m.see(t('pendingChange.mobile.stop'))
  },
)
