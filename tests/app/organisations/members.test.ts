import { beforeEach, describe, expect, it } from 'vitest'
import { type Permission, permissionNames } from '#contract/terms/permissions'
import { actingAs, done, refuse, subjectId as sec_subject_uid } from '#tests/app/browser/answers'
import { expectTexts, refusedAt, withFakeAccountApi } from '#tests/app/browser/browser'
import { withPerson } from '#tests/app/browser/person'
import { loader } from '~/routes/settings/organisations/$subject/members/file/route'
import { idOf, memberCalled, placeIn, roleOf } from './answers'

const fake = withFakeAccountApi()
const browser = withPerson(fake)
const base = '/settings/organisations'
const path = `${base}/${sec_subject_uid}`

/** The person acts as a deputy with these permissions. */
const act = (permissions: readonly Permission[]) => {
  const place = { is_manager: false, identity_id: idOf('m'), deputy_name: 'me' }
  fake.answer('subjectInfo', actingAs(place, { permissions: [...permissions] }))
}
beforeEach(() => {
  act(permissionNames)
  fake.answer('listRoles', done({ roles: [] }))
})
const list = (all: ReturnType<typeof memberCalled>[], next: string | null = null) =>
  fake.answer('listIdentities', done({ members: all, next }))

describe('the list of members', () => {
  it('error: an unknown page key or a deleted role redirects to what is left of the list', async () => {
    fake.answer('listIdentities', refuse('invalid_input', { fields: [{ field: 'after', reason: 'invalid' }] }))
    expect((await browser.visit(`${path}/members?search=b&after=none`)).location).toBe(`${path}/members?search=b`)
    fake.answer('listIdentities', refuse('no_such_role', {}))
    const all = await browser.visit(`${path}/members?role_key=gone&is_frozen=1`)
    expect(all.location).toBe(`${path}/members?is_frozen=1`)
  })

  it('happy: the list offers only actions that the person may take', async () => {
    act(['member.read', 'member.freeze'])
    list([
      memberCalled('bo', { allowed: ['freeze'], is_frozen: 1 }),
      memberCalled('cy', { allowed: [], roles: [{ role_key: 'administrator', role_name: '', is_banned: 0 }] }),
      memberCalled('me', { allowed: ['rename'] }),
    ])
    const main = await browser.mainAt(`${path}/members`)
    expect(main.match(/type="checkbox"/g)).toHaveLength(1)
    expectTexts(main, { shown: [`value="${idOf('b')}"`, 'Administrator'] })
    // No member who can be suspended is active.
    expectTexts(main, { shown: ['name="unfreeze"'], hidden: ['name="freeze"', 'name="remove"'] })
    expect(main).not.toMatch(/method="post"/i)
  })

  it('happy: an empty result says what to do', async () => {
    const shown = async (query: string) => browser.mainAt(`${path}/members${query}`)
    list([])
    expect(await shown('?search=zz')).toContain('No member matches')
    list([], 'k')
    expectTexts(await shown('?search=zz'), { shown: ['The next page continues the search', 'after=k'] })
    list([memberCalled('me', { allowed: ['rename'] })])
    expect(await shown('')).toContain('You are the only member so far.')
  })

  it('happy: a person who may invite sees addresses and searches for them, and others search by name only', async () => {
    act(['member.read', 'invitation.send'])
    list([memberCalled('bo', { address: '+86 138****0001' }), memberCalled('cy')])
    const main = await browser.mainAt(`${path}/members?search=%20138 0000 0001`)
    expectTexts(main, { shown: ['<bdi>+86\u00A0138****0001</bdi>', 'Search by name, mobile or email'] })
    expect(main.match(/<bdi>\+/g)).toHaveLength(1)
    expect(fake.inputsOf('listIdentities')).toMatchObject([{ search: '138 0000 0001', region: 'CN' }])
    act(['member.read'])
    const other = await browser.mainAt(`${path}/members`)
    expectTexts(other, { shown: ['Search by name'], hidden: ['mobile or email'] })
  })

  it('happy: the headings sort the list, reverse it at the second click, and keep the filter', async () => {
    list([memberCalled('bo')])
    const headings = async (query: string) => {
      const main = await browser.mainAt(`${path}/members${query}`)
      return [...main.matchAll(/<th scope="col"(?: aria-sort="(\w+)")?><a href="([^"]+)">(?!Select)/g)].map(
        ([, sorted, href]) => [sorted, href?.replace(`${path}/members`, '').replaceAll('&amp;', '&')],
      )
    }
    expect(await headings('?is_frozen=1&after=k')).toEqual([
      ['ascending', '?is_frozen=1&order=descending'],
      [undefined, '?is_frozen=1&sort=joined_at'],
    ])
    expect(await headings('?sort=joined_at&order=descending')).toEqual([
      [undefined, ''],
      ['descending', '?sort=joined_at'],
    ])
    // A search sorts by what it finds.
    expect(await headings('?search=b')).toEqual([])
  })

  it('happy: a link ticks everything that can be ticked on the page, or nothing', async () => {
    act(['member.read', 'member.freeze'])
    list([memberCalled('bo'), memberCalled('cy'), memberCalled('me', { allowed: ['rename'] })])
    const all = await browser.mainAt(`${path}/members?is_frozen=0&after=k&ticked=all`)
    expect(all.match(/type="checkbox"[^>]*checked=""/g)).toHaveLength(2)
    expectTexts(all, { shown: [`href="${path}/members?is_frozen=0&amp;after=k">Select none`] })
    const none = await browser.mainAt(`${path}/members?is_frozen=0&after=k`)
    expectTexts(none, { shown: ['after=k&amp;ticked=all">Select all'], hidden: ['checked=""'] })
  })

  it('happy: the list shows how many members there are, and how many are suspended', async () => {
    list([memberCalled('bo')])
    const counts = { members: 25, frozen: 2, invitations: null, waiting: null, roles: null }
    const place = { is_manager: false, identity_id: idOf('m') }
    fake.answer('subjectInfo', actingAs(place, { counts }))
    expect(await browser.mainAt(`${path}/members`)).toContain('25 members, 2 suspended')
    fake.answer('subjectInfo', actingAs(place, { counts: { ...counts, members: 1000, frozen: 0 } }))
    expectTexts(await browser.mainAt(`${path}/members`), { shown: ['999+ members<'], hidden: ['0 suspended'] })
  })

  it('happy: a counted list has numbered pages, and a search has a next page', async () => {
    list([memberCalled('bo')], 'k')
    const counts = { members: 95, frozen: 25, invitations: null, waiting: null, roles: null }
    fake.answer('subjectInfo', actingAs({ is_manager: false, identity_id: idOf('m') }, { counts }))
    const pagesAt = async (query: string) => {
      const main = await browser.mainAt(`${path}/members${query}`)
      const [nav = ''] = /<nav aria-label="Pages">.*?<\/nav>/s.exec(main) ?? []
      return [...nav.matchAll(/<a href="[^"]*[?&;]page=(\d+)"( aria-current="page")?>([^<]+)/g)].map((each) => each[3])
    }
    expect(await pagesAt('?page=3')).toEqual(['Previous page', '1', '2', '3', '4', '5', 'Next page'])
    expect(await pagesAt('?is_frozen=1')).toEqual(['1', '2', 'Next page'])
    expect(fake.inputsOf('listIdentities')).toMatchObject([{ page: 3 }, { page: 1 }])
    expect(await pagesAt('?search=b')).toEqual([])
    fake.answer('subjectInfo', actingAs({ is_manager: false }, { counts: { ...counts, members: 1000 } }))
    expectTexts(await browser.mainAt(`${path}/members`), { shown: ['after=k'] })
  })

  it('happy: the filter finds members who were not active since a day, and an invalid day comes back', async () => {
    list([memberCalled('bo')])
    expectTexts(await browser.mainAt(`${path}/members?inactive_since=2026-03-27`), { shown: ['value="2026-03-27"'] })
    expect(fake.inputsOf('listIdentities')).toMatchObject([{ inactive_since: '2026-03-27' }])
    const odd = await browser.mainAt(`${path}/members?inactive_since=last+year`)
    expectTexts(odd, { shown: ['name="inactive_since" type="text"', 'value="last year"', 'href="#inactive_since"'] })
    expect(fake.inputsOf('listIdentities')[1]).not.toHaveProperty('inactive_since')
  })

  it('happy: inactive members are counted, on numbered pages, and without headings that sort', async () => {
    fake.answer('listIdentities', () => done({ members: [memberCalled('bo')], next: 'k', count: 41 }))
    const page = await browser.mainAt(`${path}/members?inactive_since=2026-03-27`)
    expectTexts(page, { shown: ['41 members found.', 'page=3'], hidden: ['after=k', 'sort=joined_at'] })
  })

  it('security: a name with markup and direction marks stays text', async () => {
    list([memberCalled('x<b>Bo</b>\u200f"')])
    expectTexts(await browser.mainAt(`${path}/members`), { shown: ['&lt;b&gt;Bo&lt;/b&gt;'], hidden: ['<b>Bo'] })
  })
})

describe('the page that asks before members are changed', () => {
  const at = (query: string) => `${path}/members/selected?${query}`
  const ticked = (act: string, ids: string[]): [string, string][] => [
    ['act', act],
    ...ids.map((id): [string, string] => ['member', id]),
  ]
  const chosen = (...all: ReturnType<typeof memberCalled>[]) =>
    fake.answer('memberInfo', ({ input }) => {
      const found = all.find(({ identity_id }) => identity_id === input.identity_id)
      return found ? done({ member: found }) : refuse('no_such_identity', {})
    })

  it('happy: the page names the chosen members, and those out of reach with the reason, and changes nothing', async () => {
    chosen(
      memberCalled('bo'),
      memberCalled('cy', { is_manager: true, allowed: [] }),
      memberCalled('me', { allowed: ['rename'] }),
      memberCalled('dan', { allowed: [] }),
    )
    const ids = ['b', 'c', 'm', 'd', 'x', 'b'].map((letter) => `member=${idOf(letter)}`).join('&')
    const main = await browser.mainAt(at(`remove=Remove&${ids}&member=junk`))
    expect(main).toContain('Remove this member?')
    expect(main.match(/type="hidden" name="member"/g)).toHaveLength(1)
    for (const why of ['The manager cannot be', 'You cannot suspend or remove yourself', 'They have permissions'])
      expect(main).toContain(why)
    expect(fake.inputsOf('removeMembers')).toEqual([])
  })

  it('happy: refused members are shown again, and finished changes stay done', async () => {
    const refused = [
      { identity_id: idOf('c'), reason: 'beyond_own_permissions' as const },
      { identity_id: idOf('d'), reason: 'no_such_identity' as const },
    ]
    fake.answer('freezeMembers', done({ done: [idOf('b')], names: ['bo'], refused }))
    const ids = [idOf('b'), idOf('c'), idOf('d')]
    const landed = await browser.submit(at('freeze=1'), ticked('freeze', ids))
    expect(landed.location).toBe(`${at(`freeze=1&member=${idOf('c')}`)}&notice=members_refused`)
    const asked = { sec_subject_uid, sec_user_identity_ids: ids, is_frozen: 1 }
    expect(fake.inputsOf('freezeMembers')).toEqual([asked])
    fake.answer('freezeMembers', done({ done: ids, names: ['bo', 'cy', 'dan', 'Eve'], refused: [] }))
    const all = await browser.submit(at('unfreeze=1'), ticked('unfreeze', ids))
    expect(all.location).toBe(`${path}/members?notice=members_unfrozen&who=bo%2C+cy%2C+dan+and+1+other`)
    expect(fake.inputsOf('freezeMembers')[1]).toMatchObject({ is_frozen: 0 })
  })

  it('error: a form with no member, or with more than a page has, is refused', async () => {
    chosen()
    expect((await browser.visit(at('freeze=1'))).location).toBe(`${path}/members?notice=nobody_ticked`)
    expect((await browser.visit(at(`member=${idOf('b')}`))).location).toBe(`${path}/members`)
    const many = Array.from({ length: 21 }, (_, nth) => idOf(String.fromCharCode(97 + nth)))
    expect((await browser.submit(at(''), ticked('remove', many))).status).toBe(413)
    expect(fake.inputsOf('removeMembers')).toEqual([])
  })
})

describe('the page of a member', () => {
  const place = `${path}/members/${idOf('b')}`

  it('happy: the page links to the available actions', async () => {
    fake.answer('memberInfo', done({ member: memberCalled('bo', { is_frozen: 1, address: 'b***@example.com' }) }))
    expectTexts(await browser.mainAt(place), {
      shown: [
        'b***@example.com',
        `${path}/members/selected?unfreeze=1&amp;member=${idOf('b')}`,
        `${path}/members/selected?remove=1&amp;member=${idOf('b')}`,
        `${place}/roles`,
      ],
    })
  })

  it('security: the page of a member out of reach is read-only', async () => {
    act(['member.read'])
    fake.answer('memberInfo', done({ member: memberCalled('bo', { allowed: [] }) }))
    expectTexts(await browser.mainAt(place), { hidden: ['deputy_name', 'selected?', 'type="submit"'] })
  })

  it('error: without the permission, the page shows no member', async () => {
    act([])
    fake.answer('memberInfo', refuse('permission_required', { needed: 'member.read' }))
    expect((await browser.show(place)).status).toBe(403)
  })
})

describe('the page to leave', () => {
  it('error: the manager reads what to do first, and has no button', async () => {
    fake.answer('subjectInfo', actingAs())
    const main = await browser.mainAt(`${path}/leave`)
    expectTexts(main, { shown: ['Hand the organisation over first'], hidden: ['type="submit"'] })
    fake.answer('subjectInfo', actingAs({ is_manager: false }))
    expect(await browser.mainAt(`${path}/leave`)).toContain('Leave the organisation?')
  })

  it('happy: a person whose place is suspended can leave, and sees nothing else of the organisation', async () => {
    act([])
    fake.answer('subjectInfo', refuse('identity_frozen', {}))
    const frozen = { is_frozen: 1, is_kept_out: true }
    const elsewhere = placeIn('Meadow', { ...frozen, sec_subject_uid: idOf('r') })
    fake.answer('listSubjects', ({ input }) =>
      input.page === 1
        ? done({ subjects: [elsewhere], has_more: true })
        : done({ subjects: [placeIn('Orchard', frozen)], has_more: false }),
    )
    expectTexts(await browser.mainAt(`${path}/leave`), {
      shown: ['You will no longer be a member of “Orchard”', 'you will still be suspended'],
      hidden: [`href="${path}"`],
    })
  })

  it('error: an organisation in which the person has no place has no such page', async () => {
    act([])
    fake.answers({ subjectInfo: refuse('identity_frozen', {}), listSubjects: done({ subjects: [], has_more: false }) })
    expect((await browser.show(`${path}/leave`)).status).toBe(404)
  })
})

describe('the page that changes a role of several members', () => {
  const at = (...letters: string[]) => `${path}/members/role?${letters.map((each) => `member=${idOf(each)}`).join('&')}`
  const chosen = (act: string): [string, string][] => [
    ['role_key', 'desk'],
    ['act', act],
    ['member', idOf('b')],
    ['member', idOf('c')],
  ]
  beforeEach(() => {
    fake.answer('listRoles', done({ roles: [roleOf('desk'), roleOf('old', [], { is_banned: 1 })] }))
    fake.answer('memberInfo', ({ input }) =>
      done({
        member: memberCalled(input.identity_id === idOf('g') ? 'manager' : 'bo', {
          identity_id: String(input.identity_id),
          is_manager: input.identity_id === idOf('g'),
        }),
      }),
    )
  })

  it('happy: the list’s button leads to the page, which offers the roles that one may give', async () => {
    const ticked = `member=${idOf('b')}&member=${idOf('c')}`
    const landed = await browser.visit(`${path}/members/selected?role=Change&${ticked}`)
    expect(landed.location).toBe(`${path}/members/role?${ticked}`)
    const main = await browser.mainAt(at('b', 'c', 'g'))
    expect(main.match(/type="hidden" name="member"/g)).toHaveLength(2)
    expectTexts(main, { shown: ['<option value="desk">DESK'], hidden: ['value="old"'] })
  })

  it('happy: the role is given to all chosen members, or taken from them', async () => {
    fake.answers({ assignRole: done({ changed: 2 }), removeRole: done({ changed: 1 }) })
    const given = await browser.submit(at('b', 'c'), chosen('give'))
    expect(given.location).toBe(`${path}/members?notice=members_given_role&who=bo%2C+bo&as=DESK`)
    const taken = await browser.submit(at('b', 'c'), chosen('take'))
    expect(taken.location).toBe(`${path}/members?notice=members_lost_role&who=bo%2C+bo&as=DESK`)
    const named = { sec_subject_uid, role_key: 'desk', sec_user_identity_ids: [idOf('b'), idOf('c')] }
    expect([...fake.inputsOf('assignRole'), ...fake.inputsOf('removeRole')]).toEqual([named, named])
  })

  it('error: a form without a role, an action or a member, or with the manager only, is refused', async () => {
    const empty = await browser.submit(at('b'), [
      ['role_key', ''],
      ['member', idOf('b')],
    ])
    expect(refusedAt(empty, 'role_key')).toEqual(['Choose a role from the list'])
    expect(refusedAt(empty, 'act')).toEqual(['Choose whether to give the role or to take it away'])
    for (const url of [`${path}/members/selected?role=Change`, `${path}/members/role?member=a%2Fb`, at('g')])
      expect((await browser.visit(url)).location).toBe(`${path}/members?notice=nobody_ticked`)
    expect(fake.inputsOf('assignRole')).toEqual([])
  })

  it('error: a refused role stays chosen, with the reason', async () => {
    fake.answer('assignRole', refuse('role_banned', {}))
    const { status, main } = await browser.show(at('b', 'c'), { fields: chosen('give') })
    expect(status).toBe(422)
    expectTexts(main, { shown: ['<option value="desk" selected=""', 'role="alert"'] })
  })
})

describe('the file of members', () => {
  beforeEach(() => act(['member.read']))

  const at = '2030-01-02T03:04:05.000Z'

  const fileOf = (query = '') => browser.visit(`${path}/members/file${query}`)

  /** The answer itself, whose body is read part by part. */
  const answered = () =>
    loader({
      request: browser.requestFor(`${path}/members/file`),
      context: {},
      params: { subject: sec_subject_uid },
    } as never)

  it('happy: the file has a byte order mark, a line of names, and a line for each member that the filter finds', async () => {
    const roles = [{ role_key: 'administrator', role_name: '', is_banned: 0 }]
    list([
      memberCalled('Bo', { roles, address: 'bo@example.com', active_on: '2030-02-03' }),
      memberCalled('Ann', { is_manager: true }),
      memberCalled('cy', { is_frozen: 1, address: '+86 138****0001' }),
    ])
    const { data, headers } = await fileOf('?role_key=desk&is_frozen=1&sort=joined_at&order=descending&after=k')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="members.csv"')
    expect(headers.get('cache-control')).toBe('no-store')
    const text = String(data)
    expect(text.charCodeAt(0)).toBe(0xfeff)
    expect(text.slice(1).split('\r\n')).toEqual([
      '"Name","Mobile or email","Roles","Joined (UTC)","Last active (UTC day)","State","ID of the member"',
      `"Bo","bo@example.com","Administrator","${at}","2030-02-03","Active","${idOf('B')}"`,
      `"Ann","","Manager","${at}","","Active","${idOf('A')}"`,
      `"cy","","Member","${at}","","Suspended","${idOf('c')}"`,
      '',
    ])
    const filter = { role_key: 'desk', is_frozen: 1, sort: 'joined_at', order: 'descending', search: '' }
    expect(fake.inputsOf('listIdentities')).toEqual([{ sec_subject_uid, page: 1, page_size: 100, ...filter }])
  })

  it('happy: a number is searched in the region of the visitor, as on the page', async () => {
    list([memberCalled('Bo')])
    await fileOf('?search=138%200000%200001')
    expect(fake.inputsOf('listIdentities')).toMatchObject([{ search: '138 0000 0001', region: 'CN' }])
  })

  it('happy: the file continues from key to key, and ends with a note after 10,000 members', async () => {
    let pages = 0
    fake.answer('listIdentities', () => {
      pages += 1
      return done({ members: Array.from({ length: 100 }, () => memberCalled('Bo')), next: `k${pages}` })
    })
    const lines = String((await fileOf()).data)
      .trim()
      .split('\r\n')
    expect(pages).toBe(100)
    expect(fake.inputsOf('listIdentities')[99]).toMatchObject({ after: 'k99' })
    expect(lines).toHaveLength(1 + 10_000 + 1)
    expect(lines.at(-1)).toContain('Only the first 10000 members are here')
  })

  it('happy: the server reads only as much as the reader receives, and stops when the reader disconnects', async () => {
    list([memberCalled('Bo')], 'k')
    const { body } = await answered()
    const reader = body?.getReader()
    await reader?.read()
    await reader?.read()
    expect(fake.inputsOf('listIdentities')).toHaveLength(1)
    await reader?.read()
    await reader?.cancel()
    expect(fake.inputsOf('listIdentities')).toHaveLength(2)
  })

  it('error: a failure before the first line is a page, and a later failure breaks the file off', async () => {
    fake.answer('listIdentities', refuse('too_many_requests', { retry_after: 30 }))
    expect((await fileOf()).status).toBe(429)
    let asked = 0
    fake.answer('listIdentities', () => {
      asked += 1
      return asked === 1 ? done({ members: [memberCalled('Bo')], next: 'k' }) : refuse('no_such_role', {})
    })
    const answer = await answered()
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
  })

  it('security: no spreadsheet treats a name as a formula', async () => {
    list([memberCalled('=HYPERLINK("http://evil.example")', { identity_id: idOf('e') })])
    expect(String((await fileOf()).data)).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  })
})
