import { atTextBrowser } from './at-text-browser'
import { registerByMobile, signInByPassword, signOut } from './roads'

atTextBrowser(
  'happy: in w3m, registers by the small pages, signs out and signs in, and goes on to the full ones',
  async ({ reader, w3m, t, code }) => {
    await w3m.open(`${reader.url}/passport/wap/login`)
    await w3m.see(t('small.leave'))
    await w3m.follow(t('ways.register'))
    const { mobile, password } = await registerByMobile(reader, code)
    await w3m.see(t('small.leave'))
    await signOut(reader)
    await signInByPassword(reader, mobile, password)
    await w3m.see(t('settings.password_set'))
    await w3m.follow(t('small.leave'))
    await w3m.see(t('home.title'))
  },
)
