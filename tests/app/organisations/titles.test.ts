import { describe, expect, it } from 'vitest'
import { actingAs, done, invitationOf, subjectId } from '#tests/app/browser/answers'
import { withFakeAccountApi } from '#tests/app/browser/browser'
import { actingBrowser } from './acting'
import { application, idOf, memberCalled, overviewAnswers, roleOf } from './answers'

const fake = withFakeAccountApi()
const path = `/settings/organisations/${subjectId}`

const shown = async (below: string, fields?: Record<string, string>) => {
  const browser = await actingBrowser(fake)
  fake.answer('listRoles', done({ roles: [roleOf('desk', [], { role_name: 'Front desk' })] }))
  fake.answers({ listSubjectLog: overviewAnswers.listSubjectLog, listUserRoles: done({ users: [], next: null }) })
  fake.answer('memberInfo', done({ member: memberCalled('Bo <b>Lee</b>') }))
  fake.answer('invitationInfo', done({ invitation: invitationOf({ deputy_name: 'Cy' }), link: null }))
  fake.answer('subjectClientInfo', done({ client: application, issuer: 'https://id.example' }))
  return (await browser.show(path + below, fields ? { fields } : {})).html
}
const titleIn = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1]
const headingIn = (html: string) => /<h1>(.*?)<\/h1>/s.exec(html)?.[1]?.replaceAll(/<\/?bdi>/g, '')

it.each([
  ['', 'Overview – Orchard', 'Orchard'],
  ['/details', 'Name and details – Orchard', 'Name and details'],
  ['/roles/desk', 'Front desk – Roles – Orchard', 'Front desk'],
  [`/members/${idOf('B')}`, 'Bo &lt;b&gt;Lee&lt;/b&gt; – Members – Orchard', 'Bo &lt;b&gt;Lee&lt;/b&gt;'],
  ['/applications/a2345bcdefghijklmnop', 'Ledger – Applications – Orchard', 'Ledger'],
])('happy: the page at %j has the title %s', async (below, title, heading) => {
  const html = await shown(below)
  expect([titleIn(html), headingIn(html)]).toEqual([title, heading])
})

it('happy: an invitation is named by its invitee', async () => {
  const html = await shown(`/invitations/${idOf('v')}`)
  expect(titleIn(html)).toMatch(/^Cy ·\u00A0.+ – Invitations – Orchard$/)
  expect(headingIn(html)).toMatch(/^Cy ·\u00A0/)
})

it('error: a returned form says so before the name', async () => {
  const html = await shown(`/members/${idOf('B')}`, { deputy_name: '' })
  expect(titleIn(html)).toMatch(/^Error: Bo .* – Members – Orchard$/)
})

describe('the logo of an organisation', () => {
  it('happy: the logo is uploaded, shown on the overview, and removed', async () => {
    const browser = await actingBrowser(fake)
    fake.answer('uploadSubjectLogo', done({ logo: 'key-of-a-logo' }))
    const pic = new File([new Uint8Array([1, 2, 3])], 'logo.png', { type: 'image/png' })
    expect((await browser.submit(`${path}/logo`, { pic })).location).toBe(`${path}?notice=organisation_logo_saved`)
    expect(fake.inputsOf('uploadSubjectLogo')).toMatchObject([{ sec_subject_uid: subjectId }])
    fake.answer('removeSubjectLogo', done({ logo: null }))
    const removed = await browser.submit(`${path}/logo`, { remove: 'x' })
    expect(removed.location).toBe(`${path}?notice=organisation_logo_removed`)
    fake.answers({ subjectInfo: actingAs({ logo: 'key-of-a-logo' }), listSubjectLog: overviewAnswers.listSubjectLog })
    expect((await browser.show(path)).main).toContain('src="/passport/image/key-of-a-logo"')
  })

  it('happy: a page without a logo has no picture', async () => {
    const browser = await actingBrowser(fake, ['member.read'])
    expect((await browser.show(path)).main).not.toContain('/passport/image/')
  })
})
