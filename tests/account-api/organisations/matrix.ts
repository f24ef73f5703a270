import { newToken } from '#account-api/kernel/random'
import type { UserCall } from '#contract/call'

/** Who makes a member’s call: the columns of the table, in their order. */
export const callers = [
  /** Nobody: there is no session. */
  'signed-out',
  /** The manager of another organisation. */
  'stranger',
  /** A member without a role. */
  'member',
  /** A deputy with every permission but the one that the call needs. */
  'others',
  /** A deputy with all permissions whose place is suspended. */
  'frozen',
  /** A deputy with the permission, or with all of them where the call needs none. */
  'deputy',
  /** The same deputy after the role was banned. */
  'banned',
  /** The manager of an organisation that is suspended. */
  'freezer',
] as const

export type CallerOfMatrix = (typeof callers)[number]

/** What the gate answers. `in`: the call reaches its handler. */
export const answers = {
  'sign-in': 'not_signed_in',
  unknown: 'no_such_subject',
  needs: 'permission_required',
  frozen: 'identity_frozen',
  shut: 'subject_frozen',
  in: 'in',
} as const

/** The answer to each caller, by the kind of call. The columns after the kind are the callers, in their order. */
const kinds = `
                         signed-out  stranger  member  others  frozen  deputy  banned  freezer
  by-permission          sign-in     unknown   needs   needs   frozen  in      needs   shut
  by-permission-always   sign-in     unknown   needs   needs   frozen  in      needs   in
  by-member              sign-in     unknown   in      in      frozen  in      in      shut
  by-member-always       sign-in     unknown   in      in      frozen  in      in      in
  by-frozen-member       sign-in     unknown   in      in      in      in      in      shut
  by-manager             sign-in     unknown   needs   needs   frozen  needs   needs   shut
  by-manager-always      sign-in     unknown   needs   needs   frozen  needs   needs   in
`

/** Every call of a member, after its kind and what it needs. A row of the contract that is in no line fails. */
const table = `
  by-permission         organisation.update  updateSubject uploadSubjectLogo removeSubjectLogo
  by-permission-always  organisation.freeze  freezeSubject
  by-permission         role.read            listResources listRoles
  by-permission         role.write           createRole updateRole banRole
  by-permission         role.assign          assignRole removeRole
  by-permission         invitation.send      inviteByMobile inviteByEmail inviteByWorkplace inviteByLink
  by-permission         invitation.send      listInvitationChannels cancelInvitation resendInvitation updateInvitation
  by-permission         invitation.send      createInvitationBatch sendInvitationBatch
  by-permission         invitation.send      listJoinRequests joinRequestInfo acceptJoinRequest declineJoinRequest
  by-permission         invitation.read      listInvitations invitationInfo invitationBatch listInvitationBatches
  by-permission         log.read             listSubjectLog
  by-permission         member.create        createUserWithRole listActivations renewActivation cancelActivation sendActivationLink
  by-permission         member.read          listIdentities listDeputies listUserRoles
  by-permission         member.freeze        freezeDeputy freezeMembers
  by-permission         member.remove        deleteDeputy removeMembers
  by-permission         domain.manage        listDomains addDomain checkDomain updateDomain removeDomain
  by-permission-always  application.manage   listSubjectClients subjectClientInfo
  by-permission         application.manage   registerClient updateClient uploadClientIcon removeClientIcon
  by-permission         application.manage   rotateClientSecret endClientSecret disableClient removeClient
  by-member             member               ownPermissions memberInfo updateDeputy listMemberClients orgSendCode orgSendEmailCode
  by-member             member               verifyNewManager transferManager declineTransfer
  by-member-always      member               subjectInfo transferInfo
  by-frozen-member      member               leaveSubject
  by-manager            manager              verifyOldManager startTransfer signInRules updateSignInRules
  by-manager-always     manager              withdrawTransfer closeSubject reopenSubject
`

/** What gives, takes or moves power in an organisation, and what others know it and its people by. */
export const acts = `
  assignRole removeRole createRole updateRole banRole
  inviteByMobile inviteByEmail inviteByLink inviteByWorkplace updateInvitation resendInvitation sendActivationLink
  createInvitationBatch sendInvitationBatch createUserWithRole renewActivation
  addDomain updateDomain removeDomain
  freezeDeputy deleteDeputy freezeMembers removeMembers leaveSubject
  registerClient updateClient rotateClientSecret endClientSecret disableClient removeClient
  updateSubject uploadSubjectLogo removeSubjectLogo updateDeputy uploadClientIcon removeClientIcon
  freezeSubject closeSubject startTransfer verifyNewManager updateSignInRules acceptJoinRequest
`

const linesOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(/\s+/))

/** The names of the columns, and the answers to each caller by the kind of call. */
export const [columns = [], ...answersByKind] = linesOf(kinds)

const expectedOf = (kind: string) => {
  const [, ...cells] = answersByKind.find(([each]) => each === kind) ?? []
  const expected = callers.map((caller, nth) => [caller, cells[nth]])
  return Object.fromEntries(expected) as Record<CallerOfMatrix, keyof typeof answers>
}

export const lines = linesOf(table).flatMap(([kind = '', needs = '', ...names]) =>
  names.map((name) => ({ name, needs, expected: expectedOf(kind) })),
)

/** The line that a row of the contract should have by what it needs: what to add, when it is missing. */
export const lineFor = ({ name, needs, whenSuspended, whenMemberSuspended }: UserCall): string => {
  const by = needs === 'member' || needs === 'manager' ? needs : 'permission'
  const kind = whenMemberSuspended ? `by-frozen-${by}` : `by-${by}${whenSuspended ? '-always' : ''}`
  return [kind, needs, name].join('  ')
}

/** A value for each required input field. They name nothing that exists. */
const samples: Record<string, unknown> = {
  page: 1,
  role_key: 'clerk',
  role_name: 'Clerk',
  is_banned: 1,
  is_frozen: 1,
  identity_id: newToken(128),
  deputy_name: 'Bo',
  sec_user_identity_id: newToken(128),
  sec_user_identity_ids: [newToken(128)],
  mobile: '+8613800000000',
  email: 'bo@example.com',
  places: 2,
  workplace_id: 'ou_7d8a6e6df7621556',
  invite_id: newToken(128),
  request_id: newToken(128),
  batch_id: newToken(128),
  list: 'bo@example.com',
  format: 'lines',
  transfer_id: newToken(128),
  domain: 'school.example',
  joining: 'off',
  ticket: newToken(128),
  client_key: 'a2345',
  secret_id: newToken(128),
  is_disabled: 1,
  name: 'Orchard',
  redirect_uris: ['https://orchard.example/back'],
  scopes: [],
  pic: new Uint8Array(1),
  code: '123456',
  // Codes of the manager who hands over need more than the gate.
  type: 101,
}

/** The required input fields of a call, besides the organisation. */
const neededBy = ({ input, needsOneOf }: UserCall): string[] =>
  Object.keys(input.shape)
    .filter((field) => !input.shape[field]?.safeParse(undefined).success)
    .concat(needsOneOf.slice(0, 1))
    .filter((field) => field !== 'sec_subject_uid')

/** The fields of a call that have no sample. */
export const withoutSample = (row: UserCall): string[] => neededBy(row).filter((field) => !(field in samples))

/** An input of a call that its schema accepts. */
export const inputOf = (row: UserCall, sec_subject_uid: string): Record<string, unknown> => ({
  ...Object.fromEntries(neededBy(row).map((field) => [field, samples[field]])),
  sec_subject_uid,
})
