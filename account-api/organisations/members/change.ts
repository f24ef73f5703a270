import { record } from '#account-api/accounts/activity/activity'
import { addressesOf } from '#account-api/accounts/notices/notice'
import { type From, nowhere } from '#account-api/kernel/from'
import { post } from '#account-api/kernel/outbox/post'
import { lockActing, type NotActing } from '#account-api/organisations/organisation/acting'
import { takePlace } from '#account-api/organisations/organisation/join'
import { recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import type { Acting } from '#account-api/organisations/records/member-record'
import { loggedRole, rolesIn } from '#account-api/organisations/roles/holders'
import { inTransaction, type Transaction } from '#account-api/organisations/service'
import { endPendingTransfer } from '#account-api/organisations/transfers/end'
import { judgeFormerManager, type WasManager } from '#account-api/organisations/transfers/take-back'
import type { MemberAct, MemberRefusal } from '#contract/organisations/members'
import type { Needed } from '#contract/terms/permissions'
import { sortKeyOf } from '#rules/typed/name-key'
import { mayKeepOut, mayRename, needed, neededToRename, type OutOfReach, type Own, type Target } from './judge'

interface Asked {
  acting: Acting
  from: From
}

interface Done {
  acting: Acting
  from: From
  target: Target
}

type Gone = { ok: false; code: 'no_such_identity' }

/** Changes the name by which the organisation knows a member. */
export const renameMember = inTransaction<
  Asked & { publicId: string; name: string },
  { ok: true } | NotActing | Gone | OutOfReach
>(async (stores, { acting: asked, publicId, name, from }) => {
  const isOneself = publicId === asked.member.publicId
  const found = await lockTargets(stores, asked, {
    publicIds: [publicId],
    needed: neededToRename({ isOneself }),
  })
  if (!found.ok) return found
  const [target] = found.targets
  if (!target) return gone
  const judged = mayRename(found.acting, target)
  if (!judged.ok) return judged
  const { member } = target
  if (member.name === name) return { ok: true }
  if (!(await stores.memberLists.rename(member.id, { name, sortKey: sortKeyOf(name) }))) return gone
  await recordInOrganisation(stores, {
    kind: 'member_renamed',
    acting: found.acting,
    target: member,
    before: { name: member.name },
    after: { name },
    from,
  })
  return { ok: true }
})

type ChangedOne = { ok: true } | NotActing | Gone | OutOfReach | Own | WasManager

/** The changed members with their names, and the refused ones, each with the reason. */
type ChangedMany =
  | { ok: true; done: { publicId: string; name: string }[]; refused: { publicId: string; reason: MemberRefusal }[] }
  | NotActing

interface Change {
  act: Exclude<MemberAct, 'rename'>
  /** Changes one member, if the acting member may. */
  apply(stores: Transaction, done: Done): Promise<{ ok: true } | Gone | WasManager>
}

const changeOne = ({ act, apply }: Change) =>
  inTransaction<Asked & { publicId: string }, ChangedOne>(async (stores, { acting: asked, publicId, from }) => {
    const found = await lockTargets(stores, asked, { publicIds: [publicId], needed: needed[act] })
    if (!found.ok) return found
    const { acting, targets } = found
    const [target] = targets
    if (!target) return gone
    const judged = mayKeepOut(acting, target)
    return judged.ok ? apply(stores, { acting, target, from }) : judged
  })

const changeMany = ({ act, apply }: Change) =>
  inTransaction<Asked & { publicIds: readonly string[] }, ChangedMany>(
    async (stores, { acting: asked, publicIds, from }) => {
      const found = await lockTargets(stores, asked, { publicIds, needed: needed[act] })
      if (!found.ok) return found
      const { acting, targets } = found
      const done: { publicId: string; name: string }[] = []
      const refused: { publicId: string; reason: MemberRefusal }[] = []
      for (const publicId of new Set(publicIds)) {
        const target = targets.find(({ member }) => member.publicId === publicId)
        const judged = target ? mayKeepOut(acting, target) : gone
        const changed = target && judged.ok ? await apply(stores, { acting, target, from }) : judged
        if (changed.ok && target) done.push(target.member)
        else if (!changed.ok) refused.push({ publicId, reason: changed.code })
      }
      return { ok: true, done, refused }
    },
  )

const suspending = (isSuspended: boolean): Change => ({
  act: 'freeze',
  apply: async (stores, done) => {
    const { member } = done.target
    if (member.isSuspended === isSuspended) return { ok: true }
    const wasManager = isSuspended ? await judgeFormerManager(stores, member) : undefined
    if (wasManager) return wasManager
    if (!(await stores.memberLists.suspend(member.id, isSuspended))) return gone
    if (isSuspended) await endPendingTransfer(stores, { acting: done.acting, to: member, from: done.from })
    await recordInOrganisation(stores, {
      kind: isSuspended ? 'member_frozen' : 'member_unfrozen',
      acting: done.acting,
      target: member,
      before: { is_frozen: member.isSuspended },
      after: { is_frozen: isSuspended },
      from: done.from,
    })
    await tellMember(stores, done, isSuspended ? 'suspended' : 'unsuspended')
    return { ok: true }
  },
})

const removing: Change = {
  act: 'remove',
  apply: async (stores, done) => {
    const { member, roles } = done.target
    const wasManager = await judgeFormerManager(stores, member)
    if (wasManager) return wasManager
    await endPendingTransfer(stores, { acting: done.acting, to: member, from: done.from })
    const removedAt = stores.deployment.now()
    if (!(await takePlace(stores, member, removedAt))) return gone
    await stores.mailDomains.keepOut(member, removedAt)
    await recordInOrganisation(stores, {
      kind: 'member_removed',
      acting: done.acting,
      target: member,
      before: { name: member.name, roles: roles.map(loggedRole) },
      from: done.from,
    })
    await tellMember(stores, done, 'removed')
    return { ok: true }
  },
}

/** Keeps a member out of the organisation. */
export const suspendMember = changeOne(suspending(true))
/** Lets a member in again. */
export const unsuspendMember = changeOne(suspending(false))
export const removeMember = changeOne(removing)
export const suspendMembers = changeMany(suspending(true))
export const unsuspendMembers = changeMany(suspending(false))
export const removeMembers = changeMany(removing)

/** Gives up the caller's own place, even a suspended one. */
export const leaveOrganisation = inTransaction<Asked, { ok: true } | NotActing | { ok: false; code: 'is_manager' }>(
  async (stores, { acting: asked, from }) => {
    const now = await lockActing(stores, asked, 'member', { whenMemberSuspended: true })
    if (!now.ok) return now
    const { acting } = now
    const { member, roles } = acting
    if (acting.isManager) return { ok: false, code: 'is_manager' }
    await endPendingTransfer(stores, { acting, to: member, from })
    if (!(await takePlace(stores, member, null))) return { ok: false, code: 'no_such_subject' }
    await recordInOrganisation(stores, {
      kind: 'member_left',
      acting,
      target: member,
      before: { name: member.name, roles: roles.map(loggedRole), ...(member.isSuspended && { is_frozen: true }) },
      from,
    })
    const { accountId } = member
    await record(stores, { accountId, kind: 'organisation_left', from, detail: acting.organisation.name })
    return { ok: true }
  },
)

const gone: Gone = { ok: false, code: 'no_such_identity' }

/** Locks the organisation, and finds its members with their current roles. */
const lockTargets = async (
  stores: Transaction,
  asked: Acting,
  { publicIds, needed: permission }: { publicIds: readonly string[]; needed: Needed },
): Promise<{ ok: true; acting: Acting; targets: Target[] } | NotActing> => {
  const now = await lockActing(stores, asked, permission)
  if (!now.ok) return now
  const { acting } = now
  const found = await stores.members.find(acting.organisation.id, [...new Set(publicIds)])
  const given = await stores.roles.givenTo(found.map(({ id }) => id))
  return { ok: true, acting, targets: found.map((member) => ({ member, roles: rolesIn(given, member) })) }
}

/** The acts on a place, each with its name in messages and in the account's activity. */
const tellings = {
  suspended: { news: 'member_frozen', kind: 'organisation_frozen' },
  unsuspended: { news: 'member_unfrozen', kind: 'organisation_unfrozen' },
  removed: { news: 'member_removed', kind: 'organisation_removed' },
} as const

/** Notifies a member of an act, in the activity of the account and at all its addresses. The actor is not named. */
const tellMember = async (
  stores: Transaction,
  { acting: { organisation }, target: { member } }: Done,
  what: keyof typeof tellings,
): Promise<void> => {
  const account = await stores.accounts.profile(member.accountId)
  if (!account) return
  const { news, kind } = tellings[what]
  await record(stores, { accountId: account.id, kind, from: nowhere, detail: organisation.name })
  const facts = { organisation: organisation.name }
  const page = `/settings/organisations/${organisation.publicId}`
  const link = news === 'member_unfrozen' ? new URL(page, stores.deployment.publicUrl).href : undefined
  const message = { kind: 'organisation', news, facts, link } as const
  for (const to of addressesOf(account)) await post(stores, { ...to, language: account.language, message })
}
