import { describe, expect, it } from 'vitest'
import type { Call } from '#contract/call'
import { calls } from '#contract/calls'

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

describe('a manager’s session of 13 days', () => {
  // That such a session is asked for the proof, whatever the call, is in the table of power.
  it('security: each call that gives, takes or moves permissions needs a proof, and no other member call does', () => {
    const rows: Call[] = Object.values(calls)
    const asking = rows.filter(({ auth, power }) => auth === 'member' && ['fresh', 'second'].includes(power.proof))
    expect(asking.map(({ name }) => name).sort()).toEqual(acts.trim().split(/\s+/).sort())
  })
})
