import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import { isNotMade, refusePicture } from '#account-api/accounts/pictures/pictures-handlers'
import type { Handling } from '#account-api/organisations/call-context'
import type { Place } from '#account-api/organisations/records/member-record'
import { mayDo, permissionsIn } from '#account-api/organisations/records/permissions'
import type { RoleRecord } from '#account-api/organisations/records/role-record'
import { factorDue, lacksFactor } from '#account-api/organisations/records/sign-in-rules'
import { refuseAs } from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'
import { permissionNames, permissions } from '#contract/terms/permissions'
import { keptOut, suspendedBy } from './acting'
import { countsFor } from './counts'
import { createOwnOrganisation } from './create'
import { removeLogo, replaceLogo } from './logo'
import { updateOrganisation } from './update'

export const organisationHandlers = {
  createSubject: async (input, { service, account, session, from }) => {
    const created = await createOwnOrganisation(service, {
      person: { account, session },
      name: input.subject_name,
      managerName: input.deputy_name,
      baseInfos: input.base_infos,
      from,
    })
    if (!created.ok)
      return created.code === 'too_many_subjects'
        ? refuse('too_many_subjects', { most: created.most })
        : refuse(created.code, {})
    return done({
      subject_uid: created.id,
      sec_subject_uid: created.publicId,
      identity_id: created.memberPublicId,
    })
  },

  listSubjects: async ({ page, page_size }, { service, account }) => {
    const offset = (page - 1) * page_size
    const found = await service.storage.members.ofAccount(account.id, { offset, limit: page_size + 1 })
    const offered = await service.storage.transfers.offeredTo(account.id, service.deployment.now())
    const offeredUntil = new Map(offered.map(({ organisationId, expiresAt }) => [organisationId, expiresAt]))
    const subjects = found.slice(0, page_size).map((place) => {
      const until = offeredUntil.get(place.organisation.id)
      const is_kept_out =
        keptOut(place, { whenSuspended: false, whenMemberSuspended: false })?.code === 'identity_frozen'
      return {
        ...subjectOf(place),
        is_kept_out,
        needs_second_factor: lacksFactor(service.deployment, place),
        offered_until: until === undefined ? null : new Date(until).toISOString(),
      }
    })
    return done({ subjects, has_more: found.length > page_size, time_zone: timeZoneOf(account) })
  },

  subjectInfo: async ({ need_counts, need_manager }, { service, acting, account }) => {
    const { organisation, member, roles } = acting
    const { closesAt } = organisation
    const factorDueAt = factorDue(service.deployment, acting)
    return done({
      subject: {
        ...subjectOf(acting),
        logo: organisation.logo,
        base_infos: organisation.baseInfos,
        detail_infos: mayDo(acting, 'organisation.update') ? organisation.detailInfos : null,
        created_at: new Date(organisation.createdAt).toISOString(),
        frozen_by: suspendedBy(organisation),
        closes_at: closesAt === null ? null : new Date(closesAt).toISOString(),
        second_factor_due: factorDueAt === undefined ? null : new Date(factorDueAt).toISOString(),
      },
      sec_user_id: member.userPublicId,
      roles: roles.map(heldRoleOf),
      permissions: permissionsIn(acting),
      time_zone: timeZoneOf(account),
      counts: need_counts === 1 ? await countsFor(service, acting) : null,
      manager_name:
        need_manager === 1 ? ((await service.storage.memberLists.manager(organisation.id))?.name ?? '') : '',
    })
  },

  updateSubject: async (input, { service, acting, from }) => {
    const changes = { name: input.subject_name, baseInfos: input.base_infos, detailInfos: input.detail_infos }
    const updated = await updateOrganisation(service, { acting, changes, from })
    return updated.ok ? done({ subject_name: updated.name }) : refuseAs(updated)
  },

  uploadSubjectLogo: async ({ pic: upload }, { service, acting, from }) => {
    const replaced = await replaceLogo(service, { acting, upload, from })
    if (replaced.ok) return done({ logo: replaced.logo })
    return isNotMade(replaced) ? refusePicture(replaced) : refuseAs(replaced)
  },

  removeSubjectLogo: async (_input, { service, acting, from }) => {
    const removed = await removeLogo(service, { acting, from })
    return removed.ok ? done({ logo: removed.logo }) : refuseAs(removed)
  },

  listResources: async () =>
    done({ resources: permissionNames.map((permission) => ({ permission, texts: permissions[permission] })) }),

  ownPermissions: async (_input, { acting }) =>
    done({
      is_manager: acting.isManager,
      roles: acting.roles.map(heldRoleOf),
      permissions: permissionsIn(acting),
    }),
} satisfies Handling

/** An organisation with the account's place in it, on the wire. */
export const subjectOf = ({ organisation, member, isManager }: Place) => ({
  subject_uid: organisation.id,
  sec_subject_uid: organisation.publicId,
  subject_name: organisation.name,
  identity_id: member.publicId,
  deputy_name: member.name,
  is_manager: isManager,
  is_frozen: member.isSuspended || suspendedBy(organisation) !== null ? 1 : 0,
})

export const heldRoleOf = ({ key, name }: RoleRecord) => ({ role_key: key, role_name: name })

/** A role that a person was given, and whether it is in force. */
export const givenRoleOf = (role: RoleRecord) => ({ ...heldRoleOf(role), is_banned: role.isBanned ? 1 : 0 })
