import { beforeEach, describe, expect, it } from 'vitest'
import { done, refuse, signedIn, smsSent, subjectId, ticket } from '#tests/app/browser/answers'
import { expectTexts, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { actAs, memberId, withActing } from './acting'
import { roleOf } from './answers'

const fake = withFakeAccountApi()
const browser = withActing(fake)
const members = `/settings/organisations/${subjectId}/members`

beforeEach(() => fake.answer('listRoles', done({ roles: [roleOf('clerk', ['member.read'])] })))

describe('the page that creates an account for a member', () => {
  const created = { sec_user_identity_id: memberId, sec_user_id: memberId, ends_at: '2026-02-01T00:00:00.000Z' }

  it('happy: the page takes a mobile number or an email, a name and a role', async () => {
    fake.answer('createUserWithRole', done(created))
    const byMobile = { region: 'CN', mobile: '138 0013 8000', deputy_name: 'Bo', role_key: 'clerk' }
    expect((await browser.submit(`${members}/new`, byMobile)).location).toBe(`${members}/waiting?notice=user_created`)
    await browser.submit(`${members}/new?by=email`, { email: 'bo@example.com', deputy_name: 'Bo' })
    expect(fake.inputsOf('createUserWithRole')).toMatchObject([
      { sec_subject_uid: subjectId, mobile: '+8613800138000', deputy_name: 'Bo', role_key: 'clerk' },
      { sec_subject_uid: subjectId, email: 'bo@example.com', deputy_name: 'Bo', role_key: 'member' },
    ])
  })

  it('security: a role that the person cannot give is not offered', async () => {
    actAs(fake, ['member.create'])
    expect(await browser.mainAt(`${members}/new`)).not.toContain('role_key')
  })
})

describe('the list of accounts that wait', () => {
  const path = `${members}/waiting`
  const awaited = (deputy_name: string, may_change = true) => ({
    sec_user_identity_id: memberId,
    sec_user_id: memberId,
    deputy_name,
    mobile: '+86 138****8000',
    roles: [],
    ends_at: '2026-02-01T00:00:00.000Z',
    may_change,
  })

  it('happy: the list shows who waits, until when, where to activate, and buttons for accounts that one may change', async () => {
    actAs(fake, ['member.create'])
    fake.answer('listActivations', done({ activations: [awaited('Bo'), awaited('<b>Cy', false)], next: null }))
    const main = await browser.mainAt(path)
    expectTexts(main, { shown: ['+86\u00a0138****8000', '/account-help/activate"', '&lt;b&gt;Cy'] })
    expect(main.match(/name="cancel"/g)).toHaveLength(1)
    // Without member.read there is no way back to the members.
    expect(main).not.toContain(`href="${members}"`)
  })

  it('happy: the button that sends the link to the account’s owner names the address', async () => {
    fake.answer('listActivations', done({ activations: [awaited('Bo'), awaited('Cy', false)], next: null }))
    const main = await browser.mainAt(path)
    expect(main.match(/name="send"/g)).toHaveLength(1)
    expect(main).toContain('value="Send the link to +86\u00a0138****8000"')
  })

  it('happy: an account with an email links to the form for emails, and an account that cannot be activated has no link', async () => {
    const { mobile: _, ...byEmail } = { ...awaited('Bo'), email: 'b***@example.com', stands: false }
    fake.answer('listActivations', done({ activations: [byEmail], next: null }))
    const main = await browser.mainAt(path)
    expectTexts(main, { shown: ['/account-help/activate/email"'], hidden: ['/account-help/activate"', 'name="send"'] })
  })

  it('happy: an empty list of waiting accounts explains what to do', async () => {
    fake.answer('listActivations', done({ activations: [], next: null }))
    const main = await browser.mainAt(path)
    expectTexts(main, { shown: ['No account is waiting for activation', `href="${members}/new"`, `href="${members}"`] })
  })

  it('happy: a page asks before an account is deleted, and offers the way back first', async () => {
    fake.answer('listActivations', done({ activations: [awaited('Bo'), awaited('Cy', false)], next: null }))
    const key = '0'.repeat(32)
    const asked = await browser.submit(`${path}?after=${key}`, { member: memberId, cancel: 'x' })
    expect(asked.location).toBe(`${path}?delete=${memberId}&after=${key}`)
    expect(fake.inputsOf('cancelActivation')).toEqual([])
    const main = await browser.mainAt(`${path}?delete=${memberId}&after=${key}`)
    expect(main).toContain('Bo (+86\u00a0138****8000) has not activated it yet')
    expect(main.indexOf('Keep the account')).toBeLessThan(main.indexOf('Delete the account'))
    expect(fake.inputsOf('listActivations')).toMatchObject([{ after: key }])
    expect(await browser.mainAt(`${path}?delete=${'x'.repeat(22)}`)).not.toContain('Delete this account?')
  })
})

describe('an activation', () => {
  const path = '/account-help/activate'
  const typed = { mobile: '138 0000 0001', region: 'CN' }
  const password = 'a calm lake at noon'

  const places = ['Orchard', 'Meadow'].map((subject_name, nth) => ({
    sec_user_identity_id: `${nth}`.repeat(22),
    subject_name,
    deputy_name: 'Bo',
  }))
  const own = places[0]?.sec_user_identity_id ?? ''

  const chosen = async (has_account: boolean) => {
    fake.answers({
      sendActivationCode: smsSent(),
      activateAccount: refuse('places_to_choose', { places, has_account }),
    })
    const browser = openBrowser()
    expect((await browser.submit(path, typed)).location).toBe(`${path}/code`)
    expect((await browser.submit(`${path}/code`, { code: '123456' })).location).toBe(`${path}/choose`)
    return browser
  }

  it('happy: activating lists the organisations unticked, and requires a tick', async () => {
    const browser = await chosen(false)
    const shown = ['Orchard', 'Meadow', 'Your name there: Bo', 'type="checkbox"']
    expectTexts(await browser.mainAt(`${path}/choose`), { shown, hidden: ['checked'] })
    const none = await browser.show(`${path}/choose`, { fields: { password } })
    expect(none.main).toContain('Tick at least one organisation')
  })

  it('happy: a person with an account also ticks, needs no password, and signs in to the account with the ticket', async () => {
    const browser = await chosen(true)
    expect(await browser.mainAt(`${path}/choose`)).not.toContain('type="password"')
    fake.answer('activateAccount', refuse('already_registered', { field: 'mobile', ticket }))
    expect((await browser.submit(`${path}/choose`, { place: own })).location).toBe(`${path}/existing`)
    const { main } = await browser.show(`${path}/existing`)
    expect(main).toContain('already has an account. Its password stays the same')
    fake.answer('smsLoginContinue', signedIn())
    expect((await browser.submit(`${path}/existing`)).location).toBe('/settings/organisations?notice=account_activated')
    expect(fake.inputsOf('smsLoginContinue')).toEqual([{ ticket }])
  })
})
