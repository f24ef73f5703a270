import { expect, it } from 'vitest'
import type { Call } from '#contract/call'
import { calls } from '#contract/calls'
import { openOrganisation } from '#tests/account-api/organisations/members/members'
import { codeOf, dataOf, describeWorlds, verifyByPassword } from '#tests/account-api/worlds/worlds'

/** What gives, takes or moves power in an organisation, and what others know it and its people by. */
const acts = `
  assignRole removeRole createRole updateRole banRole
  inviteByMobile inviteByEmail inviteByLink inviteByWorkplace updateInvitation resendInvitation sendActivationLink
  createInvitationBatch sendInvitationBatch createUserWithRole renewActivation
  addDomain updateDomain removeDomain
  freezeDeputy deleteDeputy freezeMembers removeMembers leaveSubject
  registerClient updateClient rotateClientSecret endClientSecret disableClient removeClient
  updateSubject uploadSubjectLogo removeSubjectLogo updateDeputy uploadClientIcon removeClientIcon
  freezeSubject closeSubject startTransfer verifyNewManager updateSignInRules acceptJoinRequest
`

describeWorlds('a manager’s session of 13 days on $name', (world) => {
  // That such a session is asked for the proof, whatever the call, is in the table of power.
  it('security: each call that gives, takes or moves permissions needs a proof, and no other member call does', () => {
    const rows: Call[] = Object.values(calls)
    const asking = rows.filter(({ auth, power }) => auth === 'member' && ['fresh', 'second'].includes(power.proof))
    expect(asking.map(({ name }) => name).sort()).toEqual(acts.trim().split(/\s+/).sort())
  })

  it('security: a thief of a stale session removes no member, and its owner does after a second verification', async () => {
    const { manager, sec_subject_uid } = await openOrganisation(world)
    world.passMinutes(13 * 24 * 60)
    const remove = () => manager.client.removeMembers({ sec_subject_uid, sec_user_identity_ids: [manager.identityId] })
    const asked = await remove()
    expect(codeOf(asked)).toBe('second_verification_required')
    dataOf(await verifyByPassword(manager.client, asked))
    expect(await remove()).toMatchObject({ ok: true, data: { refused: [{ reason: 'is_manager' }] } })
  })
})
