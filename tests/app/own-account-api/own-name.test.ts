import { beforeEach, describe, expect, it } from 'vitest'
import { done, infoOf, refuse, subjectId as sec_subject_uid } from '#tests/app/browser/answers'
import { expectRedirect, expectTexts, refusedAt } from '#tests/app/browser/browser'
import { withPerson } from '#tests/app/browser/person'
import { idOf } from '#tests/app/organisations/answers'
import { answerActing, orchard, withPlainAccountApi } from './plain-answers'

const fake = withPlainAccountApi()

const member = { ...orchard, is_manager: false }
const members = `/settings/organisations/${sec_subject_uid}/members`
const [own, other] = [`${members}/${idOf('m')}`, `${members}/${idOf('b')}`]
const lacking = refuse('permission_required', { needed: 'member.read' })

const browser = withPerson(fake)
beforeEach(() => {
  fake.answer('accountInfo', done(infoOf()))
  answerActing(fake, [member])
  const roles = [{ role_key: 'gardener', role_name: 'Gardener' }]
  fake.answers({ ownPermissions: done({ is_manager: false, roles, permissions: [] }), listIdentities: lacking })
})

describe('a member who may not see the list of members', () => {
  it('happy: the member sees their own name and roles, and changes the name', async () => {
    expectTexts(await browser.mainAt(own), {
      shown: ['Your name', 'Gardener', 'value="Ann"'],
      hidden: ['/members/selected', `href="${members}"`, 'Invalid Date'],
    })
    fake.answer('updateDeputy', done({ deputy_name: 'Anna' }))
    expectRedirect(await browser.submit(own, { deputy_name: 'Anna' }), `${own}?notice=member_renamed`)
    expect(fake.inputsOf('updateDeputy')).toEqual([{ sec_subject_uid, identity_id: idOf('m'), deputy_name: 'Anna' }])
  })

  it('error: a name that the account API refuses is reported on the page, which still shows the member', async () => {
    fake.answer('updateDeputy', refuse('is_manager', {}))
    expect(refusedAt(await browser.submit(own, { deputy_name: 'Anna' }), '')).toHaveLength(1)
    expect(await browser.mainAt(own)).toContain('value="Ann"')
  })

  it('security: the member sees nobody else, whatever their own entry says', async () => {
    for (const page of [other, `${members}/${sec_subject_uid}`])
      expect((await browser.visit(page)).status, page).toBe(403)
  })

  it('security: the member’s place in another organisation does not count in this one', async () => {
    const elsewhere = { ...member, sec_subject_uid: idOf('o'), identity_id: idOf('b'), deputy_name: 'Ann of Grove' }
    answerActing(fake, [elsewhere, member])
    expect((await browser.visit(other)).status).toBe(403)
  })
})

it('happy: a person who may see the list of members is shown as in that list', async () => {
  fake.answer('listIdentities', done({ members: [{ identity_id: idOf('m'), deputy_name: 'Ann', is_manager: false }] }))
  await browser.visit(own)
  // For the acting member alone.
  expect(fake.inputsOf('listSubjects')).toHaveLength(1)
})
