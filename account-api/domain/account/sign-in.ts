import type { SignInWay } from '../../../contract/activity'
import type { From } from '../activity/activity'
import { isCancelled, offerToRestore, type StillCancelled } from '../cancellation/cancellation'
import { consumeCode, type Judgement } from '../code/code'
import type { Target } from '../code/target'
import { limitedAddress } from '../limit/address'
import { count, forget, uncount } from '../limit/limits'
import { passwordFits } from '../password/hash'
import { AccountChanged, type StartedSession, startSession } from '../session/session'
import { type Setting, secondsUntil } from '../setting'
import type { Stores } from '../stores'
import { issueTicket, redeemTicket } from '../ticket/ticket'
import { keepProvenMobile } from '../unbinding/held-unbinding'
import { againIfTaken, createAccount } from './account'
import type { AccountRecord } from './account-store'
import type { Identifier } from './identifier'

/** The purpose of a ticket whose holder has just proven a mobile. */
export const provenMobile = 'proven_mobile'

export interface SignedIn {
  ok: true
  session: StartedSession
  isNew: boolean
}

interface SignInOptions {
  from: From
  endOthers: boolean
}

export interface TypedPassword {
  identifier: Identifier
  password: string
  address: string
  /** Whether a captcha was solved for this call; using it up. */
  isPerson: () => Promise<boolean>
}

export type RefusedPassword =
  | { ok: false; code: 'wrong_credentials' | 'captcha_required' }
  | { ok: false; code: 'password_locked'; retryAfter: number }

/**
 * Judges a password. Unknown identifiers, accounts without a password and wrong passwords are answered alike, with the
 * same work. Failures are counted by what was typed and the client's address, before the password is looked at, so that
 * guesses made at once are counted too and the owner's other ways and addresses stay open. After five for an account, or
 * from an address, whoever goes on has to be a person.
 * @returns the account, and how to forget its failures in the transaction of what the password was for
 */
export const judgePassword = async (
  setting: Setting,
  { identifier, password, address, isPerson }: TypedPassword,
): Promise<{ ok: true; account: AccountRecord; forget: (stores: Stores) => Promise<void> } | RefusedPassword> => {
  const failures = failureCounters(setting, identifier, address)
  const tries = await failures.add()
  if (!tries.within) return { ok: false, code: 'password_locked', retryAfter: secondsUntil(setting, tries.until) }
  if (tries.areMany && !(await isPerson())) {
    await failures.takeBack()
    return { ok: false, code: 'captcha_required' }
  }
  const account = await holderOf(setting.storage, identifier)
  const fits = await passwordFits(account?.passwordHash, password)
  return account && fits ? { ok: true, account, forget: failures.forget } : { ok: false, code: 'wrong_credentials' }
}

/**
 * Signs in with a password. It lets in as long as the account has the one that was judged: who was late for a change is
 * answered as any other who has only the old one.
 */
export const signInByPassword = async (
  setting: Setting,
  { endOthers, from, ...typed }: Omit<TypedPassword, 'address'> & SignInOptions,
): Promise<SignedIn | StillCancelled | RefusedPassword> => {
  const judged = await judgePassword(setting, { ...typed, address: from.address })
  if (!judged.ok) return judged
  const enter = (account: AccountRecord) =>
    setting.storage.transaction(async (stores) => {
      if (isCancelled(account)) {
        // An erasure that is under way is waited for: what it leaves has nobody to restore it.
        await stores.accounts.lock(account.id)
        if (!(await stores.accounts.profile(account.id))) throw new AccountChanged()
      }
      const entered = await open(setting, stores, account, { way: 'password', from, endOthers })
      await judged.forget(stores)
      return entered
    })
  try {
    return await enter(judged.account)
  } catch (error) {
    if (!(error instanceof AccountChanged)) throw error
    const now = await setting.storage.accounts.profile(judged.account.id)
    // With that password still, it was cancelled.
    if (now && now.passwordHash === judged.account.passwordHash) return enter(now)
    return { ok: false, code: 'wrong_credentials' }
  }
}

/** What wrong passwords are counted by. */
const failureSubjects = ({ kind, value }: Identifier, address: string) => {
  const account = `${kind}:${value}`
  const from = limitedAddress(address)
  return { account, from, pair: `${account}:${from}` }
}

/**
 * Wrong passwords, as three counters see them: those that lock, and those that ask for a captcha. That of the address
 * always goes first, so that two who count or forget at once never wait for each other.
 */
const failureCounters = (setting: Setting, identifier: Identifier, address: string) => {
  const { storage } = setting
  const { account, from, pair } = failureSubjects(identifier, address)
  return {
    // Each in one transaction: one wait for the disk.
    add: () =>
      storage.transaction(async (stores) => {
        const at = setting.now()
        const fromAddress = await count(stores, 'wrongPasswordsFromAnAddress', { subject: from, at })
        const { within, until } = await count(stores, 'wrongPasswords', { subject: pair, at })
        const forAccount = await count(stores, 'wrongPasswordsForAnAccount', { subject: account, at })
        return { within, until, areMany: !forAccount.within || !fromAddress.within }
      }),
    /** It was no try after all. */
    takeBack: () =>
      storage.transaction(async (stores) => {
        await uncount(stores, 'wrongPasswordsFromAnAddress', from)
        await uncount(stores, 'wrongPasswords', pair)
        await uncount(stores, 'wrongPasswordsForAnAccount', account)
      }),
    /** The owner is in. The address stays under suspicion for its other tries: anybody may own one account. */
    forget: async (stores: Stores) => {
      await uncount(stores, 'wrongPasswordsFromAnAddress', from)
      await forgetWrongPasswords(stores, identifier, address)
    },
  }
}

/**
 * The account of an identifier has a new password: what was guessed of the old one stands in nobody's way any more, at
 * the address of whoever set it.
 */
export const forgetWrongPasswords = async (stores: Stores, identifier: Identifier, address: string): Promise<void> => {
  const { account, pair } = failureSubjects(identifier, address)
  await forget(stores, 'wrongPasswords', pair)
  await forget(stores, 'wrongPasswordsForAnAccount', account)
}

/** Who holds the identifier, or, for an address that nobody has proven, who claimed it first. */
const holderOf = async (stores: Stores, { kind, value }: Identifier): Promise<AccountRecord | undefined> => {
  const holder = await stores.accounts.holderOf(kind, value)
  // Both are looked up for every address, so that the work tells nothing.
  const claimant = kind === 'email' ? await stores.accounts.firstClaimantOf(value) : undefined
  return holder ?? claimant
}

/** Signs in with a code by email. An address without an account never has a right code. */
export const signInByEmailCode = async (
  setting: Setting,
  { target, code, from, endOthers }: SignInOptions & { target: Target; code: string },
): Promise<SignedIn | StillCancelled | Exclude<Judgement, { ok: true }>> =>
  setting.storage.transaction(async (stores) => {
    const judgement = await consumeCode(setting, stores, target, code)
    if (!judgement.ok) return judgement
    const account = await stores.accounts.keepHolderOf('email', target.to)
    if (!account) return { ok: false, code: 'code_expired' }
    return open(setting, stores, account, { way: 'email', from, endOthers })
  })

/** Signs in with a code by SMS. A mobile without an account is given a ticket to go on with, or registered at once. */
export const signInBySms = async (
  setting: Setting,
  {
    target,
    code,
    language,
    from,
    endOthers,
    registers,
  }: SignInOptions & { target: Target; code: string; language: string; registers: boolean },
): Promise<
  SignedIn | StillCancelled | Exclude<Judgement, { ok: true }> | { ok: false; code: 'not_registered'; ticket: string }
> =>
  againIfTaken(setting, async (stores) => {
    const judgement = await consumeCode(setting, stores, target, code)
    if (!judgement.ok) return judgement
    const holder = await stores.accounts.keepHolderOf('mobile', target.to)
    if (!holder && !registers) {
      const ticket = await issueTicket(setting, stores, { purpose: provenMobile, value: target.to })
      return { ok: false, code: 'not_registered', ticket }
    }
    return enter(setting, stores, { holder, mobile: target.to, language, from, endOthers })
  })

/** Goes on with the ticket of a mobile that was just proven. */
export const continueWithTicket = (
  setting: Setting,
  { ticket, language, from }: { ticket: string; language: string; from: From },
): Promise<SignedIn | StillCancelled | { ok: false; code: 'ticket_refused' }> =>
  againIfTaken(setting, async (stores) => {
    const redeemed = await redeemTicket(setting, stores, ticket, provenMobile)
    if (!redeemed) return { ok: false, code: 'ticket_refused' }
    const mobile = redeemed.value
    // The code may have been that of a registration, which keeps no number.
    await keepProvenMobile(setting, stores, mobile)
    const holder = await stores.accounts.keepHolderOf('mobile', mobile)
    return enter(setting, stores, { holder, mobile, language, from, endOthers: false })
  })

/** Into the account that holds a proven mobile, or into one that is made for it. */
const enter = async (
  setting: Setting,
  stores: Stores,
  {
    holder,
    mobile,
    language,
    from,
    endOthers,
  }: SignInOptions & { holder: AccountRecord | undefined; mobile: string; language: string },
): Promise<SignedIn | StillCancelled> => {
  if (holder) return open(setting, stores, holder, { way: 'sms', from, endOthers })
  const identifiers = [{ kind: 'mobile', value: mobile } as const]
  const id = await createAccount(setting, stores, { identifiers, passwordHash: null, language })
  const session = await startSession(setting, stores, {
    account: { id, passwordHash: null },
    way: 'sms',
    from,
    isNew: true,
  })
  return { ok: true, session, isNew: true }
}

/**
 * Into an account whose person has proven that it is theirs. A cancelled one is not entered until it is restored.
 * @throws AccountChanged
 */
const open = async (
  setting: Setting,
  stores: Stores,
  account: AccountRecord,
  { way, from, endOthers }: SignInOptions & { way: SignInWay },
): Promise<SignedIn | StillCancelled> => {
  if (isCancelled(account)) return offerToRestore(setting, stores, account)
  const session = await startSession(setting, stores, { account, way, from, endOthers })
  return { ok: true, session, isNew: false }
}
