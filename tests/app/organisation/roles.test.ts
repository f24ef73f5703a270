import { describe, expect, it } from 'vitest'
import * as memberRoles from '../../../app/routes/settings/organisations/$subject/members/$identity/roles/route'
import * as disable from '../../../app/routes/settings/organisations/$subject/roles/$role/disable/route'
import * as role from '../../../app/routes/settings/organisations/$subject/roles/$role/route'
import * as newRole from '../../../app/routes/settings/organisations/$subject/roles/new/route'
import * as roles from '../../../app/routes/settings/organisations/$subject/roles/route'
import { type Permission, permissionNames } from '../../../contract/permissions'
import { done, refuse } from '../../../contract/server'
import { subjectId } from '../answers'
import { withFakeAccountApi } from '../browser'
import { askFor } from '../page'
import { signedInBrowser } from '../person'
import { actAs, memberId } from './acting'

const fake = withFakeAccountApi()

const base = '/settings/organisations/:subject'
const here = `/settings/organisations/${subjectId}`

const roleOf = (role_key: string, permissions: Permission[] = [], otherwise: object = {}) => ({
  role_key,
  role_name: role_key.toUpperCase(),
  description: '',
  permissions,
  is_banned: 0,
  is_built_in: false,
  ...otherwise,
})
const administrator = roleOf('administrator', permissionNames, { is_built_in: true, role_name: '' })
const builtIn = [
  { ...administrator, role_key: 'manager' },
  administrator,
  { ...administrator, role_key: 'member', permissions: [] },
]
const answerRoles = (...own: ReturnType<typeof roleOf>[]) =>
  fake.answer('listRoles', done({ roles: [...builtIn, ...own] }))

const holder = (held: string[], otherwise: object = {}) => ({
  sec_user_identity_id: memberId,
  deputy_name: 'Bo',
  is_manager: false,
  roles: held.map((key) => ({ role_key: key, role_name: key.toUpperCase() })),
  ...otherwise,
})

describe('the list of roles', () => {
  const open = async () => askFor(await signedInBrowser(fake), roles, `${here}/roles`, { pattern: `${base}/roles` })

  it('happy: has the three of every organisation, and says how to make one', async () => {
    actAs(fake)
    answerRoles()
    const { main } = await open()
    for (const key of ['manager', 'administrator', 'member']) expect(main).toContain(`${here}/roles/${key}"`)
    expect(main).toContain('The organisation has no roles of its own yet. Create one')
    expect(main).toContain(`${here}/roles/new`)
  })

  it('happy: says of each role what it is for, or how much it allows', async () => {
    actAs(fake, ['role.read'])
    answerRoles(
      roleOf('desk', ['member.read'], { description: 'Meets visitors' }),
      roleOf('log', ['log.read', 'role.read']),
      roleOf('old', [], { is_banned: 1 }),
    )
    const { main } = await open()
    expect(main).toContain('Meets visitors')
    expect(main).toContain('2 permissions')
    expect(main).toContain('Disabled · 0 permissions')
    expect(main).not.toContain('/roles/new')
  })

  it('security: is not for a member without the permission', async () => {
    actAs(fake, ['member.read'])
    expect((await open()).status).toBe(403)
  })

  it('security: what somebody called a role is text', async () => {
    actAs(fake)
    answerRoles(roleOf('x', [], { role_name: '<b>x</b>', description: '<script>alert(1)</script>' }))
    const { main } = await open()
    expect(main).toContain('&lt;b&gt;x&lt;/b&gt;')
    expect(main).not.toContain('<script')
  })
})

describe('a new role', () => {
  const pattern = `${base}/roles/new`
  const path = `${here}/roles/new`

  it('happy: offers the permissions that the person has, by what they are about, in their language', async () => {
    actAs(fake, ['role.write', 'member.read', 'member.freeze'])
    const english = await askFor(await signedInBrowser(fake), newRole, path, { pattern })
    expect([...english.main.matchAll(/name="permissions" value="([^"]+)"/g)].map(([, name]) => name)).toEqual([
      'member.read',
      'member.freeze',
      'role.write',
    ])
    expect(english.main).toContain('<legend>Members</legend>')
    expect(english.main).toContain('Freeze members')
    expect(english.main).toContain('Only permissions that you have yourself are listed')
    const chinese = await askFor(await signedInBrowser(fake, { language: 'zh-CN' }), newRole, path, { pattern })
    expect(chinese.main).toContain('冻结成员')
  })

  it('happy: is made with what was ticked, and shown', async () => {
    fake.answer('createRole', done({ role: roleOf('desk') }))
    const browser = await signedInBrowser(fake)
    const fields: [string, string][] = [
      ['role_name', '  Front desk '],
      ['description', 'Meets visitors'],
      ...permissionNames.map((name): [string, string] => ['permissions', name]),
    ]
    const landed = await browser.send(newRole, path, fields, { params: { subject: subjectId } })
    expect(landed).toMatchObject({ status: 303, location: `${here}/roles/desk?notice=role_created` })
    const made = { role_name: 'Front desk', description: 'Meets visitors', permissions: permissionNames }
    expect(fake.inputsOf('createRole')).toEqual([{ sec_subject_uid: subjectId, ...made }])
  })

  it('error: a form that came back keeps what was typed and ticked', async () => {
    actAs(fake)
    fake.answer('createRole', refuse('role_exists', { field: 'role_name' }))
    const browser = await signedInBrowser(fake)
    const fields: [string, string][] = [
      ['role_name', 'Clerk'],
      ['description', 'Writes'],
      ['permissions', 'log.read'],
    ]
    const { status, main } = await askFor(browser, newRole, path, { pattern, fields })
    expect(status).toBe(422)
    expect(main).toContain('The organisation has a role of this name already')
    expect(main).toMatch(/name="role_name"[^>]*value="Clerk"/)
    expect(main).toMatch(/value="log.read"[^>]*checked|checked[^>]*value="log.read"/)
    expect(main.match(/ checked=""/g)).toHaveLength(1)
  })

  it.each([
    ['no name', [['role_name', ' ']], 'Enter a name for the role'],
    ['a name of 10,000 characters', [['role_name', 'n'.repeat(10_000)]], 'at most 60\u00A0characters'],
    [
      'a long text',
      [
        ['role_name', 'n'],
        ['description', 'd'.repeat(301)],
      ],
      'Enter at most 300\u00A0characters',
    ],
    [
      'an unknown permission',
      [
        ['role_name', 'n'],
        ['permissions', 'manager'],
      ],
      'Something here is not right',
    ],
  ] as [string, [string, string][], string][])('error: %s is said', async (_, fields, text) => {
    actAs(fake)
    const { status, main } = await askFor(await signedInBrowser(fake), newRole, path, { pattern, fields })
    expect(status).toBe(422)
    expect(main).toContain(text)
    expect(fake.inputsOf('createRole')).toEqual([])
  })
})

describe('a role', () => {
  const pattern = `${base}/roles/:role`
  const open = async (key: string, query = '') =>
    askFor(await signedInBrowser(fake), role, `${here}/roles/${key}${query}`, { pattern })

  it('happy: whoever may change it gets its form, and who has it, a page at a time', async () => {
    actAs(fake)
    answerRoles(roleOf('desk', ['member.read']))
    const next = '0'.repeat(31)
    fake.answer('listUserRoles', done({ users: [holder(['desk'])], next: `${next}1` }))
    const { main } = await open('desk', `?after=${next}0`)
    expect(main).toMatch(/value="member.read"[^>]*checked|checked[^>]*value="member.read"/)
    expect(main).toContain(`${here}/members/${memberId}/roles`)
    expect(main).toContain(`${here}/roles/desk?after=${next}1`)
    expect(main).toContain('First page')
    expect(fake.inputsOf('listUserRoles')[0]).toMatchObject({ role_key: 'desk', after: `${next}0` })
  })

  it('security: that grants more than the person has is shown, and not its form', async () => {
    actAs(fake, ['role.read', 'role.write'])
    answerRoles(roleOf('desk', ['member.read', 'role.read']))
    const { main } = await open('desk')
    expect(main).not.toContain('<form')
    expect(main).not.toContain('/disable')
    expect(main).toContain('See members')
  })

  it('security: of every organisation has no form, and neither has a role that is not there', async () => {
    actAs(fake)
    answerRoles()
    fake.answer('listUserRoles', done({ users: [] }))
    for (const key of ['manager', 'administrator', 'member']) expect((await open(key)).main).not.toContain('<form')
    expect((await open('elsewhere')).status).toBe(404)
  })

  it('happy: is disabled after a question, and enabled again', async () => {
    const at = { params: { subject: subjectId, role: 'desk' } }
    actAs(fake)
    answerRoles(roleOf('desk'))
    const browser = await signedInBrowser(fake)
    const path = `${here}/roles/desk/disable`
    const asked = await askFor(browser, disable, path, { pattern: `${pattern}/disable` })
    expect(asked.main).toContain('name="is_banned" value="1"')
    expect(asked.main).toContain('Keep it')
    fake.answer('banRole', done({ role: roleOf('desk', [], { is_banned: 1 }) }))
    const sent = await browser.send(disable, path, { is_banned: '1' }, at)
    expect(sent.location).toBe(`${here}/roles?notice=role_disabled`)
    answerRoles(roleOf('desk', [], { is_banned: 1 }))
    const again = await askFor(browser, disable, path, { pattern: `${pattern}/disable` })
    expect(again.main).toContain('name="is_banned" value="0"')
    expect((await browser.send(disable, path, { is_banned: 'x' }, at)).status).toBe(422)
    expect(fake.inputsOf('banRole')).toEqual([{ sec_subject_uid: subjectId, role_key: 'desk', is_banned: 1 }])
  })
})

describe('the roles of a member', () => {
  const pattern = `${base}/members/:identity/roles`
  const path = `${here}/members/${memberId}/roles`
  const at = { params: { subject: subjectId, identity: memberId } }

  it('happy: what was ticked is given, what was unticked is taken away, and nothing else', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('assignRole', done({ changed: 1 }))
    fake.answer('removeRole', done({ changed: 1 }))
    const fields: [string, string][] = [
      ['had', 'desk'],
      ['had', 'log'],
      ['roles', 'log'],
      ['roles', 'press'],
    ]
    const sent = await browser.send(memberRoles, path, fields, at)
    expect(sent.location).toBe(`${path}?notice=roles_saved`)
    const of = { sec_subject_uid: subjectId, sec_user_identity_ids: [memberId] }
    expect(fake.inputsOf('assignRole')).toEqual([{ ...of, role_key: 'press' }])
    expect(fake.inputsOf('removeRole')).toEqual([{ ...of, role_key: 'desk' }])
  })

  it('security: a role with more than the person has can be neither ticked nor unticked', async () => {
    actAs(fake, ['role.assign', 'role.read', 'member.read'])
    answerRoles(roleOf('desk', ['member.read']), roleOf('log', ['log.read']), roleOf('old', [], { is_banned: 1 }))
    fake.answer('listUserRoles', done({ users: [holder(['log'])] }))
    const { main } = await askFor(await signedInBrowser(fake), memberRoles, path, { pattern })
    const boxes = [...main.matchAll(/<input type="checkbox"[^>]*>/g)].map(([box]) => box)
    const stateOf = (key: string) => {
      const box = boxes.find((each) => each.includes(`value="${key}"`)) ?? 'none'
      return [box.includes('checked'), box.includes('disabled')]
    }
    expect(stateOf('desk')).toEqual([false, false])
    expect(stateOf('log')).toEqual([true, true])
    expect(stateOf('administrator')).toEqual([false, true])
    expect(boxes.some((box) => box.includes('value="old"'))).toBe(false)
    // It stays: a box that is disabled is not sent.
    expect(main).toContain('<input type="hidden" name="roles" value="log"/>')
  })

  it('error: what the account API refuses is said', async () => {
    actAs(fake)
    answerRoles(roleOf('desk'))
    fake.answer('listUserRoles', done({ users: [holder([])] }))
    fake.answer('assignRole', refuse('too_many_roles', { of: 'identity', most: 20 }))
    const { status, main } = await askFor(await signedInBrowser(fake), memberRoles, path, {
      pattern,
      fields: { roles: 'desk' },
    })
    expect(status).toBe(422)
    expect(main).toContain('A member has 20 roles already')
  })

  it('error: a member who left is gone', async () => {
    actAs(fake)
    fake.answer('listUserRoles', refuse('no_such_identity', {}))
    expect((await askFor(await signedInBrowser(fake), memberRoles, path, { pattern })).status).toBe(404)
  })
})
