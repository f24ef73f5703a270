import { describe, expect, it } from 'vitest'
import type { Member } from '../../../app/organisation/member-rows'
import * as leave from '../../../app/routes/settings/organisations/$subject/leave/route'
import * as member from '../../../app/routes/settings/organisations/$subject/members/$identity/route'
import * as members from '../../../app/routes/settings/organisations/$subject/members/route'
import * as selected from '../../../app/routes/settings/organisations/$subject/members/selected/route'
import { type Permission, permissionNames } from '../../../contract/permissions'
import { done, refuse } from '../../../contract/server'
import { actingAs, subjectId as sec_subject_uid } from '../answers'
import { withFakeAccountApi } from '../browser'
import { askFor, mainOf } from '../page'
import { signedInBrowser } from '../person'

const fake = withFakeAccountApi()
const idOf = (letter: string) => letter.repeat(22)
const base = '/settings/organisations'
const path = `${base}/${sec_subject_uid}`
const subject = { params: { subject: sec_subject_uid } }

const memberCalled = (deputy_name: string, otherwise: Partial<Member> = {}): Member => ({
  identity_id: idOf(deputy_name[0] ?? ''),
  sec_user_id: idOf('u'),
  deputy_name,
  is_manager: false,
  is_frozen: 0,
  joined_at: '2026-01-02T03:04:05.000Z',
  roles: [],
  allowed: ['rename', 'freeze', 'remove'],
  ...otherwise,
})

const signedIn = async (permissions: readonly Permission[] = permissionNames) => {
  const browser = await signedInBrowser(fake)
  const place = { is_manager: false, identity_id: idOf('m'), deputy_name: 'me' }
  fake.answer('subjectInfo', actingAs(place, { permissions: [...permissions] }))
  fake.answer('listRoles', done({ roles: [] }))
  return browser
}
const list = (all: Member[], next: string | null = null) => fake.answer('listIdentities', done({ members: all, next }))

describe('the list of members', () => {
  const pattern = `${base}/:subject/members`

  it('happy: the URL names the filter and the page', async () => {
    const browser = await signedIn()
    list([memberCalled('bo')])
    await browser.open(
      members,
      `${path}/members?search=%20B&role_key=clerk&is_frozen=1&sort=joined_at&after=k`,
      subject,
    )
    const filter = { search: 'B', role_key: 'clerk', is_frozen: 1, sort: 'joined_at', after: 'k' }
    expect(fake.inputsOf('listIdentities')).toEqual([{ sec_subject_uid, page: 1, page_size: 20, ...filter }])
  })

  it.each(['search=', 'search=%00', 'role_key=<b>', 'is_frozen=2', 'sort=id', "after='", 'after=', 'sort=name'])(
    'error: %s is the whole list',
    async (query) => {
      const browser = await signedIn()
      list([memberCalled('bo')])
      expect((await browser.open(members, `${path}/members?${query}`, subject)).status).toBe(200)
      const asked = fake.inputsOf('listIdentities')[0] as Record<string, unknown>
      const { search = '', sort = 'name', ...others } = asked
      expect({ search, sort, others }).toEqual({
        search: '',
        sort: 'name',
        others: { sec_subject_uid, page: 1, page_size: 20 },
      })
    },
  )

  it('error: a key that the account API does not know, and a role that is gone, lead to what is left', async () => {
    const browser = await signedIn()
    fake.answer('listIdentities', refuse('invalid_input', { fields: [{ field: 'after', reason: 'invalid' }] }))
    const first = await browser.open(members, `${path}/members?search=b&after=none`, subject)
    expect(first.location).toBe(`${path}/members?search=b`)
    fake.answer('listIdentities', refuse('no_such_role', {}))
    const all = await browser.open(members, `${path}/members?role_key=gone&is_frozen=1`, subject)
    expect(all.location).toBe(`${path}/members?is_frozen=1`)
  })

  it('happy: only what one may do is offered', async () => {
    const browser = await signedIn(['member.read', 'member.freeze'])
    list([
      memberCalled('bo', { allowed: ['freeze'], is_frozen: 1 }),
      memberCalled('cy', { allowed: [], roles: [{ role_key: 'administrator', role_name: '', is_banned: 0 }] }),
      memberCalled('me', { allowed: ['rename'] }),
    ])
    const main = await mainOf(browser, members, `${path}/members`, { pattern })
    expect(main.match(/type="checkbox"/g)).toHaveLength(1)
    expect(main).toContain(`value="${idOf('b')}"`)
    expect(main).toContain('Administrator')
    expect(main).toMatch(/name="freeze".*name="unfreeze"/s)
    expect(main).not.toContain('name="remove"')
    expect(main).not.toMatch(/method="post"/i)
  })

  it('happy: it says what to do where nobody is found', async () => {
    const browser = await signedIn()
    const shown = async (query: string) => mainOf(browser, members, `${path}/members${query}`, { pattern })
    list([])
    expect(await shown('?search=zz')).toContain('No member matches')
    list([], 'k')
    const further = await shown('?search=zz')
    expect(further).toContain('The next page continues the search')
    expect(further).toContain('after=k')
    list([memberCalled('me', { allowed: ['rename'] })])
    expect(await shown('')).toContain('You are the only member so far.')
  })

  it('security: a name with markup and marks of direction stays text', async () => {
    const browser = await signedIn()
    list([memberCalled('x<b>Bo</b>\u200f"')])
    const main = await mainOf(browser, members, `${path}/members`, { pattern })
    expect(main).toContain('&lt;b&gt;Bo&lt;/b&gt;')
    expect(main).not.toContain('<b>Bo')
  })

  it('security: without member.read there is no list', async () => {
    const browser = await signedIn(['member.freeze'])
    expect((await askFor(browser, members, `${path}/members`, { pattern })).status).toBe(403)
    expect(fake.inputsOf('listIdentities')).toEqual([])
  })
})

describe('the page that asks before members are changed', () => {
  const pattern = `${base}/:subject/members/selected`
  const at = (query: string) => `${path}/members/selected?${query}`
  /** The fields of the form. */
  const ticked = (act: string, ids: string[]): [string, string][] => [
    ['act', act],
    ...ids.map((id): [string, string] => ['member', id]),
  ]
  const chosen = (...all: Member[]) =>
    fake.answer('memberInfo', ({ input }) => {
      const found = all.find(({ identity_id }) => identity_id === input.identity_id)
      return found ? done({ member: found }) : refuse('no_such_identity', {})
    })

  it('happy: it names who, and who is out of reach for what reason, and changes nothing', async () => {
    const browser = await signedIn()
    chosen(
      memberCalled('bo'),
      memberCalled('cy', { is_manager: true, allowed: [] }),
      memberCalled('me', { allowed: ['rename'] }),
      memberCalled('dan', { allowed: [] }),
    )
    const ids = ['b', 'c', 'm', 'd', 'x', 'b'].map((letter) => `member=${idOf(letter)}`).join('&')
    const main = await mainOf(browser, selected, at(`remove=Remove&${ids}&member=junk`), { pattern })
    expect(main).toContain('Remove this member?')
    expect(main.match(/type="hidden" name="member"/g)).toHaveLength(1)
    for (const why of [
      'The manager cannot be',
      'You cannot freeze or remove yourself',
      'They have permissions that you',
    ])
      expect(main).toContain(why)
    expect(fake.inputsOf('removeMembers')).toEqual([])
  })

  it('happy: what was refused is shown again, and what was done is done', async () => {
    const browser = await signedIn()
    const refused = [
      { identity_id: idOf('c'), reason: 'beyond_own_permissions' as const },
      { identity_id: idOf('d'), reason: 'no_such_identity' as const },
    ]
    fake.answer('freezeMembers', done({ done: [idOf('b')], refused }))
    const ids = [idOf('b'), idOf('c'), idOf('d')]
    const landed = await browser.send(selected, at('freeze=1'), ticked('freeze', ids), subject)
    expect(landed.location).toBe(`${at(`freeze=1&member=${idOf('c')}`)}&notice=members_refused`)
    const asked = { sec_subject_uid, sec_user_identity_ids: ids, is_frozen: 1 }
    expect(fake.inputsOf('freezeMembers')).toEqual([asked])
    fake.answer('freezeMembers', done({ done: ids, refused: [] }))
    const all = await browser.send(selected, at('unfreeze=1'), ticked('unfreeze', ids), subject)
    expect(all.location).toBe(`${path}/members?notice=members_unfrozen`)
    expect(fake.inputsOf('freezeMembers')[1]).toMatchObject({ is_frozen: 0 })
  })

  it('error: nobody, more than a page has, or an act that is none', async () => {
    const browser = await signedIn()
    chosen()
    const none = await browser.open(selected, at('freeze=1'), subject)
    expect(none.location).toBe(`${path}/members?notice=nobody_ticked`)
    const without = await browser.open(selected, at(`member=${idOf('b')}`), subject)
    expect(without.location).toBe(`${path}/members`)
    const many = Array.from({ length: 21 }, (_, nth) => idOf(String.fromCharCode(97 + nth)))
    expect((await browser.send(selected, at(''), ticked('remove', many), subject)).status).toBe(413)
    expect((await browser.send(selected, at(''), ticked('erase', [idOf('b')]), subject)).status).toBe(422)
    expect((await browser.send(selected, at(''), ticked('remove', ["' or 1"]), subject)).status).toBe(422)
    expect(fake.inputsOf('removeMembers')).toEqual([])
  })

  it('security: it needs the permission of its act', async () => {
    const browser = await signedIn(['member.read', 'member.freeze'])
    chosen(memberCalled('bo'))
    const query = (act: string) => at(`${act}=1&member=${idOf('b')}`)
    expect((await askFor(browser, selected, query('remove'), { pattern })).status).toBe(403)
    expect((await askFor(browser, selected, query('unfreeze'), { pattern })).status).toBe(200)
  })
})

describe('the page of a member', () => {
  const pattern = `${base}/:subject/members/:identity`
  const place = `${path}/members/${idOf('b')}`
  const params = { params: { subject: sec_subject_uid, identity: idOf('b') } }

  it('happy: it renames, and links to what may be done', async () => {
    const browser = await signedIn()
    fake.answer('memberInfo', done({ member: memberCalled('bo', { is_frozen: 1 }) }))
    const main = await mainOf(browser, member, place, { pattern })
    expect(main).toContain(`${path}/members/selected?unfreeze=1&amp;member=${idOf('b')}`)
    expect(main).toContain(`${path}/members/selected?remove=1&amp;member=${idOf('b')}`)
    expect(main).toContain(`${place}/roles`)
    fake.answer('updateDeputy', done({ deputy_name: 'Bo Diaz' }))
    const landed = await browser.send(member, place, { deputy_name: ' Bo Diaz ' }, params)
    expect(landed.location).toBe(`${place}?notice=member_renamed`)
    const input = { sec_subject_uid, identity_id: idOf('b'), deputy_name: 'Bo Diaz' }
    expect(fake.inputsOf('updateDeputy')).toEqual([input])
  })

  it.each([
    ['', '>Enter a name<'],
    ['x'.repeat(10_000), '>Enter a name of at most 60\u00A0characters<'],
    ['a\u0007b', 'cannot be seen'],
  ])('error: a name that cannot be is refused, and stays in its field', async (deputy_name, text) => {
    const browser = await signedIn()
    fake.answer('memberInfo', done({ member: memberCalled('bo') }))
    const page = await askFor(browser, member, place, { pattern, fields: { deputy_name } })
    expect(page.status).toBe(422)
    expect(page.main).toContain(text)
    expect(fake.inputsOf('updateDeputy')).toEqual([])
  })

  it('security: of somebody out of reach it only shows what there is to see', async () => {
    const browser = await signedIn(['member.read'])
    fake.answer('memberInfo', done({ member: memberCalled('bo', { allowed: [] }) }))
    const main = await mainOf(browser, member, place, { pattern })
    expect(main).not.toContain('deputy_name')
    expect(main).not.toContain('selected?')
    expect(main).not.toContain('type="submit"')
  })

  it('error: a member of another organisation, or without the permission', async () => {
    const browser = await signedIn([])
    fake.answer('memberInfo', refuse('no_such_identity', {}))
    expect((await askFor(browser, member, place, { pattern })).status).toBe(404)
    fake.answer('memberInfo', refuse('permission_required', { needed: 'member.read' }))
    expect((await askFor(browser, member, place, { pattern })).status).toBe(403)
  })
})

describe('the page to leave', () => {
  const pattern = `${base}/:subject/leave`

  it('happy: a member leaves and lands at their organisations', async () => {
    const browser = await signedIn([])
    expect(await mainOf(browser, leave, `${path}/leave`, { pattern })).toContain('Leave the organisation?')
    fake.answer('leaveSubject', done({ done: true }))
    const landed = await browser.send(leave, `${path}/leave`, {}, subject)
    expect(landed.location).toBe(`${base}?notice=organisation_left`)
    expect(fake.inputsOf('leaveSubject')).toEqual([{ sec_subject_uid }])
  })

  it('error: the manager is told what to do first, and has no button', async () => {
    const browser = await signedIn()
    fake.answer('subjectInfo', actingAs())
    const main = await mainOf(browser, leave, `${path}/leave`, { pattern })
    expect(main).toContain('Hand the organisation over first')
    expect(main).not.toContain('type="submit"')
    fake.answer('leaveSubject', refuse('is_manager', {}))
    const sent = await askFor(browser, leave, `${path}/leave`, { pattern, fields: {} })
    expect(sent.status).toBe(422)
    expect(sent.main).toContain('Hand the organisation over first')
  })

  it('happy: somebody whose place is frozen leaves, and sees nothing else of the organisation', async () => {
    const browser = await signedIn([])
    fake.answer('subjectInfo', refuse('identity_frozen', {}))
    const listed = (letter: string, subject_name: string) => ({
      subject_uid: letter,
      sec_subject_uid: idOf(letter),
      subject_name,
      identity_id: idOf('m'),
      deputy_name: 'me',
      is_manager: false,
      is_frozen: 1,
      is_kept_out: true,
    })
    fake.answer('listSubjects', ({ input }) =>
      input.page === 1
        ? done({ subjects: [listed('r', 'Meadow')], has_more: true })
        : done({ subjects: [listed('s', 'Orchard')], has_more: false }),
    )
    const main = await mainOf(browser, leave, `${path}/leave`, { pattern })
    expect(main).toContain('You will no longer be a member of Orchard')
    expect(main).toContain('your place will still be frozen')
    expect(main).not.toContain(`href="${path}"`)
    fake.answer('leaveSubject', done({ done: true }))
    const landed = await browser.send(leave, `${path}/leave`, {}, subject)
    expect(landed.location).toBe(`${base}?notice=organisation_left`)
  })

  it('error: an organisation in which one has no place', async () => {
    const browser = await signedIn([])
    fake.answer('subjectInfo', refuse('identity_frozen', {}))
    fake.answer('listSubjects', done({ subjects: [], has_more: false }))
    expect((await askFor(browser, leave, `${path}/leave`, { pattern })).status).toBe(404)
  })
})
