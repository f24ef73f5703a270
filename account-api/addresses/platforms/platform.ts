import type { AccountProfile } from '../../accounts/account/account-record'
import { record } from '../../accounts/activity/activity'
import { noteChange } from '../../accounts/changes/history'
import { allProven, type FactorLacking, judgeFactors } from '../../accounts/methods/ledger'
import { tellAddresses } from '../../accounts/notices/notice'
import { type Asked, askForChange } from '../../accounts/pending-changes/pending-change'
import type { PendingChange } from '../../accounts/pending-changes/pending-change-store'
import type { PlatformBinding, PlatformProfile } from '../../accounts/platforms/platform-store'
import { endSignInsBy } from '../../accounts/sessions/end-sign-ins'
import { lockPerson, type Person } from '../../accounts/sessions/person'
import type { From } from '../../kernel/from'
import { findTicket, issueTicket, redeemTicket } from '../../kernel/tickets/ticket'
import { type GuardLacking, judgeGuard } from '../../verification/proofs/guard-proof'
import { isFresh } from '../../verification/proofs/proof'
import { inTransaction, type Service, type Setting, type Stores, type Transaction } from '../service'
import { keepIdentityPicture } from './identity-picture'

/** The purpose of the ticket for a platform's answer: the profile_key of the specification. */
const profilePurpose = 'profile'

/** Issues the ticket that lets a person bind the identity that a platform has just told. */
export const issueProfile = (setting: Setting, stores: Stores, profile: PlatformProfile): Promise<string> =>
  issueTicket(setting, stores, { purpose: profilePurpose, value: JSON.stringify(profile) })

/** Looks at the identity of a ticket, and leaves the ticket unused. */
export const findProfile = async (
  setting: Setting,
  stores: Stores,
  ticket: string,
): Promise<PlatformProfile | undefined> => {
  const found = await findTicket(setting, stores, ticket, [profilePurpose])
  return found && (JSON.parse(found.value) as PlatformProfile)
}

export type BoundPlatform =
  | { ok: true; profile: PlatformProfile; pending?: PendingChange }
  | Exclude<Asked, { ok: true }>
  | FactorLacking
  | GuardLacking
  | {
      ok: false
      code: 'not_signed_in' | 'second_verification_required' | 'ticket_refused' | 'already_bound' | 'held_by_other'
    }

/** Thrown inside the transaction, so that the identity that was to be replaced stays bound and the ticket unused. */
class ProfileTaken extends Error {}

interface AskedBinding {
  person: Person
  platform: string
  ticket: string
  replaces: boolean
  /** True when the person would rather wait than prove another factor. */
  waits?: boolean
  from: From
}

/**
 * Binds a third-party identity to the person's account. With `replaces` it may replace one of the same platform: at once
 * for two factors, otherwise after a wait, as an unbinding would.
 */
export const bindPlatform = async (service: Service, asked: AskedBinding): Promise<BoundPlatform> => {
  try {
    const bound = await bind(service, asked)
    if (bound.ok && !bound.pending)
      void keepIdentityPicture(service, { accountId: asked.person.account.id, profile: bound.profile })
    return bound
  } catch (error) {
    if (error instanceof ProfileTaken) return { ok: false, code: 'held_by_other' }
    throw error
  }
}

const bind = inTransaction<AskedBinding, BoundPlatform>(
  async (setting, stores, { person, platform, ticket, replaces, waits = false, from }) => {
    const present = await lockPerson(stores, person)
    if (!present) return { ok: false, code: 'not_signed_in' }
    const { account, session } = present
    if (!isFresh(setting, session)) return { ok: false, code: 'second_verification_required' }
    const profile = await findProfile(setting, stores, ticket)
    if (profile?.platform !== platform) return { ok: false, code: 'ticket_refused' }
    const binding = (await stores.platforms.of(account.id)).find((each) => each.platform === platform)
    if (binding && !replaces) return { ok: false, code: 'already_bound' }
    const unguarded = binding && (await judgeGuard(setting, stores, present, undefined))
    if (unguarded) return unguarded
    const { areEnough, proven, lacking } = judgeFactors(setting, present, undefined)
    if (binding && lacking.length > 0 && !waits) return { ok: false, code: 'factor_lacking', lacking }
    if (!(await redeemTicket(setting, stores, ticket, profilePurpose))) return { ok: false, code: 'ticket_refused' }
    if (binding && !areEnough) {
      const change = { method: platform, value: binding.openid, successor: JSON.stringify(profile), isLost: false }
      const asked = await askForChange(setting, stores, { account, ...change, askedBy: proven, from })
      return asked.ok ? { ok: true, profile, pending: asked.pending } : asked
    }
    const provenBy = allProven(setting, present, undefined)
    await noteChange(setting, stores, { accountId: account.id, change: 'platform_bound', provenBy })
    if (binding) await stores.platforms.unbind(binding)
    const bound = await stores.platforms.bind({ ...profile, accountId: account.id, at: setting.now() })
    if (!bound) throw new ProfileTaken()
    if (binding) await endLetIn(setting, stores, { account, from, keptSessionId: session.id })
    await tellBound(setting, stores, { account, platform, from })
    return { ok: true, profile }
  },
)

/** Ends the sign-ins by a third-party identity that an account no longer has. */
const endLetIn = (
  setting: Setting,
  stores: Transaction,
  { account, from, keptSessionId }: { account: AccountProfile; from: From; keptSessionId?: string | undefined },
): Promise<void> => endSignInsBy(setting, stores, { accountId: account.id, entrance: 'platform', from, keptSessionId })

/** Records a new third-party identity and tells the account's addresses. */
const tellBound = async (
  setting: Setting,
  stores: Transaction,
  { account, platform: detail, from }: { account: AccountProfile; platform: string; from: From },
): Promise<void> => {
  await record(setting, stores, { accountId: account.id, kind: 'platform_bound', from, detail })
  await tellAddresses(setting, stores, { account, change: 'platform_bound', detail })
}

/**
 * Replaces a third-party identity by another of the same platform, records it and tells the account's addresses.
 * @param successor a {@link PlatformProfile} as JSON
 * @returns false when another account has the successor: the present identity stays
 */
export const replacePlatform = async (
  setting: Setting,
  stores: Transaction,
  {
    account,
    binding,
    successor,
    from,
  }: { account: AccountProfile; binding: PlatformBinding; successor: string; from: From },
): Promise<boolean> => {
  const profile = JSON.parse(successor) as PlatformProfile
  await noteChange(setting, stores, { accountId: account.id, change: 'platform_bound' })
  await stores.platforms.unbind(binding)
  if (!(await stores.platforms.bind({ ...profile, accountId: account.id, at: setting.now() }))) {
    await stores.platforms.bind({ ...binding, at: binding.boundAt })
    return false
  }
  await endLetIn(setting, stores, { account, from })
  await tellBound(setting, stores, { account, platform: binding.platform, from })
  return true
}

interface Unbinding {
  account: AccountProfile
  binding: PlatformBinding
  from: From
  /** The session that stays, though it may have begun by the identity. */
  keptSessionId?: string
}

/**
 * Unbinds a third-party identity, ends the sessions that began by one, records it and tells the account's addresses.
 */
export const unbindPlatform = async (
  setting: Setting,
  stores: Transaction,
  { account, binding, from, keptSessionId }: Unbinding,
): Promise<void> => {
  const detail = binding.platform
  await noteChange(setting, stores, { accountId: account.id, change: 'platform_removed' })
  await stores.platforms.unbind(binding)
  await endLetIn(setting, stores, { account, from, keptSessionId })
  await stores.pendingChanges.drop(account.id, detail)
  await record(setting, stores, { accountId: account.id, kind: 'platform_removed', from, detail })
  await tellAddresses(setting, stores, { account, change: 'platform_removed', detail })
}

/** Moves a third-party identity to another account. Both have to be locked, and the other one has none of this platform. */
export const movePlatform = async (
  setting: Setting,
  stores: Transaction,
  {
    binding,
    holder,
    account,
    from,
  }: { binding: PlatformBinding; holder: AccountProfile; account: AccountProfile; from: From },
): Promise<void> => {
  await unbindPlatform(setting, stores, { account: holder, binding, from })
  await noteChange(setting, stores, { accountId: account.id, change: 'platform_bound' })
  const moved = { ...binding, accountId: account.id, at: setting.now() }
  if (!(await stores.platforms.bind(moved))) throw new ProfileTaken()
  await tellBound(setting, stores, { account, platform: binding.platform, from })
}
