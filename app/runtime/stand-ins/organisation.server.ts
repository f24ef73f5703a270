import type { Client } from '#contract/client'
import { type MemberRefusal, memberRefusals } from '#contract/organisations/members'
import { isPermission, permissionNames } from '#contract/terms/permissions'
import { answered, findInList, missing, type StandIns } from './stand-in'

/** The organisation as the acting member sees it, and its members one by one. */
export const organisationStandIns = {
  subjectInfo: async (client, { sec_subject_uid }) => {
    const { entry, listed } = await ownEntry(client, sec_subject_uid)
    if (!listed.ok) return listed
    if (!entry) return missing('no_such_subject')
    const own = await client.ownPermissions({ sec_subject_uid })
    if (!own.ok) return own
    const is_manager = entry.is_manager || own.data.is_manager === true
    const { roles, permissions } = permitted(is_manager, own.data)
    const { base_infos = {}, detail_infos = null } = entry
    const frozen_by = entry.is_frozen === 1 ? ('manager' as const) : null
    return answered(
      {
        subject: {
          ...entry,
          is_manager,
          logo: null,
          base_infos,
          detail_infos,
          created_at: null,
          frozen_by,
          closes_at: null,
          second_factor_due: null,
        },
        sec_user_id: null,
        roles,
        permissions,
        time_zone: listed.data.time_zone,
        counts: null,
        manager_name: '',
      },
      own.logId,
    )
  },

  memberInfo: (client, { sec_subject_uid, identity_id, deputy_identity_id }) =>
    memberAt(client, sec_subject_uid, identity_id ?? deputy_identity_id),

  // Without startTransfer, no transfer is pending. The account API decides which addresses count.
  transferInfo: async (client) => {
    const info = await client.accountInfo({})
    if (!info.ok) return info
    const { mobile, email, email_verified } = info.data
    const addresses = [
      { way: 'mobile' as const, masked: mobile },
      { way: 'email' as const, masked: email_verified ? email : null },
    ]
    const ways = addresses.flatMap(({ way, masked }) => (masked === null ? [] : [{ way, masked }]))
    return answered({ transfer: null, ways, waits: false }, info.logId)
  },

  freezeMembers: (client, { sec_subject_uid, sec_user_identity_ids, is_frozen }) =>
    oneByOne(client, { sec_subject_uid, sec_user_identity_ids }, (member) =>
      client.freezeDeputy({ ...member, is_frozen }),
    ),

  removeMembers: (client, { sec_subject_uid, sec_user_identity_ids }) =>
    oneByOne(client, { sec_subject_uid, sec_user_identity_ids }, (member) => client.deleteDeputy(member)),
} satisfies StandIns

/**
 * The permissions of the acting member. If an account API has other permission names, or none, it checks each call
 * itself, and every page is open, including the manager's if the API does not name the manager.
 */
const permitted = (
  is_manager: boolean,
  own: {
    is_manager?: boolean | undefined
    roles: { role_key: string; role_name: string }[]
    permissions?: string[] | undefined
  },
) => {
  const { permissions = [], roles } = own
  const isOurs = own.permissions !== undefined && permissions.every((name) => isPermission(name))
  const open = isOurs ? [] : permissionNames
  const managing = is_manager || own.is_manager === undefined ? ['manager'] : []
  return { roles, permissions: [...new Set([...permissions, ...open, ...managing])] }
}

/** The organisation in the person's list, with their place in it. */
const ownEntry = (client: Client, sec_subject_uid: string) =>
  findInList(
    (page) => client.listSubjects(page),
    ({ subjects }) => subjects,
    (subject) => subject.sec_subject_uid === sec_subject_uid,
  )

/** The person themselves as a member. Undefined for the id of another member. */
const oneself = async (client: Client, sec_subject_uid: string, id: unknown) => {
  const { entry, listed } = await ownEntry(client, sec_subject_uid)
  if (!listed.ok) return listed
  if (!entry || entry.identity_id !== id) return undefined
  const own = await client.ownPermissions({ sec_subject_uid })
  if (!own.ok) return own
  const { identity_id, deputy_name, is_manager, is_kept_out } = entry
  const roles = own.data.roles.map((role) => ({ ...role, is_banned: 0 }))
  const is_frozen = is_kept_out ? 1 : 0
  const member = {
    identity_id,
    sec_user_id: null,
    deputy_name,
    is_manager,
    is_frozen,
    joined_at: null,
    active_on: null,
    roles,
  }
  return answered({ member: { ...member, address: '', allowed: ['rename' as const] } }, own.logId)
}

type ActedOn = Awaited<ReturnType<Client['freezeDeputy' | 'deleteDeputy']>>

const isRefusal = (code: string): code is MemberRefusal => (memberRefusals as readonly string[]).includes(code)

/** A member, from the list of all. */
const memberAt = async (client: Client, sec_subject_uid: string, id: string | undefined) => {
  const { entry, listed } = await findInList(
    (page) => client.listIdentities({ sec_subject_uid, ...page }),
    ({ members }) => members,
    (member) => member.identity_id === id,
  )
  // Everybody can see themselves, even without member.read.
  if (!listed.ok)
    return listed.code === 'permission_required' ? ((await oneself(client, sec_subject_uid, id)) ?? listed) : listed
  return entry ? answered({ member: entry }, listed.logId) : missing('no_such_identity')
}

interface NamedMembers {
  sec_subject_uid: string
  sec_user_identity_ids: readonly string[]
}

/** Does an act to each member. A failure that does not concern a single member ends it; earlier acts stay done. */
const oneByOne = async (
  client: Client,
  { sec_subject_uid, sec_user_identity_ids: ids }: NamedMembers,
  act: (member: { sec_subject_uid: string; identity_id: string }) => Promise<ActedOn>,
) => {
  const [done, names]: [string[], string[]] = [[], []]
  const refused: { identity_id: string; reason: MemberRefusal }[] = []
  for (const id of ids) {
    const named = { sec_subject_uid, identity_id: id }
    const found = await memberAt(client, sec_subject_uid, id)
    const acted = await act(named)
    if (acted.ok && found.ok) names.push(found.data.member.deputy_name)
    if (acted.ok) done.push(id)
    else if (isRefusal(acted.code)) refused.push({ identity_id: id, reason: acted.code })
    else return acted
  }
  return answered({ done, names, refused })
}
