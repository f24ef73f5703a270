import { startedAt, test } from '#tests/e2e/journey'
import { mobileOfTesters } from '#tests/fixtures/programs/pair'
import { startNetSurf } from './netsurf'

const atNetSurf = test.extend<{ netsurf: Awaited<ReturnType<typeof startNetSurf>> }>({
  netsurf: startedAt(({ url }) => startNetSurf(url, '/passport/wap/login?lng=en')),
})

atNetSurf('happy: in NetSurf, 128 pixels wide, a person registers and signs in', async ({ netsurf, t }) => {
  const [mobile, password] = [mobileOfTesters.mobile.slice('+86'.length), 'fourteen calm violins']
  await netsurf.see(t('login.title'))
  await netsurf.follow('/login/register')
  await netsurf.see(t('register.title'))
  await netsurf.fill(0, mobile)
  await netsurf.press(0)
  await netsurf.see(t('code.title_sms'))
  await netsurf.fill(0, mobileOfTesters.code)
  await netsurf.fill(1, password)
  await netsurf.press(0)
  await netsurf.see(t('settings.title'))
  await netsurf.press(0)
  await netsurf.see(t('login.title'))
  await netsurf.fill(0, mobile)
  await netsurf.fill(1, password)
  await netsurf.press(0)
  await netsurf.see(t('settings.title'))
})
