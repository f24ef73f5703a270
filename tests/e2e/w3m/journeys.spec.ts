import { expect } from '#tests/e2e/journey'
import { newUsername } from '#tests/e2e/steps/people'
import { atTextBrowser } from './at-text-browser'
import { enter, open, registerByMobile, signInByPassword, signOut } from './roads'

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

atTextBrowser('happy: in w3m, a person renames themselves and signs in', async ({ reader, w3m, t, accounts }) => {
  const username = newUsername()
  const { mobile, password } = await accounts.withMobile()
  await enter(reader, mobile, password)
  await open(reader, 'profile')
  await w3m.fill(t('settings.username'), username)
  await w3m.fill(t('field.birthday.day'), '29')
  await w3m.fill(t('field.birthday.month_label'), '2')
  await w3m.fill(t('field.birthday.year_label'), '2000')
  await w3m.press(t('profile.submit'))
  await w3m.see(t('notice.profile_saved'))
  await w3m.follow(t('settings.back'))
  await signOut(reader)
  await signInByPassword(reader, username, password)
  await w3m.see(username)
})

for (const [subtype, field, button] of [
  ['text', 'letters', 'continue'],
  ['slide', 'digits', 'send_digits'],
] as const)
  atTextBrowser(`happy: in w3m, spoken digits pass a ${subtype}`, async ({ reader, w3m, t, accounts, pair }) => {
    const { mobile, password } = await accounts.withMobile()
    await accounts.guess(mobile)
    await open(reader, 'signIn')
    await signInByPassword(reader, mobile, password)
    await w3m.see(t('stepUp.title.captcha'))
    for (let asked = 0; (await pair.captcha()).subtype !== subtype && asked < 4; asked += 1)
      await w3m.press(t('stepUp.another'))
    await w3m.see(t(`stepUp.task.${subtype}`))
    // w3m shows no picture, so what works without one comes first.
    const screen = (await w3m.screen()).join(' ')
    expect(screen.indexOf(t('stepUp.listen_hint').slice(0, 40))).toBeGreaterThan(0)
    expect(screen.indexOf(t('stepUp.listen_hint').slice(0, 40))).toBeLessThan(
      screen.indexOf(t(`stepUp.task.${subtype}`)),
    )
    await w3m.fill(t(`stepUp.${field}`), (await pair.captcha()).spoken)
    await w3m.press(t(`stepUp.${button}`))
    await w3m.see(t('settings.password_set'))
  })
