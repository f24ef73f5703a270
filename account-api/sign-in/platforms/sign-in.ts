import { isOpen } from '#account-api/accounts/account/account-record'
import type { WholeProfile } from '#account-api/accounts/platforms/platform-store'
import { signIn } from '#account-api/accounts/sessions/pending-sign-in'
import type { Opening } from '#account-api/accounts/sessions/session'
import { type NotOpen, refuseNotOpen } from '#account-api/accounts/standing/not-open'
import { profileTicket } from '#account-api/addresses/platforms/platform'
import type { From } from '#account-api/kernel/from'
import { inTransaction, type Rule, type Transaction } from '#account-api/sign-in/service'
import type { SignedIn } from '#account-api/sign-in/ways/sign-in'

/** No account has this third-party identity. The key can bind it. */
export interface NotBound {
  ok: false
  code: 'not_bound'
  profileKey: string
}

export interface Outside {
  profile: WholeProfile
  /** When the person last signed in at the provider, if it reports that. */
  provenAt: number | undefined
  registers: boolean
  from: From
  /** True when a sign-in to a cancelled account gets a ticket that restores it. */
  restores: boolean
}

export const signInByPlatform = inTransaction<Outside & { endOthers: boolean }, SignedIn | NotOpen | NotBound>(
  async (stores, { endOthers, ...outside }) => {
    const proven = await proveByPlatform(stores, outside)
    if (!proven.ok) return proven
    return { ok: true, ...(await signIn(stores, { ...proven.opening, endOthers })) }
  },
)

/**
 * Proves the person of the account that a third-party identity is bound to. Only its ids identify an account: an email
 * from a provider is not used, even a verified one. The time of the proof is the last sign-in at the provider. If the
 * provider reports none, the next sensitive act needs a proof.
 */
export const proveByPlatform: Rule<Outside, { ok: true; opening: Opening } | NotOpen | NotBound> = async (
  stores,
  { profile, provenAt = 0, registers, from, restores },
) => {
  const accountId = await holderOf(stores, profile)
  const account = accountId === undefined ? undefined : await stores.accounts.profile(accountId)
  if (!account) {
    const profileKey = await profileTicket(stores, { ...profile, registers })
    return { ok: false, code: 'not_bound', profileKey }
  }
  const proven = Math.min(provenAt, stores.deployment.now())
  const by = { way: 'platform', provenAt: proven } as const
  if (!isOpen(account)) return refuseNotOpen(stores, account, { by, restores })
  return { ok: true, opening: { account, ...by, from } }
}

/** The account of an identity, locked. Stores a new id for all apps. */
const holderOf = async (stores: Transaction, profile: WholeProfile): Promise<string | undefined> => {
  const found = await stores.platforms.find(profile)
  if (!found) return undefined
  await stores.accounts.lock(found.accountId)
  // Before the lock, the identity may have been moved to another account.
  const binding = await stores.platforms.find(profile)
  if (binding?.accountId !== found.accountId) return undefined
  const { unionid } = profile
  const isNewId = unionid !== null && binding.unionid === null
  if (isNewId && (await isFree(stores, profile))) await stores.platforms.addUnionid({ ...binding, unionid })
  return binding.accountId
}

/** True when no account has the id for all apps. The query uses an openid that no account has. */
const isFree = async (stores: Transaction, profile: WholeProfile): Promise<boolean> =>
  (await stores.platforms.find({ ...profile, openid: '' })) === undefined
