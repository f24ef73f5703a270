import { expect } from '#tests/e2e/journey'
import { atTextBrowser } from './at-text-browser'
import { open, registerByMobile, signInByPassword, signOut } from './roads'

atTextBrowser('happy: in w3m, a person registers, and signs in by SMS too', async ({ reader, w3m, t, code }) => {
  await w3m.see(t('home.title'))
  await w3m.follow(t('home.create'))
  const { mobile, password } = await registerByMobile(reader, code)
  await signOut(reader)
  await signInByPassword(reader, mobile, password)
  await w3m.see(t('settings.title'))
  await signOut(reader)

  await w3m.follow(t('ways.sms'))
  await w3m.fill(t('field.mobile.label'), mobile)
  await w3m.press(t('code.send'))
  await w3m.fill(t('field.code.label'), await code(mobile, 2))
  await w3m.press(t('login.submit'))
  await w3m.see(t('settings.title'))
})

atTextBrowser('happy: in w3m, spoken digits pass a slide', async ({ reader, w3m, t, accounts, pair }) => {
  const { mobile, password } = await accounts.withMobile()
  await accounts.guess(mobile)
  await open(reader, 'signIn')
  await signInByPassword(reader, mobile, password)
  await w3m.see(t('stepUp.title.captcha'))
  for (let asked = 0; (await pair.captcha()).subtype !== 'slide' && asked < 4; asked += 1)
    await w3m.press(t('stepUp.another'))
  await w3m.see(t('stepUp.task.slide'))
  // w3m shows no picture, so what works without one comes first.
  const screen = (await w3m.screen()).join(' ')
  const hint = screen.indexOf(t('stepUp.listen_hint').slice(0, 40))
  expect(hint).toBeGreaterThan(0)
  expect(hint).toBeLessThan(screen.indexOf(t('stepUp.task.slide')))
  await w3m.fill(t('stepUp.digits'), (await pair.captcha()).spoken)
  await w3m.press(t('stepUp.send_digits'))
  await w3m.see(t('settings.password_set'))
})
