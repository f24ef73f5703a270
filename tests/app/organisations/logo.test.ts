import { describe, expect, it } from 'vitest'
import { actingAs, done, subjectId } from '#tests/app/browser/answers'
import { withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser } from '#tests/app/browser/person'
import { actingBrowser } from './acting'
import { overviewAnswers } from './answers'

const fake = withFakeAccountApi()
const home = `/settings/organisations/${subjectId}`

describe('the logo of an organisation', () => {
  it('happy: the logo is uploaded, shown on the overview, and removed', async () => {
    const browser = await actingBrowser(fake)
    fake.answer('uploadSubjectLogo', done({ logo: 'key-of-a-logo' }))
    const pic = new File([new Uint8Array([1, 2, 3])], 'logo.png', { type: 'image/png' })
    expect((await browser.submit(`${home}/logo`, { pic })).location).toBe(`${home}?notice=organisation_logo_saved`)
    expect(fake.inputsOf('uploadSubjectLogo')).toMatchObject([{ sec_subject_uid: subjectId }])
    fake.answer('removeSubjectLogo', done({ logo: null }))
    const removed = await browser.submit(`${home}/logo`, { remove: 'x' })
    expect(removed.location).toBe(`${home}?notice=organisation_logo_removed`)
    fake.answers({ subjectInfo: actingAs({ logo: 'key-of-a-logo' }), listSubjectLog: overviewAnswers.listSubjectLog })
    expect((await browser.show(home)).main).toContain('src="/passport/image/key-of-a-logo"')
  })

  it('happy: a page without a logo has no picture', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('subjectInfo', actingAs({ is_manager: false }, { permissions: ['member.read'] }))
    expect((await browser.show(home)).main).not.toContain('/passport/image/')
  })
})
