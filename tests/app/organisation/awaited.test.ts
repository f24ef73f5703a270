import { describe, expect, it } from 'vitest'
import * as create from '../../../app/routes/settings/organisations/$subject/members/new/route'
import * as waiting from '../../../app/routes/settings/organisations/$subject/members/waiting/route'
import type { Permission } from '../../../contract/permissions'
import { done, refuse } from '../../../contract/server'
import { subjectId } from '../answers'
import { withFakeAccountApi } from '../browser'
import { askFor, mainOf } from '../page'
import { signedInBrowser } from '../person'
import { actAs, memberId } from './acting'

const fake = withFakeAccountApi()
const members = `/settings/organisations/${subjectId}/members`
const params = { params: { subject: subjectId } }

const signedIn = async (permissions: readonly Permission[] | 'manager' = 'manager') => {
  const browser = await signedInBrowser(fake)
  actAs(fake, permissions)
  const role = { description: '', permissions: ['member.read' as const], is_banned: 0, is_built_in: false }
  fake.answer('listRoles', done({ roles: [{ ...role, role_key: 'clerk', role_name: 'Clerk' }] }))
  return browser
}

describe('the page that creates an account for a member', () => {
  const pattern = '/settings/organisations/:subject/members/new'
  const created = { sec_user_identity_id: memberId, sec_user_id: memberId, ends_at: '2026-02-01T00:00:00.000Z' }

  it('happy: a mobile number or an email, a name and a role', async () => {
    const browser = await signedIn()
    fake.answer('createUserWithRole', done(created))
    const byMobile = { region: 'CN', mobile: '138 0013 8000', deputy_name: 'Bo', role_key: 'clerk' }
    const landed = await browser.send(create, `${members}/new`, byMobile, params)
    expect(landed.location).toBe(`${members}/waiting?notice=user_created`)
    await browser.send(create, `${members}/new?by=email`, { email: 'bo@example.com', deputy_name: 'Bo' }, params)
    expect(fake.inputsOf('createUserWithRole')).toMatchObject([
      { sec_subject_uid: subjectId, mobile: '+8613800138000', deputy_name: 'Bo', role_key: 'clerk' },
      { sec_subject_uid: subjectId, email: 'bo@example.com', deputy_name: 'Bo', role_key: 'member' },
    ])
  })

  it('error: what was typed stays, with what is wrong', async () => {
    const browser = await signedIn()
    const fields = { region: 'CN', mobile: '138 0013 8000', deputy_name: '' }
    const page = await askFor(browser, create, `${members}/new`, { pattern, fields })
    expect(page.status).toBe(422)
    expect(page.main).toContain('Enter a name')
    expect(page.main).toContain('138 0013 8000')
    fake.answer('createUserWithRole', refuse('activation_pending', {}))
    const again = await askFor(browser, create, `${members}/new`, { pattern, fields: { ...fields, deputy_name: 'Bo' } })
    expect(again.main).toContain('has created an account for this number or email already')
  })

  it('security: nobody is offered a role that they cannot give, or the page without the permission', async () => {
    const browser = await signedIn(['member.create'])
    expect(await mainOf(browser, create, `${members}/new`, { pattern })).not.toContain('role_key')
    actAs(fake, ['member.read'])
    expect((await askFor(browser, create, `${members}/new`, { pattern })).status).toBe(403)
  })
})

describe('the list of accounts that wait', () => {
  const pattern = '/settings/organisations/:subject/members/waiting'
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

  it('happy: who, until when, where to activate, and buttons for what one may change', async () => {
    const browser = await signedIn(['member.create'])
    fake.answer('listActivations', done({ activations: [awaited('Bo'), awaited('<b>Cy', false)], next: null }))
    const main = await mainOf(browser, waiting, path, { pattern })
    expect(main).toContain('+86\u00a0138****8000')
    expect(main).toContain('/account-help/activate"')
    expect(main).toContain('&lt;b&gt;Cy')
    expect(main.match(/name="cancel"/g)).toHaveLength(1)
    // Without member.read there is no way back to the members.
    expect(main).not.toContain(`href="${members}"`)
  })

  it('happy: nobody waits, which says what to do', async () => {
    const browser = await signedIn()
    fake.answer('listActivations', done({ activations: [], next: null }))
    const main = await mainOf(browser, waiting, path, { pattern })
    expect(main).toContain('No account is waiting for activation')
    expect(main).toContain(`href="${members}/new"`)
    expect(main).toContain(`href="${members}"`)
  })

  it('happy: one is given more time, another is deleted', async () => {
    const browser = await signedIn()
    fake.answer('renewActivation', done({ ends_at: '2026-03-01T00:00:00.000Z' }))
    fake.answer('cancelActivation', done({ cancelled: true }))
    const renewed = await browser.send(waiting, path, { member: memberId, renew: 'x' }, params)
    expect(renewed.location).toBe(`${path}?notice=activation_renewed`)
    const cancelled = await browser.send(waiting, path, { member: memberId, confirmed: '1' }, params)
    expect(cancelled.location).toBe(`${path}?notice=activation_cancelled`)
    const named = { sec_subject_uid: subjectId, sec_user_identity_id: memberId }
    expect([fake.inputsOf('renewActivation'), fake.inputsOf('cancelActivation')]).toEqual([[named], [named]])
  })

  const key = '0'.repeat(32)

  it('happy: a page asks before one is deleted, and names the way back first', async () => {
    const browser = await signedIn()
    fake.answer('listActivations', done({ activations: [awaited('Bo'), awaited('Cy', false)], next: null }))
    const asked = await browser.send(waiting, `${path}?after=${key}`, { member: memberId, cancel: 'x' }, params)
    expect(asked.location).toBe(`${path}?delete=${memberId}&after=${key}`)
    expect(fake.inputsOf('cancelActivation')).toEqual([])
    const main = await mainOf(browser, waiting, `${path}?delete=${memberId}&after=${key}`, { pattern })
    expect(main).toContain('Bo (+86\u00a0138****8000) has not activated it yet')
    expect(main.indexOf('Keep the account')).toBeLessThan(main.indexOf('Delete the account'))
    expect(fake.inputsOf('listActivations')).toMatchObject([{ after: key }])
    const another = await mainOf(browser, waiting, `${path}?delete=${'x'.repeat(22)}`, { pattern })
    expect(another).not.toContain('Delete this account?')
  })

  it('error: one that waits no longer, and what is no id', async () => {
    const browser = await signedIn()
    fake.answer('listActivations', done({ activations: [], next: null }))
    fake.answer('cancelActivation', refuse('no_such_activation', {}))
    const gone = await askFor(browser, waiting, path, { pattern, fields: { member: memberId, confirmed: '1' } })
    expect(gone.main).toContain('This account does not wait any more')
    const odd = await browser.send(waiting, path, { member: "' or 1", cancel: 'x' }, params)
    expect(odd.status).toBe(422)
    expect(fake.inputsOf('cancelActivation')).toHaveLength(1)
  })

  it('security: without member.create there is no list', async () => {
    const browser = await signedIn(['member.read', 'member.update'])
    expect((await askFor(browser, waiting, path, { pattern })).status).toBe(403)
    expect(fake.inputsOf('listActivations')).toEqual([])
  })
})
