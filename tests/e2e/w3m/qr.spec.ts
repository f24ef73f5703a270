import { expect } from '#tests/e2e/journey'
import { atTextBrowser } from './at-text-browser'
import { open } from './roads'

atTextBrowser('happy: w3m shows a QR code, and a phone signs it in', async ({ reader, w3m, t, accounts }) => {
  const { mobile, password } = await accounts.withMobile()
  const phone = await accounts.signedIn({ account: mobile, password })
  await open(reader, 'qrSignIn')
  await w3m.press(t('qr.show'))
  await w3m.see(t('qr.code.new'))
  const shown = (await w3m.screen()).join(' ')
  const token = /\b[BCDFGHJKLMNPQRSTVWXZ]{4} [BCDFGHJKLMNPQRSTVWXZ]{4}\b/.exec(shown)?.[0].replace(' ', '') ?? ''
  const matching_number = Number(/: (\d\d)\b/.exec(shown.slice(shown.indexOf(t('qr.code.new'))))?.[1])

  await w3m.follow(t('qr.code.as_text'))
  await w3m.see(t('qr.text_page.title'))
  expect((await w3m.screen()).filter((line) => /^[ ▀▄█]{30,}$/.test(line)).length).toBeGreaterThan(14)
  await w3m.follow(t('qr.text_page.back'))

  expect(await phone.scanQrcode({ token })).toMatchObject({ ok: true })
  expect(await phone.confirmQrcode({ token, matching_number })).toMatchObject({ ok: true })
  await w3m.press(t('qr.code.done'))
  await w3m.see(`****${mobile.slice(-4)}`)
  await w3m.press(t('qr.enter.submit'))
  await w3m.see(t('settings.title'))
})
