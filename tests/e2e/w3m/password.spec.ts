import { goodPassword } from '../people'
import { atTextBrowser } from './at-text-browser'
import { open } from './roads'

const another = 'seven lamps over the bay'

atTextBrowser(
  'happy: in w3m, a forgotten password is reset by mobile, then changed',
  async ({ reader, w3m, t, code, accounts }) => {
    const { mobile } = await accounts.withMobile()
    await open(reader, 'signIn')
    await w3m.follow(t('login.forgotten'))
    await w3m.fill(t('field.mobile.label'), mobile)
    await w3m.press(t('code.send'))
    await w3m.fill(t('field.code.label'), await code(mobile, 2))
    await w3m.fill(t('field.new_password.label_new'), another)
    await w3m.press(t('reset.submit'))
    await w3m.see(t('notice.password_reset'))

    await open(reader, 'password')
    await w3m.fill(t('field.current_password.label'), another)
    await w3m.fill(t('field.new_password.label_new'), goodPassword)
    await w3m.press(t('password.change_submit'))
    await w3m.see(t('notice.password_changed'))
  },
)
