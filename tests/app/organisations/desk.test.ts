import { describe, expect } from 'vitest'
import { mostCounted } from '#contract/organisations/counts'
import type { Permission } from '#contract/terms/permissions'
import { actingAs, done, invitationOf, refuse, subjectId } from '#tests/app/browser/answers'
import { expectTexts, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser, visiting } from '#tests/app/browser/person'
import { actingBrowser } from './acting'
import { application, idOf, logEntry, memberCalled, overviewAnswers, roleOf } from './answers'

const fake = withFakeAccountApi()
const it = visiting(fake)
const path = `/settings/organisations/${subjectId}`
const counts = { members: 25, frozen: 2, invitations: 3, waiting: null, roles: 1 }

const shown = async (
  subject: Parameters<typeof actingAs>[0] = {},
  otherwise: Parameters<typeof actingAs>[1] = {},
  below = '',
) => {
  const browser = await signedInBrowser(fake)
  fake.answer('subjectInfo', actingAs(subject, { counts, ...otherwise }))
  fake.answers({ listSubjectLog: overviewAnswers.listSubjectLog, listMemberClients: overviewAnswers.listMemberClients })
  return (await browser.show(path + below)).html
}
const navIn = (html: string) => /<nav class="desk-nav.*?<\/nav>/s.exec(html)?.[0] ?? ''
const hrefsIn = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href?.replace(path, ''))

describe('the navigation of an organisation', () => {
  it('happy: the navigation comes after the page, shows counts, and ends with rare and dangerous entries', async () => {
    const html = await shown()
    expect(html).toMatch(/<\/main><nav class="desk-nav"/)
    const nav = navIn(html)
    expectTexts(nav, { shown: ['Members</a><span class="count"> (25)', 'Invitations</a><span class="count"> (3)'] })
    expect(nav.match(/class="count"/g)).toHaveLength(2)
    expect(hrefsIn(nav).slice(-3)).toEqual(['/manager', '/freeze', '/close'])
  })

  it('happy: a count that reached its limit says so, and without counts the navigation has none', async () => {
    expect(navIn(await shown({}, { counts: { ...counts, members: mostCounted } }))).toContain('(999+)')
    const nav = navIn(await shown({}, { counts: null }))
    expectTexts(nav, { shown: [`${path}/members"`], hidden: ['class="count"'] })
  })

  it('happy: the current page and its parent are marked', async () => {
    const marked = (html: string) => /<a href="([^"]+)" aria-current="(\w+)"/.exec(navIn(html))?.slice(1)
    expect(marked(await shown({}, {}, '/details'))).toEqual([`${path}/details`, 'page'])
    fake.answer('listRoles', done({ roles: [] }))
    expect(marked(await shown({}, {}, '/members/new'))).toEqual([`${path}/members`, 'true'])
  })

  it('security: a member sees their own pages only, and an administrator not those of the manager alone', async () => {
    const html = await shown({ is_manager: false }, { permissions: [], counts: null })
    expect(hrefsIn(navIn(html))).toEqual([`/members/${'i'.repeat(22)}`, '/leave'])
    expect(html).toContain('You are a member of this organisation.')
    const permissions: Permission[] = ['member.read', 'organisation.freeze']
    const nav = navIn(await shown({ is_manager: false }, { permissions }))
    expectTexts(nav, { shown: [`${path}/freeze`], hidden: [`${path}/close`, `${path}/manager"`, `${path}/roles`] })
  })

  it('happy: a suspended organisation shows only what its manager may still do in that state', async () => {
    const nav = navIn(await shown({ frozen_by: 'manager' }))
    expectTexts(nav, { shown: ['Unsuspend the'], hidden: [`${path}/members"`, 'Suspend the organisation<'] })
    expect(navIn(await shown({ frozen_by: 'closing' }))).toContain('Keep the organisation')
  })

  it('error: a problem page has no navigation', async ({ person: browser }) => {
    fake.answer('subjectInfo', actingAs({ is_manager: false }, { permissions: [] }))
    const page = await browser.show(`${path}/members`)
    expect(page.status).toBe(403)
    expect(page.html).not.toContain('desk-nav')
  })

  it('security: the name of an organisation stays text in the head of the page', async () => {
    expectTexts(await shown({ subject_name: '<i>O</i>' }), { shown: ['<bdi>&lt;i&gt;O'], hidden: ['<i>O'] })
  })
})

describe('the overview', () => {
  it('happy: the overview shows what waits, who is a member, and the latest actions', async ({ person: browser }) => {
    fake.answer('subjectInfo', actingAs({}, { counts: { ...counts, requests: 2, waiting: 1 } }))
    const entry = logEntry({ kind: 'role_created', target: { id: 't', name: 'Front desk' }, before: null, after: null })
    fake.answer('listSubjectLog', done({ entries: [entry], kept_days: 365, time_zone: 'UTC' }))
    expectTexts(await browser.mainAt(path), {
      shown: [
        `${path}/requests">Answer 2 requests to join`,
        `${path}/members/waiting">1 account waits`,
        'Suspended members',
        'Created a role',
        'Front desk',
        `${path}/log">Show the whole log`,
      ],
      hidden: ['Roles'],
    })
    expect(fake.inputsOf('listSubjectLog')).toMatchObject([{ page_size: 5 }])
    expect(fake.received.map(({ name }) => name).filter((name) => name !== 'accountLoginV2')).toHaveLength(2)
  })

  it('happy: a plain member sees the manager, their own role, and the applications', async ({ person: browser }) => {
    fake.answer('subjectInfo', actingAs({ is_manager: false }, { permissions: [], manager_name: 'Zoe Lee' }))
    const clients = [{ client_key: 'a', name: 'Ledger', host: 'ledger.example' }]
    fake.answer('listMemberClients', done({ clients }))
    expectTexts(await browser.mainAt(path), {
      shown: ['Manager</dt><dd>Zoe Lee', '(Member)', '<bdi>Ledger</bdi>', 'ledger.example'],
      hidden: ['To do', 'Recent activity'],
    })
    expect(fake.inputsOf('subjectInfo')).toMatchObject([{ need_manager: 1 }])
  })

  it('error: if the log cannot be read, the rest of the page is shown', async ({ person: browser }) => {
    fake.answer('subjectInfo', actingAs({}, { counts }))
    fake.answer('listSubjectLog', refuse('permission_required', { needed: 'log.read' }))
    expectTexts(await browser.mainAt(path), { shown: ['Pending invitations'], hidden: ['Recent activity'] })
  })
})

describe('the first steps', () => {
  const alone = { members: 1, frozen: 0, invitations: 0, waiting: 0, roles: 0 }

  it('happy: an organisation without other members says what to do first', async () => {
    const html = await shown({ deputy_name: 'user-bcdfghjk' }, { counts: alone })
    expectTexts(html, {
      shown: ['First steps', `${path}/members/${'i'.repeat(22)}`, `${path}/invitations/new`, `${path}/roles`],
      hidden: ['– done'],
    })
  })

  it('happy: a finished step is marked as done', async () => {
    const html = await shown({ deputy_name: 'Ann' }, { counts: { ...alone, invitations: 1, roles: 1 } })
    expect(html.match(/ – done/g)).toHaveLength(3)
  })

  it('security: neither an organisation with members or without counts, nor a person who may not invite, has steps', async () => {
    expect(await shown()).not.toContain('First steps')
    expect(await shown({}, { counts: null })).not.toContain('First steps')
    expect(await shown({ is_manager: false }, { permissions: [], counts: alone })).not.toContain('First steps')
  })
})

const titled = async (below: string, fields?: Record<string, string>) => {
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
  const html = await titled(below)
  expect([titleIn(html), headingIn(html)]).toEqual([title, heading])
})

it('happy: an invitation is named by its invitee', async () => {
  const html = await titled(`/invitations/${idOf('v')}`)
  expect(titleIn(html)).toMatch(/^Cy ·\u00A0.+ – Invitations – Orchard$/)
  expect(headingIn(html)).toMatch(/^Cy ·\u00A0/)
})

it('error: a returned form says so before the name', async () => {
  const html = await titled(`/members/${idOf('B')}`, { deputy_name: '' })
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
