import { describe, expect, it } from 'vitest'
import { done, refuse, subjectId } from '#tests/app/browser/answers'
import { withFakeAccountApi } from '#tests/app/browser/browser'
import { actingBrowser } from './acting'

const fake = withFakeAccountApi()
const organisations = '/settings/organisations'
const path = `${organisations}/${subjectId}`

describe('suspending an organisation', () => {
  const suspended = async (is_frozen: '0' | '1') => {
    const browser = await actingBrowser(fake, 'manager')
    fake.answer('freezeSubject', done({ is_frozen: Number(is_frozen) }))
    return (await browser.submit(`${path}/freeze`, { is_frozen })).location
  }

  it('happy: the manager stays on the organisation’s page, and may unsuspend it there', async () => {
    expect(await suspended('1')).toBe(`${path}?notice=organisation_frozen_now`)
    expect(await suspended('0')).toBe(`${path}?notice=organisation_unfrozen`)
    const named = { sec_subject_uid: subjectId }
    expect(fake.inputsOf('freezeSubject')).toEqual([
      { ...named, is_frozen: 1 },
      { ...named, is_frozen: 0 },
    ])
  })

  it('happy: an administrator, who is locked out too, is redirected to the list of organisations', async () => {
    const browser = await actingBrowser(fake, ['organisation.freeze'])
    fake.answers({ freezeSubject: done({ is_frozen: 1 }), subjectInfo: refuse('subject_frozen', { by: 'manager' }) })
    const { location } = await browser.submit(`${path}/freeze`, { is_frozen: '1' })
    expect(location).toBe(`${organisations}?notice=organisation_frozen_now`)
  })
})
