import { describe, expect, it } from 'vitest'
import type { Permission } from '#contract/terms/permissions'
import { done, refuse, subjectId as sec_subject_uid } from '#tests/app/browser/answers'
import { expectTexts, refusedAt, withFakeAccountApi } from '#tests/app/browser/browser'
import { actingBrowser } from './acting'
import { idOf, memberCalled, roleOf } from './answers'

const fake = withFakeAccountApi()
const path = `/settings/organisations/${sec_subject_uid}`

describe('the page that changes a role of several members', () => {
  const at = (...letters: string[]) => `${path}/members/role?${letters.map((each) => `member=${idOf(each)}`).join('&')}`
  const chosen = (act: string): [string, string][] => [
    ['role_key', 'desk'],
    ['act', act],
    ['member', idOf('b')],
    ['member', idOf('c')],
  ]
  const arranged = async (permissions?: readonly Permission[]) => {
    const browser = await actingBrowser(fake, permissions)
    fake.answer('listRoles', done({ roles: [roleOf('desk'), roleOf('old', [], { is_banned: 1 })] }))
    fake.answer('memberInfo', ({ input }) =>
      done({
        member: memberCalled(input.identity_id === idOf('m') ? 'manager' : 'bo', {
          identity_id: String(input.identity_id),
          is_manager: input.identity_id === idOf('m'),
        }),
      }),
    )
    return browser
  }

  it('happy: the list’s button leads to the page, which offers the roles that one may give', async () => {
    const browser = await arranged()
    const ticked = `member=${idOf('b')}&member=${idOf('c')}`
    const landed = await browser.visit(`${path}/members/selected?role=Change&${ticked}`)
    expect(landed.location).toBe(`${path}/members/role?${ticked}`)
    const main = await browser.mainAt(at('b', 'c', 'm'))
    expect(main.match(/type="hidden" name="member"/g)).toHaveLength(2)
    expectTexts(main, { shown: ['<option value="desk">DESK'], hidden: ['value="old"'] })
  })

  it('happy: the role is given to all chosen members, or taken from them', async () => {
    const browser = await arranged()
    fake.answers({ assignRole: done({ changed: 2 }), removeRole: done({ changed: 1 }) })
    const given = await browser.submit(at('b', 'c'), chosen('give'))
    expect(given.location).toBe(`${path}/members?notice=members_given_role&who=bo%2C+bo&as=DESK`)
    const taken = await browser.submit(at('b', 'c'), chosen('take'))
    expect(taken.location).toBe(`${path}/members?notice=members_lost_role&who=bo%2C+bo&as=DESK`)
    const named = { sec_subject_uid, role_key: 'desk', sec_user_identity_ids: [idOf('b'), idOf('c')] }
    expect([...fake.inputsOf('assignRole'), ...fake.inputsOf('removeRole')]).toEqual([named, named])
  })

  it('error: a form without a role, an action or a member, or with the manager only, is refused', async () => {
    const browser = await arranged()
    const empty = await browser.submit(at('b'), [
      ['role_key', ''],
      ['member', idOf('b')],
    ])
    expect(refusedAt(empty, 'role_key')).toEqual(['Choose a role from the list'])
    expect(refusedAt(empty, 'act')).toEqual(['Choose whether to give the role or to take it away'])
    for (const url of [`${path}/members/selected?role=Change`, `${path}/members/role?member=a%2Fb`, at('m')])
      expect((await browser.visit(url)).location).toBe(`${path}/members?notice=nobody_ticked`)
    expect(fake.inputsOf('assignRole')).toEqual([])
  })

  it('error: a refused role stays chosen, with the reason', async () => {
    const browser = await arranged()
    fake.answer('assignRole', refuse('role_banned', {}))
    const { status, main } = await browser.show(at('b', 'c'), { fields: chosen('give') })
    expect(status).toBe(422)
    expectTexts(main, { shown: ['<option value="desk" selected=""', 'role="alert"'] })
  })

  it('security: the page needs the permissions to see and to give roles', async () => {
    const browser = await arranged(['member.read', 'role.read'])
    expect((await browser.show(at('b'))).status).toBe(403)
    const other = await arranged(['member.read', 'role.assign'])
    expect((await other.show(at('b'))).status).toBe(403)
  })
})
