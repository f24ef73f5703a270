import { expect } from '#tests/e2e/journey'
import { atTextBrowser, enter, open, registerByMobile, signInByPassword, signOut } from './at-text-browser'
import { startTextBrowser } from './text-browser'

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

atTextBrowser('happy: in w3m, a manager invites and suspends a person', async ({ reader, w3m, t, accounts, pair }) => {
  const [ann, bo] = [await accounts.withMobile(), await accounts.withMobile()]
  await enter(reader, ann.mobile, ann.password)
  await open(reader, 'newOrganisation')
  await w3m.fill(t('organisation.name'), 'Orchard')
  await w3m.fill(t('field.own_name.label'), 'Ann')
  await w3m.press(t('organisations.create'))
  await w3m.see(t('notice.organisation_created'))
  await w3m.follow(t('organisation.links.invitations'))
  await w3m.follow(t('invitations.invite'))
  await w3m.fill(t('invitations.mobile'), bo.mobile)
  await w3m.fill(t('invitations.name'), 'Bo')
  await w3m.press(t('invitations.send'))
  await w3m.see(t('notice.invitation_sent'))

  const other = await startTextBrowser(`${pair.url}/`)
  try {
    await enter({ ...reader, w3m: other }, bo.mobile, bo.password)
    const list = `${pair.url}/settings/organisations`
    await other.open(list)
    await other.see(t('organisations.invitations'))
    await other.follow('Orchard')
    await other.see(t('invitation.title_of', { name: 'Orchard' }))
    await other.press(t('invitation.accept'))
    await other.see(t('notice.invitation_accepted'))

    await w3m.follow(t('invitations.back'))
    await w3m.follow(t('organisation.back', { name: 'Orchard' }))
    await w3m.follow(t('organisation.links.members'))
    await w3m.see(t('members.search_all'))
    await w3m.follow('Bo')
    await w3m.see(t('member.since'))
    await w3m.follow(t('member.change_roles'))
    await w3m.tick(t('role.administrator'))
    await w3m.press(t('memberRoles.save'))
    await w3m.see(t('notice.roles_saved'))
    await w3m.follow(t('member.back'))
    await w3m.see(t('role.administrator'))
    await w3m.follow(t('member.freeze'))
    await w3m.press(t('members.freeze'))
    await w3m.see(t('notice.members_frozen', { who: 'Bo' }))

    await other.open(list)
    await other.see(t('organisations.leave', { name: 'Orchard' }))
    await other.follow('Orchard')
    await other.see(t('notice.identity_frozen'))
  } finally {
    await other.stop()
  }
})

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
