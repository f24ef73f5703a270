import { startAskingApplication } from '../../fixtures/asking-application'
import { atTextBrowser } from './at-text-browser'

atTextBrowser(
  'happy: in w3m, an application asks, its person signs in for it alone, leaves one thing out and agrees',
  async ({ w3m, t, pair, accounts }) => {
    const application = await startAskingApplication(pair)
    const { name, url } = application
    const { mobile, password } = await accounts.withMobile()
    await w3m.open(url)
    await w3m.see(t('authorise.signed_out', { name }))
    await w3m.follow(t('authorise.sign_in'))
    await w3m.see(t('authorise.way_for', { name }))
    await w3m.fill(t('field.account.label'), mobile)
    await w3m.fill(t('field.password.label'), password)
    await w3m.press(t('login.submit'))
    await w3m.see(t('authorise.asks', { name }))
    await w3m.see(mobile.slice(-4))
    await w3m.tick(t('authorisation.scope.mobile'))
    await w3m.press(t('authorise.agree'))
    await w3m.see('Welcome, somebody')
    await w3m.open(`${pair.url}/settings`)
    await w3m.see(t('login.title'))
    await application.stop()
  },
)
