import { isOpen } from '../../accounts/account/is-open'
import type { WholeProfile } from '../../accounts/platforms/platform-store'
import { type Beginning, startSession } from '../../accounts/sessions/session'
import { type NotOpen, refuseNotOpen } from '../../accounts/standing/not-open'
import { issueProfile } from '../../addresses/platforms/platform'
import type { From } from '../../kernel/from'
import { inTransaction, type Setting, type Transaction } from '../service'
import type { SignedIn } from '../ways/sign-in'

/** Nobody has this third-party identity. The key entitles to bind it. */
export interface NotBound {
  ok: false
  code: 'not_bound'
  profileKey: string
}

export interface Outside {
  profile: WholeProfile
  /** When the person last signed in at the provider, where it tells. */
  provenAt: number | undefined
  /** Whether a new account may be made for it. */
  registers: boolean
  from: From
  /** Whether a cancelled account is answered with a ticket that restores it. */
  restores: boolean
}

/** Signs in to the account that a third-party identity is bound to. */
export const signInByPlatform = inTransaction<Outside & { endOthers: boolean }, SignedIn | NotOpen | NotBound>(
  async (setting, stores, { endOthers, ...outside }) => {
    const proven = await proveByPlatform(setting, stores, outside)
    if (!proven.ok) return proven
    const session = await startSession(setting, stores, { ...proven.beginning, endOthers })
    return { ok: true, session, isNew: false }
  },
)

/**
 * Proves the person of the account that a third-party identity is bound to. Nothing but its ids leads to an account: an
 * email that a provider tells, verified or not, joins nobody. The person counts as proven when they last signed in at the
 * provider; where it does not tell, the next sensitive act asks for a proof.
 */
export const proveByPlatform = async (
  setting: Setting,
  stores: Transaction,
  { profile, provenAt = 0, registers, from, restores }: Outside,
): Promise<{ ok: true; beginning: Beginning } | NotOpen | NotBound> => {
  const accountId = await holderOf(stores, profile)
  const account = accountId === undefined ? undefined : await stores.accounts.profile(accountId)
  if (!account) {
    const profileKey = await issueProfile(setting, stores, { ...profile, registers })
    return { ok: false, code: 'not_bound', profileKey }
  }
  const proven = Math.min(provenAt, setting.now())
  const by = { way: 'platform', provenAt: proven } as const
  if (!isOpen(account)) return refuseNotOpen(setting, stores, account, { by, restores })
  return { ok: true, beginning: { account, ...by, from } }
}

/** The account of an identity, locked. An id towards all apps that is new is kept. */
const holderOf = async (stores: Transaction, profile: WholeProfile): Promise<string | undefined> => {
  const found = await stores.platforms.find(profile)
  if (!found) return undefined
  await stores.accounts.lock(found.accountId)
  // It may have been unbound, and bound to another account, before the lock.
  const binding = await stores.platforms.find(profile)
  if (binding?.accountId !== found.accountId) return undefined
  const { unionid } = profile
  const isNewId = unionid !== null && binding.unionid === null
  if (isNewId && (await isFree(stores, profile))) await stores.platforms.addUnionid({ ...binding, unionid })
  return binding.accountId
}

/** Whether nobody has the id towards all apps. The other id is asked for as one that nobody has. */
const isFree = async (stores: Transaction, profile: WholeProfile): Promise<boolean> =>
  (await stores.platforms.find({ ...profile, openid: '' })) === undefined
