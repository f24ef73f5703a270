import { newToken } from '../../../account-api/domain/random'
import type { Call } from '../../../contract/call'

/** Who makes a call of a member. The columns of the table, in their order. */
export const callers = [
  /** Nobody: there is no session. */
  'signed-out',
  /** The manager of another organisation. */
  'stranger',
  /** A member without a role. */
  'member',
  /** A deputy with every permission but the one that the call needs. */
  'others',
  /** A deputy with all permissions whose place is frozen. */
  'frozen',
  /** A deputy with the permission, or with all of them where the call needs none. */
  'deputy',
  /** The same deputy after the role was banned. */
  'banned',
  /** The manager of an organisation that is frozen. */
  'freezer',
] as const

export type CallerOfMatrix = (typeof callers)[number]

/** What the gate answers. `in`: the call is let in to its handler. */
export const answers = {
  'sign-in': 'not_signed_in',
  unknown: 'no_such_subject',
  needs: 'permission_required',
  frozen: 'identity_frozen',
  shut: 'subject_frozen',
  in: 'in',
} as const

/** Every call of a member, what it needs, and what each caller is answered. A row of the contract without a line fails. */
const table = `
                    needs                signed-out  stranger  member  others  frozen  deputy  banned  freezer
  subjectInfo       member               sign-in     unknown   in      in      frozen  in      in      in
  updateSubject     organisation.update  sign-in     unknown   needs   needs   frozen  in      needs   shut
  listResources     role.read            sign-in     unknown   needs   needs   frozen  in      needs   shut
  ownPermissions    member               sign-in     unknown   in      in      frozen  in      in      shut

  listRoles         role.read            sign-in     unknown   needs   needs   frozen  in      needs   shut
  createRole        role.write           sign-in     unknown   needs   needs   frozen  in      needs   shut
  updateRole        role.write           sign-in     unknown   needs   needs   frozen  in      needs   shut
  banRole           role.write           sign-in     unknown   needs   needs   frozen  in      needs   shut
  assignRole        role.assign          sign-in     unknown   needs   needs   frozen  in      needs   shut
  removeRole        role.assign          sign-in     unknown   needs   needs   frozen  in      needs   shut
  listUserRoles     member.read          sign-in     unknown   needs   needs   frozen  in      needs   shut

  inviteByMobile    invitation.send      sign-in     unknown   needs   needs   frozen  in      needs   shut
  inviteByEmail     invitation.send      sign-in     unknown   needs   needs   frozen  in      needs   shut
  inviteByWorkplace  invitation.send     sign-in     unknown   needs   needs   frozen  in      needs   shut
  listInvitationChannels  invitation.send  sign-in  unknown   needs   needs   frozen  in      needs   shut
  inviteByLink      invitation.send      sign-in     unknown   needs   needs   frozen  in      needs   shut
  listInvitations   invitation.read      sign-in     unknown   needs   needs   frozen  in      needs   shut
  invitationInfo    invitation.read      sign-in     unknown   needs   needs   frozen  in      needs   shut
  cancelInvitation  invitation.send      sign-in     unknown   needs   needs   frozen  in      needs   shut
  resendInvitation  invitation.send      sign-in     unknown   needs   needs   frozen  in      needs   shut
  updateInvitation  invitation.send      sign-in     unknown   needs   needs   frozen  in      needs   shut
  createInvitationBatch  invitation.send  sign-in    unknown   needs   needs   frozen  in      needs   shut
  sendInvitationBatch    invitation.send  sign-in    unknown   needs   needs   frozen  in      needs   shut
  invitationBatch        invitation.read  sign-in    unknown   needs   needs   frozen  in      needs   shut
  listInvitationBatches  invitation.read  sign-in    unknown   needs   needs   frozen  in      needs   shut

  createUserWithRole  member.create      sign-in     unknown   needs   needs   frozen  in      needs   shut
  listActivations   member.create        sign-in     unknown   needs   needs   frozen  in      needs   shut
  renewActivation   member.create        sign-in     unknown   needs   needs   frozen  in      needs   shut
  cancelActivation  member.create        sign-in     unknown   needs   needs   frozen  in      needs   shut

  listSubjectLog    log.read             sign-in     unknown   needs   needs   frozen  in      needs   shut

  listIdentities    member.read          sign-in     unknown   needs   needs   frozen  in      needs   shut
  listDeputies      member.read          sign-in     unknown   needs   needs   frozen  in      needs   shut
  memberInfo        member               sign-in     unknown   in      in      frozen  in      in      shut
  updateDeputy      member               sign-in     unknown   in      in      frozen  in      in      shut
  freezeDeputy      member.freeze        sign-in     unknown   needs   needs   frozen  in      needs   shut
  deleteDeputy      member.remove        sign-in     unknown   needs   needs   frozen  in      needs   shut
  freezeMembers     member.freeze        sign-in     unknown   needs   needs   frozen  in      needs   shut
  removeMembers     member.remove        sign-in     unknown   needs   needs   frozen  in      needs   shut
  leaveSubject      member               sign-in     unknown   in      in      in      in      in      shut

  listDomains       domain.manage        sign-in     unknown   needs   needs   frozen  in      needs   shut
  addDomain         domain.manage        sign-in     unknown   needs   needs   frozen  in      needs   shut
  checkDomain       domain.manage        sign-in     unknown   needs   needs   frozen  in      needs   shut
  updateDomain      domain.manage        sign-in     unknown   needs   needs   frozen  in      needs   shut
  removeDomain      domain.manage        sign-in     unknown   needs   needs   frozen  in      needs   shut

  listSubjectClients  application.manage  sign-in  unknown   needs   needs   frozen  in      needs   in
  subjectClientInfo   application.manage  sign-in  unknown   needs   needs   frozen  in      needs   in
  registerClient    application.manage   sign-in     unknown   needs   needs   frozen  in      needs   shut
  updateClient      application.manage   sign-in     unknown   needs   needs   frozen  in      needs   shut
  uploadClientIcon  application.manage   sign-in     unknown   needs   needs   frozen  in      needs   shut
  removeClientIcon  application.manage   sign-in     unknown   needs   needs   frozen  in      needs   shut
  rotateClientSecret  application.manage  sign-in    unknown   needs   needs   frozen  in      needs   shut
  endClientSecret   application.manage   sign-in     unknown   needs   needs   frozen  in      needs   shut
  disableClient     application.manage   sign-in     unknown   needs   needs   frozen  in      needs   shut
  removeClient      application.manage   sign-in     unknown   needs   needs   frozen  in      needs   shut

  orgSendCode       member               sign-in     unknown   in      in      frozen  in      in      shut
  orgSendEmailCode  member               sign-in     unknown   in      in      frozen  in      in      shut
  verifyOldManager  manager              sign-in     unknown   needs   needs   frozen  needs   needs   shut
  startTransfer     manager              sign-in     unknown   needs   needs   frozen  needs   needs   shut
  transferInfo      member               sign-in     unknown   in      in      frozen  in      in      in
  verifyNewManager  member               sign-in     unknown   in      in      frozen  in      in      shut
  transferManager   member               sign-in     unknown   in      in      frozen  in      in      shut
  declineTransfer   member               sign-in     unknown   in      in      frozen  in      in      shut
  withdrawTransfer  manager              sign-in     unknown   needs   needs   frozen  needs   needs   in

  freezeSubject     organisation.freeze  sign-in     unknown   needs   needs   frozen  in      needs   in
  closeSubject      manager              sign-in     unknown   needs   needs   frozen  needs   needs   in
  reopenSubject     manager              sign-in     unknown   needs   needs   frozen  needs   needs   in
`

export interface Line {
  name: string
  needs: string
  expected: Record<CallerOfMatrix, keyof typeof answers>
}

const wordsOf = (line: string): string[] => line.trim().split(/\s+/)

const [head = '', ...body] = table.split('\n').filter((line) => line.trim() !== '')

/** The names of the table's columns after the call. */
export const columns = wordsOf(head)

export const lines: Line[] = body.map((line) => {
  const [name = '', needs = '', ...cells] = wordsOf(line)
  return {
    name,
    needs,
    expected: Object.fromEntries(callers.map((caller, nth) => [caller, cells[nth]])) as Line['expected'],
  }
})

/** The line that a row of the contract should have by what it needs: what to add, when it is missing. */
export const lineFor = ({ name, needs, whenFrozen, whenPlaceFrozen }: Call): string => {
  const [member, deputy] = needs === 'member' ? ['in', 'in'] : ['needs', needs === 'manager' ? 'needs' : 'in']
  const [frozen, freezer] = [whenPlaceFrozen ? 'in' : 'frozen', whenFrozen ? 'in' : 'shut']
  const cells = ['sign-in', 'unknown', member, member, frozen, deputy, member, freezer]
  return [name, needs, ...cells].join('  ')
}

/** A value for each input field that a call cannot do without. Nothing that they name exists. */
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

/** For calls that need more than the fields that their schema requires. */
const more: Record<string, Record<string, unknown>> = {}

/** The fields that an input of a call has to have, beside the organisation. */
const neededBy = ({ input, needsOneOf }: Call): string[] =>
  Object.keys(input.shape)
    .filter((field) => !input.shape[field]?.safeParse(undefined).success)
    .concat(needsOneOf.slice(0, 1))
    .filter((field) => field !== 'sec_subject_uid')

/** The fields of a call that have no sample. */
export const withoutSample = (row: Call): string[] =>
  neededBy(row).filter((field) => !(field in samples) && !(field in (more[row.name] ?? {})))

/** An input of a call that its schema accepts. */
export const inputOf = (row: Call, sec_subject_uid: string): Record<string, unknown> => ({
  ...Object.fromEntries(neededBy(row).map((field) => [field, samples[field]])),
  ...more[row.name],
  sec_subject_uid,
})
