import { expect, test as journey } from '#tests/e2e/journey'
import { openOrganisation } from '#tests/e2e/steps/organisations'
import { goodPassword, newEmail } from '#tests/e2e/steps/people'
import { type LineBrowser, programs, startLineBrowser } from './line-browsers'

const test = journey.extend<{ open: (name: keyof typeof programs, url: string) => Promise<LineBrowser> }>({
  open: async ({ pair: _pair }, use) => {
    const opened: LineBrowser[] = []
    await use(async (name, url) => {
      const browser = await startLineBrowser(name, url)
      opened.push(browser)
      return browser
    })
    for (const each of opened) await each.stop()
  },
  // No graphical browser is there to listen to.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  quiet: async ({}, use) => use(undefined),
})

for (const name of Object.keys(programs) as (keyof typeof programs)[]) {
  test(`happy: in ${name}, a person registers by email, gives a name, signs out, and signs in past a captcha`, async ({
    open,
    pair,
    t,
    code,
    accounts,
  }) => {
    const browser = await open(name, `${pair.url}/login`)
    const email = newEmail()
    await browser.follow(t('ways.register_with_email'))
    await browser.fill(t('field.email.label'), email)
    await browser.press(t('code.send'))
    await browser.fill(t('field.code.label'), await code(email))
    await browser.fill(t('field.new_password.label'), goodPassword)
    await browser.press(t('register.submit'))
    await browser.see(t('settings.title'))
    await browser.follow(t('settings.add_name'))
    await browser.fill(t('field.own_name.label_optional'), 'Ann Lee')
    await browser.press(t('profile.submit'))
    await browser.see(t('notice.profile_saved'))
    await browser.follow(t('settings.back'))
    await browser.see('Ann Lee')
    await browser.press(t('settings.sign_out'))

    // A browser that the account does not know, after five wrong passwords.
    await accounts.guess(email)
    const other = await open(name, `${pair.url}/login`)
    await other.fill(t('field.account.label'), email)
    await other.fill(t('field.password.label'), goodPassword)
    await other.press(t('login.submit'))
    await other.see(t('stepUp.title.captcha'))
    const { subtype, spoken } = await pair.captcha()
    await other.fill(t(subtype === 'text' ? 'stepUp.letters' : 'stepUp.digits'), spoken)
    await other.press(t(subtype === 'text' ? 'stepUp.continue' : 'stepUp.send_digits'))
    await other.see('Ann Lee')
  })

  test(`happy: in ${name}, a new person joins by the link of a mail, and the manager finds them`, async ({
    open,
    pair,
    t,
    link,
    accounts,
  }) => {
    const manager = await accounts.withMobile()
    const { client, sec_subject_uid } = await openOrganisation({ accounts }, manager, 'Orchard')
    const email = newEmail()
    expect(await client.inviteByEmail({ sec_subject_uid, email })).toMatchObject({ ok: true })
    const invited = await open(name, await link(email))
    await invited.fill(t('field.own_name.label'), 'Bo')
    await invited.fill(t('field.new_password.label'), goodPassword)
    await invited.press(t('invitation.register'))
    await invited.see(t('notice.invitation_accepted'))

    const browser = await open(name, `${pair.url}/login`)
    await browser.fill(t('field.account.label'), manager.mobile)
    await browser.fill(t('field.password.label'), manager.password)
    await browser.press(t('login.submit'))
    await browser.follow(t('settings.links.organisations'))
    await browser.follow('Orchard')
    await browser.follow(t('organisation.links.members'))
    await browser.follow('Bo')
    await browser.see(t('member.since'))
  })
}
