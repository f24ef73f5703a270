import type { From } from '#account-api/kernel/from'
import { lockActing, type NotActing } from '#account-api/organisations/organisation/acting'
import { recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import type { Acting } from '#account-api/organisations/records/member-record'
import { lackingTo, permissionsIn } from '#account-api/organisations/records/permissions'
import type { RoleRecord } from '#account-api/organisations/records/role-record'
import type { BeyondOwn } from '#account-api/organisations/roles/edit'
import { rolesIn, rolesOf } from '#account-api/organisations/roles/holders'
import { inTransaction, type Service, type Transaction } from '#account-api/organisations/service'
import type { AwaitedMember } from './activation-store'
import { activationRule } from './create-user'
import { giverNow } from './giver'

/** An account that waits for its owner, with the roles of its place. */
export interface Awaited extends AwaitedMember {
  /** Includes disabled roles. */
  roles: RoleRecord[]
  /** True when the giver may still give the role. */
  stands: boolean
}

interface Page {
  after?: string | undefined
  offset: number
  limit: number
}

/** The accounts of an organisation that wait for their owners. */
export const listAwaited = async ({ deployment, storage }: Service, { organisation }: Acting, page: Page) => {
  const found = await storage.activations.list(organisation.id, { ...page, at: deployment.now() })
  const given = await storage.roles.givenTo(found.map(({ member }) => member.id))
  const givers = new Map(found.map((each) => [each.giver?.accountId, each]))
  const standing = new Set<string | undefined>()
  for (const [accountId, each] of givers) if (await giverNow(storage, each)) standing.add(accountId)
  return found.map(
    (each): Awaited => ({
      ...each,
      roles: rolesIn(given, each.member),
      stands: standing.has(each.giver?.accountId),
    }),
  )
}

/** The permissions of a waiting place that the acting member lacks. */
export const lackingFor = (acting: Acting, { roles }: Pick<Awaited, 'roles'>) =>
  lackingTo(acting, permissionsIn({ isManager: false, roles }))

/** A waiting account, and who acts on it. */
export interface AwaitedPlace {
  acting: Acting
  publicId: string
  from: From
}

export const noSuchActivation = { ok: false, code: 'no_such_activation' } as const

export type NotAwaited = NotActing | BeyondOwn | typeof noSuchActivation

/** Locks the account and the organisation, in this order, and rereads the acting member and the waiting account. */
export const lockAwaited = async (
  stores: Transaction,
  { acting: asked, publicId }: Omit<AwaitedPlace, 'from'>,
): Promise<{ ok: true; acting: Acting; awaited: AwaitedMember } | NotAwaited> => {
  const find = () => stores.activations.find(asked.organisation.id, publicId, stores.deployment.now())
  const seen = await find()
  if (seen) await stores.accounts.lock(seen.accountId)
  const now = await lockActing(stores, asked, 'member.create')
  if (!now.ok) return now
  const awaited = seen && (await find())
  if (!awaited) return noSuchActivation
  const lacking = lackingFor(now.acting, { roles: await rolesOf(stores, awaited.member) })
  if (lacking.length > 0) return { ok: false, code: 'beyond_own_permissions', lacking }
  return { ok: true, acting: now.acting, awaited }
}

/** Restarts the waiting time of an account. The caller becomes responsible for it. */
export const renewAwaited = inTransaction<AwaitedPlace, { ok: true; endsAt: number } | NotAwaited>(
  async (stores, { from, ...named }) => {
    const found = await lockAwaited(stores, named)
    if (!found.ok) return found
    const { acting, awaited } = found
    const { accountId, member } = awaited
    const endsAt = stores.deployment.now() + activationRule.lifetimeMs
    await stores.standing.restore(accountId, awaited.endsAt)
    await stores.standing.cancel(accountId, endsAt)
    await stores.activations.prolong(accountId, endsAt)
    await stores.activations.vouch(member.organisationId, [accountId], acting.member.id)
    const values = (at: number) => ({ ends_at: new Date(at).toISOString() })
    await recordInOrganisation(stores, {
      kind: 'user_renewed',
      acting,
      target: member,
      before: values(awaited.endsAt),
      after: values(endsAt),
      from,
    })
    return { ok: true, endsAt }
  },
)

/** Erases a waiting account, with its place. */
export const cancelAwaited = inTransaction<AwaitedPlace, { ok: true } | NotAwaited>(
  async (stores, { from, ...named }) => {
    const found = await lockAwaited(stores, named)
    if (!found.ok) return found
    const { acting, awaited } = found
    await stores.standing.erase(awaited.accountId, awaited.endsAt)
    await recordInOrganisation(stores, { kind: 'user_cancelled', acting, target: awaited.member, from })
    return { ok: true }
  },
)
