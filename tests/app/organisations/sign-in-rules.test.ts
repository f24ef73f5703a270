import { describe, expect, it } from 'vitest'
import { actingAs, done, refuse, subjectId } from '#tests/app/browser/answers'
import { expectRedirect, expectTexts, withFakeAccountApi } from '#tests/app/browser/browser'
import { withActing } from './acting'
import { noOrganisations, overviewAnswers } from './answers'

const fake = withFakeAccountApi()
const browser = withActing(fake)
const organisations = '/settings/organisations'
const path = `${organisations}/${subjectId}`
const none = { second_factor_from: null, proof_minutes: null, acting_hours: null }

describe('the page of the rules', () => {
  it('happy: the manager’s choice is sent, and a new rule has its start date', async () => {
    fake.answer('updateSignInRules', done(none))
    const typed = { second_factor: '1', grace_days: '14', proof_minutes: '30', acting_hours: '0' }
    const { location } = await browser.submit(`${path}/sign-in`, typed)
    expect(location).toBe(`${path}/sign-in?notice=sign_in_rules_saved`)
    await browser.submit(`${path}/sign-in`, { ...typed, second_factor: '0' })
    const numbers = { sec_subject_uid: subjectId, proof_minutes: 30, acting_hours: 0 }
    expect(fake.inputsOf('updateSignInRules')).toEqual([
      { ...numbers, second_factor: 1, grace_days: 14 },
      { ...numbers, second_factor: 0 },
    ])
  })

  it('happy: an existing rule is shown with its day, which stays unless another day is chosen', async () => {
    const rules = { second_factor_from: '2026-12-24T00:00:00.000Z', proof_minutes: 30, acting_hours: null }
    fake.answer('signInRules', done({ ...rules, has_second_factor: true }))
    const { main } = await browser.show(`${path}/sign-in`)
    expect(main).toMatch(/<option[^>]*selected[^>]*>24\sDecember\s2026 \(now\)</)
    expect(main).not.toContain('/settings/authenticator')
  })

  it('error: a manager without an authenticator is led to set one up, before and after trying', async () => {
    fake.answer('signInRules', done({ ...none, has_second_factor: false }))
    expect((await browser.show(`${path}/sign-in`)).main).toContain('href="/settings/authenticator"')
    fake.answer('updateSignInRules', refuse('second_factor_required', {}))
    const typed = { second_factor: '1', proof_minutes: '0', acting_hours: '0' }
    const refused = await browser.show(`${path}/sign-in`, { fields: typed })
    expect(refused.status).toBe(422)
    expect(refused.main).toContain('href="/settings/authenticator"')
  })
})

const listedWith = (lacking: { needs_second_factor: boolean }) => {
  const { subject_uid, sec_subject_uid, subject_name, identity_id, deputy_name } = actingAs().data.subject
  const who = { subject_uid, sec_subject_uid, subject_name, identity_id, deputy_name }
  return done({ subjects: [{ ...who, is_manager: false, is_frozen: 0, ...lacking }], has_more: false, time_zone: null })
}

describe('a member whom a rule concerns', () => {
  it('happy: a member who soon needs a second factor reads the day on the overview', async () => {
    fake.answer('listSubjectLog', overviewAnswers.listSubjectLog)
    fake.answer('subjectInfo', actingAs({ second_factor_due: '2026-12-24T00:00:00.000Z' }))
    const { main } = await browser.show(path)
    expect(main).toMatch(/From 24\sDecember\s2026.*href="\/settings\/authenticator"/s)
  })

  it('happy: a member without the factor is led to set one up, and may leave', async () => {
    fake.answer('subjectInfo', refuse('second_factor_required', {}))
    expectRedirect(await browser.visit(`${path}/members`), '/settings/authenticator?notice=second_factor_required')
    fake.answers({ ...noOrganisations, listSubjects: listedWith({ needs_second_factor: true }) })
    const shown = ['href="/settings/authenticator"', `href="${path}/leave"`]
    expectTexts(await browser.mainAt(organisations), { shown })
    expect((await browser.show(`${path}/leave`)).status).toBe(200)
  })

  it('happy: a member whose session lacks the passkey reads what to do, also without script, and confirms', async () => {
    const ways = [{ way: 'passkey' as const, masked: '' }]
    const hidden = { sms_code_key: 'key-of-a-second-verification', ways, asks_factor: true }
    fake.answer('subjectInfo', refuse('second_verification_required', hidden))
    const verify = `${path}/verify?next=${encodeURIComponent(`${path}/members`)}`
    expect((await browser.visit(`${path}/members`)).location).toBe(verify)
    fake.answer('listSubjects', listedWith({ needs_second_factor: false }))
    expect((await browser.show(`${path}/leave`)).main).toContain('Leave the organisation')
    expectTexts(await browser.mainAt(verify), {
      shown: ['<h1>Confirm with your passkey</h1>', `href="${path}/leave"`, 'href="/settings/authenticator"'],
    })
    const asked = await browser.show(verify, { fields: {} })
    expect(asked.main).toContain('data-name="use_passkey"')
    // Without script there is no such button. The link is there.
    expect(asked.main).toContain('href="/settings/authenticator"')
    fake.answer('subjectInfo', actingAs())
    expect((await browser.submit(verify, {})).location).toBe(`${path}/members`)
  })
})
