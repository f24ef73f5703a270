import { describe, expect, it } from 'vitest'
import type { Permission } from '#contract/terms/permissions'
import { done, subjectId } from '#tests/app/browser/answers'
import { expectTexts, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser } from '#tests/app/browser/person'
import { actAs, memberId, withActing } from './acting'
import { builtInRoles, roleOf } from './answers'

const fake = withFakeAccountApi()
const browser = withActing(fake)

const here = `/settings/organisations/${subjectId}`

const answerRoles = (...own: ReturnType<typeof roleOf>[]) =>
  fake.answer('listRoles', done({ roles: [...builtInRoles, ...own] }))

const holder = (held: string[], otherwise: object = {}) => ({
  sec_user_identity_id: memberId,
  deputy_name: 'Bo',
  is_manager: false,
  roles: held.map((key) => ({ role_key: key, role_name: key.toUpperCase() })),
  ...otherwise,
})

describe('the list of roles', () => {
  const listed: [string, Permission[] | 'manager', ReturnType<typeof roleOf>[], Parameters<typeof expectTexts>[1]][] = [
    [
      'the three of every organisation, and how to make one',
      'manager',
      [],
      {
        shown: [
          ...['manager', 'administrator', 'member'].map((key) => `${here}/roles/${key}"`),
          'The organisation has no roles of its own yet. Create one',
          `${here}/roles/new`,
        ],
      },
    ],
    [
      'of each role what it is for, or how much it allows',
      ['role.read'],
      [
        roleOf('desk', ['member.read'], { description: 'Meets visitors' }),
        roleOf('log', ['log.read', 'role.read']),
        roleOf('old', [], { is_banned: 1 }),
      ],
      { shown: ['Meets visitors', '2 permissions', 'Disabled ·\u00A00 permissions'], hidden: ['/roles/new'] },
    ],
    [
      'what somebody called a role as text',
      'manager',
      [roleOf('x', [], { role_name: '<b>x</b>', description: '<script>alert(1)</script>' })],
      { shown: ['&lt;b&gt;x&lt;/b&gt;'], hidden: ['<script'] },
    ],
  ]

  it.each(listed)('security: the list of roles says %s', async (_, permissions, own, texts) => {
    actAs(fake, permissions)
    answerRoles(...own)
    expectTexts(await browser.mainAt(`${here}/roles`), texts)
  })
})

describe('a new role', () => {
  const path = `${here}/roles/new`

  it('happy: the form offers the permissions that the person has, by topic, in their language', async () => {
    actAs(fake, ['role.write', 'member.read', 'member.freeze'])
    const english = await browser.show(path)
    expect([...english.main.matchAll(/name="permissions" value="([^"]+)"/g)].map(([, name]) => name)).toEqual([
      'member.read',
      'member.freeze',
      'role.write',
    ])
    expectTexts(english.main, { shown: ['<legend>Members', 'Suspend members', 'Only permissions that you have'] })
    expect((await (await signedInBrowser(fake, { language: 'zh-CN' })).show(path)).main).toContain('冻结成员')
  })
})

describe('a role', () => {
  const open = (key: string, query = '') => browser.show(`${here}/roles/${key}${query}`)

  it('happy: a person who may change the role gets its form and its members, a page at a time', async () => {
    answerRoles(roleOf('desk', ['member.read']))
    const next = '0'.repeat(31)
    fake.answer('listUserRoles', done({ users: [holder(['desk'])], next: `${next}1` }))
    const { main } = await open('desk', `?after=${next}0`)
    expect(main).toMatch(/value="member.read"[^>]*checked|checked[^>]*value="member.read"/)
    expectTexts(main, { shown: [`${here}/members/${memberId}/roles`, `${here}/roles/desk?after=${next}1`, 'First'] })
    expect(fake.inputsOf('listUserRoles')[0]).toMatchObject({ role_key: 'desk', after: `${next}0` })
  })

  it('security: a role that grants more than the person has, or is built in, is shown without its form', async () => {
    actAs(fake, ['role.read', 'role.write'])
    answerRoles(roleOf('desk', ['member.read', 'role.read']))
    expectTexts((await open('desk')).main, { shown: ['See members'], hidden: ['<form', '/disable'] })
    actAs(fake)
    answerRoles()
    fake.answer('listUserRoles', done({ users: [] }))
    for (const key of ['manager', 'administrator', 'member']) expect((await open(key)).main).not.toContain('<form')
  })
})

describe('the roles of a member', () => {
  const path = `${here}/members/${memberId}/roles`

  it('happy: ticked roles are given, unticked roles are taken away, and other roles stay', async () => {
    fake.answers({ assignRole: done({ changed: 1 }), removeRole: done({ changed: 1 }) })
    const fields: [string, string][] = [
      ['had', 'desk'],
      ['had', 'log'],
      ['roles', 'log'],
      ['roles', 'press'],
    ]
    expect((await browser.submit(path, fields)).location).toBe(`${path}?notice=roles_saved`)
    const of = { sec_subject_uid: subjectId, sec_user_identity_ids: [memberId] }
    expect(fake.inputsOf('assignRole')).toEqual([{ ...of, role_key: 'press' }])
    expect(fake.inputsOf('removeRole')).toEqual([{ ...of, role_key: 'desk' }])
  })

  it('security: a role with more permissions than the person has can be neither ticked nor unticked', async () => {
    actAs(fake, ['role.assign', 'role.read', 'member.read'])
    answerRoles(roleOf('desk', ['member.read']), roleOf('log', ['log.read']), roleOf('old', [], { is_banned: 1 }))
    fake.answer('listUserRoles', done({ users: [holder(['log'])] }))
    const main = await browser.mainAt(path)
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
})
