import { z } from 'zod'
import { call } from '#contract/call'
import { identityId, knownId, secSubjectUid, subjectUid } from '#contract/organisations/organisation-fields'
import { flag, no, pageNumber, pageSize, session, text } from '#contract/terms/fields'
import { reads } from '#contract/terms/power'

/** Why an account cannot act as one of its identities. */
const actingErrors = [
  'no_such_subject',
  'no_such_identity',
  'subject_frozen',
  'identity_frozen',
  'second_factor_required',
] as const

/** The session, and the organisation in which it acts. */
const acts = session.extend({ subject_uid: text, sec_subject_uid: knownId })

export const subjectLoginList = call({
  name: 'subjectLoginList',
  power: reads('session'),
  summary:
    'Returns the organisations in which the account may act, by name. Also returns the identity of the session: the chosen one, or the only one.',
  method: 'GET',
  path: 'subject/login_list',
  input: z.object({ page: pageNumber.default(1), page_size: pageSize }),
  output: z.object({
    subjects: z.array(
      z.object({
        subject_uid: subjectUid,
        sec_subject_uid: knownId,
        subject_name: text,
        identity_id: identityId,
        deputy_name: text,
        is_manager: no,
        /** 1: the account cannot act in it now. A manager can act in an organisation that the manager has suspended. */
        is_frozen: flag,
      }),
    ),
    has_more: no,
    /** Null: the session acts as nobody in particular. */
    acting: z.object({ sec_subject_uid: secSubjectUid, identity_id: identityId }).nullable().default(null),
  }),
  auth: 'user',
})

export const subjectLogin = call({
  name: 'subjectLogin',
  power: { proof: 'session', tells: [], undoneBy: 'ended', limit: 'none' },
  summary:
    'Acts as one of the identities of the account: the session remembers it, and gets a new token. The permissions of a call in an organisation do not depend on it.',
  path: 'subject/login',
  input: z.object({ subject_uid: subjectUid, identity_id: identityId }),
  output: acts,
  errors: actingErrors,
  auth: 'user',
})

export const switchMember = call({
  name: 'switchMember',
  power: { proof: 'session', tells: [], undoneBy: 'ended', limit: 'none' },
  summary:
    'Acts as the identity of the account in an organisation other than login_subject_uid. The account belongs to both.',
  path: '/passport/org/member/switch',
  input: z.object({ to_sec_member_id: identityId, login_subject_uid: subjectUid }),
  output: acts,
  errors: actingErrors,
  auth: 'user',
})
