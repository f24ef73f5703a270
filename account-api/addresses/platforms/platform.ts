import type { AccountProfile } from '../../accounts/account/account-record'
import { changeMethod, removeMethod } from '../../accounts/method-changes/change'
import { allProven, judgeFactors } from '../../accounts/methods/ledger'
import { askForChange } from '../../accounts/pending-changes/pending-change'
import type { PendingChange } from '../../accounts/pending-changes/pending-change-store'
import type { PlatformBinding, PlatformProfile } from '../../accounts/platforms/platform-store'
import { endSignInsBy } from '../../accounts/sessions/end-sign-ins'
import type { Factor } from '../../accounts/sessions/factor'
import { lockPerson, type Person } from '../../accounts/sessions/person'
import type { From } from '../../kernel/from'
import { findTicket, issueTicket, redeemTicket } from '../../kernel/tickets/ticket'
import type { NotLost } from '../../verification/methods/changer'
import { judgeGuard } from '../../verification/proofs/guard-proof'
import { isFresh } from '../../verification/proofs/proof'
import { inTransaction, type Rule, type Service, type Setting, type Stores } from '../service'
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
  | NotLost
  | { ok: false; code: 'already_bound' }
  | { ok: false; code: 'held_by_other' }

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
    const known = { account, provenBy: allProven(setting, present, undefined), from, keptSessionId: session.id }
    await putPlatform(setting, stores, { ...known, profile, binding })
    return { ok: true, profile }
  },
)

interface Putting {
  account: AccountProfile
  profile: PlatformProfile
  /** The identity of the same platform that is replaced. */
  binding?: PlatformBinding | undefined
  provenBy?: Factor[]
  from: From
  /** The session that stays, though it may have begun by the identity. */
  keptSessionId?: string
}

/**
 * Gives an account a third-party identity, and ends the sign-ins by the one that it replaces.
 * @throws ProfileTaken when another account has it
 */
const putPlatform: Rule<Putting, void> = async (
  setting,
  stores,
  { account, profile, binding, keptSessionId, ...known },
) => {
  const { id: accountId } = account
  const make = async () => {
    if (binding) await stores.platforms.unbind(binding)
    if (!(await stores.platforms.bind({ ...profile, accountId, at: setting.now() }))) throw new ProfileTaken()
    if (binding)
      await endSignInsBy(setting, stores, { accountId, entrance: 'platform', from: known.from, keptSessionId })
  }
  await changeMethod(setting, stores, { ...known, account, change: 'platform_bound', detail: profile.platform, make })
}

/**
 * Replaces a third-party identity by another of the same platform, which is the successor of a pending change.
 * @returns false when another account has the successor: the present identity stays
 */
export const replacePlatform: Rule<
  Omit<Putting, 'profile' | 'binding'> & { pending: PendingChange; successor: string },
  boolean
> = async (setting, stores, { pending, successor, ...known }) => {
  const profile = JSON.parse(successor) as PlatformProfile
  const held = await stores.platforms.find({ appId: '', unionid: null, ...profile })
  if (held && held.accountId !== known.account.id) return false
  const binding = (await stores.platforms.of(known.account.id)).find(({ platform }) => platform === pending.method)
  await putPlatform(setting, stores, { ...known, profile, binding })
  return true
}

/** Moves a third-party identity to another account. Both have to be locked, and the other one has none of this platform. */
export const movePlatform: Rule<
  { binding: PlatformBinding; holder: AccountProfile; account: AccountProfile; from: From },
  void
> = async (setting, stores, { binding, holder, account, from }) => {
  const { platform: method, openid: value } = binding
  await removeMethod(setting, stores, { account: holder, method, value, from })
  await putPlatform(setting, stores, { account, profile: binding, from })
}
