import { z } from 'zod'
import { call } from '#contract/call'
import { subjectCounts } from '#contract/organisations/counts'
import {
  heldRole,
  identityId,
  inSubject,
  ownDeputyName,
  secSubjectUid,
  secUserId,
  subjectName,
} from '#contract/organisations/organisation-fields'
import { base_infos, detail_infos, toldBaseInfos, toldDetailInfos } from '#contract/organisations/organisation-infos'
import {
  bytes,
  flag,
  knownPicture,
  moment,
  no,
  pageNumber,
  pageSize,
  pictureKey,
  text,
  timeZoneInForce,
  word,
} from '#contract/terms/fields'
import { permissionNames } from '#contract/terms/permissions'
import { reads } from '#contract/terms/power'

const frozenBy = z.enum(['manager', 'operator', 'closing'])

/** An organisation, for one of its members. */
const subject = z.object({
  subject_uid: text,
  sec_subject_uid: secSubjectUid,
  subject_name: text,
  /** The account's place in it. Empty: the account API does not say. */
  identity_id: text,
  deputy_name: text,
  is_manager: no,
  /** 1: the organisation, or the account's place in it, is suspended. */
  is_frozen: flag,
})

const listedSubject = subject.extend({
  /** Until when the account can agree to become its manager. */
  offered_until: moment,
  /** The account's own place is suspended, which it can give up. */
  is_kept_out: no,
  /** The organisation requires a second factor now, which the account lacks. */
  needs_second_factor: no,
  /** From an account API that returns them here, and has no subjectInfo. */
  base_infos: toldBaseInfos.optional(),
  detail_infos: toldDetailInfos.optional(),
})

export const createSubject = call({
  name: 'createSubject',
  power: {
    proof: 'session',
    act: 'organisation',
    guarded: true,
    tells: [],
    undoneBy: 'others',
    limit: 'organisations',
  },
  summary: 'Creates an organisation. The signed-in person becomes its manager.',
  path: '/passport/org/subject/create',
  input: z.object({ subject_name: subjectName, ...ownDeputyName, base_infos: base_infos.default({}) }),
  output: z.object({ ...inSubject, subject_uid: z.string(), identity_id: identityId }),
  errors: ['too_many_subjects'],
  auth: 'user',
  once: true,
})

export const listSubjects = call({
  name: 'listSubjects',
  power: reads('session'),
  summary: 'Returns the organisations of the account, by name.',
  method: 'GET',
  path: '/passport/org/subject/list/{page}',
  input: z.object({ page: pageNumber, page_size: pageSize }),
  output: z.object({ subjects: z.array(listedSubject), has_more: no, time_zone: timeZoneInForce }),
  auth: 'user',
})

export const subjectInfo = call({
  name: 'subjectInfo',
  power: reads('session'),
  summary:
    'Returns an organisation as the acting member sees it: its details, their own membership, and their permissions. detail_infos are returned to members who may edit them. need_counts=1 adds the numbers of members, invitations and so on, each up to 1,000. need_manager=1 adds the name of its manager.',
  method: 'GET',
  path: '/passport/org/subject/info',
  input: z.object({ ...inSubject, need_counts: flag, need_manager: flag }),
  output: z.object({
    subject: subject.extend({
      /** The key of its logo. Null: none. */
      logo: knownPicture,
      base_infos: toldBaseInfos,
      detail_infos: toldDetailInfos.nullable().default(null),
      created_at: moment,
      frozen_by: frozenBy.nullable().default(null),
      /** When an organisation that is being closed is erased. */
      closes_at: moment,
      /** From when the organisation requires a second factor that the account lacks. Null: it lacks none. */
      second_factor_due: moment,
    }),
    sec_user_id: secUserId.nullable().default(null),
    roles: z.array(heldRole),
    permissions: z.array(word(permissionNames)),
    time_zone: timeZoneInForce,
    /** With need_counts=1, from an account API that counts. */
    counts: subjectCounts.nullable().default(null),
    /** With need_manager=1: the name of its manager. Empty: unknown. */
    manager_name: text,
  }),
  auth: 'member',
  whenSuspended: true,
})

export const updateSubject = call({
  name: 'updateSubject',
  power: {
    proof: 'fresh',
    act: 'organisation',
    tells: ['renamed_organisation'],
    undoneBy: 'others',
    limit: 'none',
  },
  summary: 'Changes the name and the details of an organisation. Omitted fields stay.',
  path: '/passport/org/subject/update',
  input: z.object({
    ...inSubject,
    subject_name: subjectName.optional(),
    base_infos: base_infos.optional(),
    detail_infos: detail_infos.optional(),
  }),
  output: z.object({ subject_name: text }),
  auth: 'member',
  needs: 'organisation.update',
})

const logo = z.object({ logo: pictureKey.nullable() })

export const uploadSubjectLogo = call({
  name: 'uploadSubjectLogo',
  power: { proof: 'fresh', act: 'organisation', tells: [], undoneBy: 'others', limit: 'pictures' },
  summary:
    'Sets the logo of an organisation, under the limits of avatars. Non-members see it if the organisation has proven a mail domain.',
  path: '/passport/org/subject/logo/upload',
  body: 'multipart',
  input: z.object({ ...inSubject, pic: bytes }),
  output: logo,
  errors: ['picture_refused', 'changed_too_often', 'too_large'],
  auth: 'member',
  needs: 'organisation.update',
})

export const removeSubjectLogo = call({
  name: 'removeSubjectLogo',
  power: { proof: 'fresh', act: 'organisation', tells: [], undoneBy: 'others', limit: 'none' },
  summary: 'Removes the logo of an organisation.',
  path: '/passport/org/subject/logo/remove',
  input: z.object(inSubject),
  output: logo,
  auth: 'member',
  needs: 'organisation.update',
  event: 'if_changed',
})

const permissionText = z.object({ name: text, text }).prefault({})

export const listResources = call({
  name: 'listResources',
  power: reads('session'),
  summary: 'Returns every permission that a role can grant, with its name and description in both languages.',
  method: 'GET',
  path: '/passport/org/resource/list',
  input: z.object(inSubject),
  output: z.object({
    resources: z.array(
      z.object({
        permission: word(permissionNames),
        /** In one language: from an account API that has no others. */
        name: text,
        texts: z.object({ 'zh-Hans': permissionText, en: permissionText }).prefault({}),
      }),
    ),
  }),
  auth: 'member',
  needs: 'role.read',
})

export const ownPermissions = call({
  name: 'ownPermissions',
  power: reads('session'),
  summary: 'Returns the permissions of the acting member in the organisation, and the roles that grant them.',
  method: 'GET',
  path: '/passport/org/permission/own',
  input: z.object(inSubject),
  output: z.object({
    /** Missing, like the permissions: the account API checks each call, and pages that need one are open. */
    is_manager: z.boolean().optional(),
    roles: z.array(heldRole).default([]),
    permissions: z.array(word(permissionNames)).optional(),
  }),
  auth: 'member',
})
