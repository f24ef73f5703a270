import { createAccount } from '#account-api/accounts/account/account'
import { closedRegistration, type RegistrationClosed } from '#account-api/accounts/account/closed-registration'
import { type Address, maskAddress } from '#account-api/accounts/account/identifier'
import type { From } from '#account-api/kernel/from'
import { newId, newToken } from '#account-api/kernel/random'
import { days } from '#account-api/kernel/time'
import { lockActing, type NotActing } from '#account-api/organisations/organisation/acting'
import { recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import { tellOfPower } from '#account-api/organisations/organisation/manager-news'
import type { Acting, MemberRecord } from '#account-api/organisations/records/member-record'
import { grantsOf, lackingTo, mayDo } from '#account-api/organisations/records/permissions'
import type { RoleRecord } from '#account-api/organisations/records/role-record'
import type { BeyondOwn, NotFound } from '#account-api/organisations/roles/edit'
import { inTransaction, type Transaction } from '#account-api/organisations/service'
import { sortKeyOf } from '#rules/typed/name-key'

/** How long a created account waits for the owner of its address, and how many of one organisation may. */
export const activationRule = { lifetimeMs: days(30), most: 1000 }

interface NewUser {
  acting: Acting
  address: Address
  /** The name by which the organisation knows the person. */
  name: string
  roleKey: string
  language: string
  from: From
}

type CreatedUser =
  | { ok: true; member: Pick<MemberRecord, 'publicId' | 'userPublicId'>; endsAt: number }
  | NotActing
  | NotFound
  | BeyondOwn
  | { ok: false; code: 'role_banned' | 'activation_pending' }
  | { ok: false; code: 'too_many_activations'; most: number }
  | RegistrationClosed

/**
 * Creates an account with a made-up username and a place in the organisation, for the owner of an address. The address
 * is not bound, so the answer does not depend on its holder. Nobody can sign in to the account before its activation.
 * Without one, it is erased like a cancelled account.
 */
export const createUser = inTransaction<NewUser, CreatedUser>(
  async (stores, { acting: asked, address, name, roleKey, language, from }) => {
    const now = await lockActing(stores, asked, 'member.create')
    if (!now.ok) return now
    const closed = closedRegistration(stores.deployment)
    if (closed) return closed
    const { acting } = now
    if (roleKey !== 'member' && !mayDo(acting, 'role.assign'))
      return { ok: false, code: 'permission_required', needed: 'role.assign' }
    const organisationId = acting.organisation.id
    const found = await roleToGive(stores, acting, roleKey)
    if (!found.ok) return found
    if (await stores.activations.isAwaited(organisationId, address)) return { ok: false, code: 'activation_pending' }
    const { most } = activationRule
    if ((await stores.activations.count(organisationId, most)) >= most)
      return { ok: false, code: 'too_many_activations', most }
    const at = stores.deployment.now()
    const endsAt = at + activationRule.lifetimeMs
    const accountId = await createAccount(stores, { identifiers: [], passwordHash: null, language })
    await stores.standing.cancel(accountId, endsAt)
    await stores.activations.insert({ accountId, organisationId, address, endsAt, giverId: acting.member.id })
    const member = {
      id: newId(at),
      publicId: newToken(128),
      userPublicId: newToken(128),
      organisationId,
      accountId,
      name,
      address: address.value,
      sortKey: sortKeyOf(name),
      joinedAt: at,
    }
    await stores.members.insert(member)
    if (found.role) await stores.roles.give(found.role, [member.id])
    await tellOfPower(stores, { given: found.role, ...acting, from })
    await recordInOrganisation(stores, {
      kind: 'user_created',
      acting,
      target: member,
      after: {
        [address.kind]: maskAddress(address),
        role: roleKey,
        permissions: found.role ? grantsOf(found.role) : [],
      },
      from,
    })
    return { ok: true, member, endsAt }
  },
)

/** A role that may be given. Everybody has the role of a plain member, so it needs no row. */
const roleToGive = async (
  stores: Transaction,
  acting: Acting,
  key: string,
): Promise<{ ok: true; role: RoleRecord | undefined } | NotFound | BeyondOwn | { ok: false; code: 'role_banned' }> => {
  if (key === 'member') return { ok: true, role: undefined }
  if (key === 'manager') return { ok: false, code: 'role_is_built_in' }
  const role = await stores.roles.find(acting.organisation.id, key)
  if (!role) return { ok: false, code: 'no_such_role' }
  if (role.isBanned) return { ok: false, code: 'role_banned' }
  const lacking = lackingTo(acting, grantsOf(role))
  return lacking.length > 0 ? { ok: false, code: 'beyond_own_permissions', lacking } : { ok: true, role }
}
