import type { SignInWay } from '../../../contract/activity'
import { type From, record } from '../activity/activity'
import { isCancelled, offerToRestore, type StillCancelled } from '../cancellation/cancellation'
import { consumeCode, type Judgement, type TypedCode } from '../code/code'
import { boundingGuesses } from '../code/guesses'
import { failureOf } from '../failure'
import { tellAddresses } from '../notice/notice'
import { failuresToTell, forgetFailures } from '../password/failures'
import { hashPassword, isOutdated, passwordFits } from '../password/hash'
import { NoTurn } from '../password/hash-queue'
import { judgePassword, type RefusedPassword, type RightPassword, type TypedPassword } from '../password/judge'
import { keepProvenAddress } from '../pending-change/pending-change'
import { inTransaction, type Service } from '../service'
import { AccountChanged, type StartedSession, startSession } from '../session/session'
import type { Setting } from '../setting'
import type { Transaction } from '../stores'
import { issueTicket, redeemTicket } from '../ticket/ticket'
import { createAccount, inRetriedTransaction, type NewPerson } from './account'
import type { AccountRecord } from './account-store'
import { askToConfirm, confirmingWaysOf, type ToConfirm } from './confirmed-sign-in'
import { isUnused } from './unused'

/** The purposes of tickets that were given for a proven address. */
export const provenMobile = 'proven_mobile'
export const provenEmail = 'proven_email'

export interface SignedIn {
  ok: true
  session: StartedSession
  isNew: boolean
}

interface SignInOptions {
  from: From
  endOthers: boolean
  /** Whether a cancelled account is answered with a ticket that restores it: without a word, yes. */
  restores?: boolean | undefined
}

/**
 * Signs in with a password. When the password changes after it was judged, the answer is the same as for a wrong
 * password. A hash of older parameters or of another pepper is replaced by a new one of the same password.
 */
export const signInByPassword = async (
  service: Service,
  { endOthers, restores, ...typed }: TypedPassword & SignInOptions,
): Promise<SignedIn | StillCancelled | RefusedPassword> => {
  const { from } = typed
  const judged = await judgePassword(service, typed)
  if (!judged.ok) return judged
  const rehashed = await rehash(service, judged.account, typed.password)
  try {
    return await enterByPassword(service, { judged, rehashed, from, endOthers, restores })
  } catch (error) {
    if (!(error instanceof AccountChanged)) throw error
    const now = await service.storage.accounts.profile(judged.account.id)
    // Where the password is still the same, the account was cancelled, or another sign-in has replaced the hash.
    const isRight =
      now?.passwordHash === judged.account.passwordHash ||
      (await passwordFits(service.setting.peppers, now?.passwordHash, typed.password, service.left))
    if (!now || !isRight) return { ok: false, code: 'wrong_credentials' }
    return enterByPassword(service, { judged: { ...judged, account: now }, from, endOthers, restores })
  }
}

/** A new hash of a right password, where the account's is outdated. Without one the next sign-in tries again. */
const rehash = async (
  { setting: { peppers, warn }, left }: Service,
  account: AccountRecord,
  password: string,
): Promise<string | undefined> => {
  if (account.passwordHash === null || isCancelled(account) || !isOutdated(peppers, account.passwordHash))
    return undefined
  return hashPassword(peppers, password, left).catch((error: unknown) => {
    if (!(error instanceof NoTurn)) warn(failureOf(error), 'an outdated password hash could not be made anew')
    return undefined
  })
}

/** Stores the new hash, if the account still has the one that was judged. */
const keepRehashed = async (stores: Transaction, account: AccountRecord, becomes: string): Promise<AccountRecord> => {
  if (!(await stores.accounts.rehash(account.id, { was: account.passwordHash ?? '', becomes })))
    throw new AccountChanged()
  return { ...account, passwordHash: becomes }
}

const enterByPassword = inTransaction<
  SignInOptions & { judged: RightPassword; rehashed?: string | undefined },
  SignedIn | StillCancelled
>(async (setting, stores, { judged, rehashed, from, endOthers, restores }) => {
  const { account, tried } = judged
  if (isCancelled(account)) {
    // Waits for an erasure that has begun: an erased account cannot be restored.
    await stores.accounts.lock(account.id)
    if (!(await stores.accounts.profile(account.id))) throw new AccountChanged()
    await judged.forget(stores)
    return offerToRestore(setting, stores, account, { restores })
  }
  const present = rehashed === undefined ? account : await keepRehashed(stores, account, rehashed)
  const session = await startSession(setting, stores, { account: present, way: 'password', from, endOthers, tried })
  if (judged.tells) await tellFailures(setting, stores, { judged, failures: session.failures ?? 0, from })
  return { ok: true, session, isNew: false }
})

/** Tells the account's addresses of a sign-in from an unknown browser that came after many wrong passwords. */
const tellFailures = async (
  setting: Setting,
  stores: Transaction,
  { judged: { account, tried }, failures, from }: { judged: RightPassword; failures: number; from: From },
): Promise<void> => {
  if (failures < failuresToTell) return
  await forgetFailures(stores, account.id, tried.at)
  const profile = await stores.accounts.profile(account.id)
  if (!profile) return
  const told = { change: 'signed_in_after_failures', detail: String(failures) } as const
  await record(setting, stores, { accountId: account.id, kind: told.change, from, detail: told.detail })
  await tellAddresses(setting, stores, { account: profile, ...told })
}

const guessOf = ({ target, code, named, from }: SignInOptions & TypedCode) => ({
  typed: [{ target, code, named }],
  clientAddress: from.clientAddress,
})

type SignedByCode = SignedIn | StillCancelled | Exclude<Judgement, { ok: true }>

/** Signs in with a code by email. For an email without an account no code is right. */
export const signInByEmailCode = boundingGuesses(
  inTransaction<SignInOptions & TypedCode, SignedByCode>(
    async (setting, stores, { from, endOthers, restores, ...typed }) => {
      const judgement = await consumeCode(setting, stores, typed)
      if (!judgement.ok) return judgement
      const account = await stores.accounts.keepHolderOf('email', typed.target.to)
      if (!account) return { ok: false, code: 'code_expired' }
      return open(setting, stores, account, { way: 'email', from, endOthers, restores })
    },
  ),
  guessOf,
)

/**
 * Signs in with a code by SMS. A mobile without an account is registered, or gets a ticket to go on with. So does one
 * whose account nobody has used for long, if it has another factor to confirm the sign-in with.
 */
export const signInBySms = boundingGuesses(
  inRetriedTransaction<
    SignInOptions & TypedCode & NewPerson & { visitor: string; registers: boolean },
    SignedByCode | ToConfirm | { ok: false; code: 'not_registered'; ticket: string }
  >(async (setting, stores, { language, termsVersion, visitor, from, endOthers, restores, registers, ...typed }) => {
    const judgement = await consumeCode(setting, stores, typed)
    if (!judgement.ok) return judgement
    const mobile = typed.target.to
    const holder = await stores.accounts.keepHolderOf('mobile', mobile)
    if (!holder && !registers) {
      const ticket = await issueTicket(setting, stores, { purpose: provenMobile, value: mobile, address: mobile })
      return { ok: false, code: 'not_registered', ticket }
    }
    return enter(setting, stores, { holder, mobile, language, termsVersion, visitor, from, endOthers, restores })
  }),
  guessOf,
)

/** Signs in, or registers, with the ticket of a proven mobile. */
export const continueWithTicket = inRetriedTransaction<
  NewPerson & { ticket: string; visitor: string; from: From },
  SignedIn | StillCancelled | ToConfirm | { ok: false; code: 'ticket_refused' }
>(async (setting, stores, { ticket, language, termsVersion, visitor, from }) => {
  const redeemed = await redeemTicket(setting, stores, ticket, provenMobile)
  if (!redeemed) return { ok: false, code: 'ticket_refused' }
  const mobile = redeemed.value
  // The ticket may come from the code of a registration, which does not stop a pending removal of the number.
  await keepProvenAddress(setting, stores, { kind: 'mobile', value: mobile })
  const holder = await stores.accounts.keepHolderOf('mobile', mobile)
  return enter(setting, stores, { holder, mobile, language, termsVersion, visitor, from, endOthers: false })
})

/** Signs in, with the ticket of a proven email, to the account that has it. */
export const continueByEmail = inTransaction<
  { ticket: string; from: From },
  SignedIn | StillCancelled | { ok: false; code: 'ticket_refused' }
>(async (setting, stores, { ticket, from }) => {
  const redeemed = await redeemTicket(setting, stores, ticket, provenEmail)
  if (!redeemed) return { ok: false, code: 'ticket_refused' }
  // As above: the ticket comes from the code of a registration.
  await keepProvenAddress(setting, stores, { kind: 'email', value: redeemed.value })
  const account = await stores.accounts.keepHolderOf('email', redeemed.value)
  if (!account) return { ok: false, code: 'ticket_refused' }
  return open(setting, stores, account, { way: 'email', from, endOthers: false })
})

/** Signs in to the account of a proven mobile, or to a new one. */
const enter = async (
  setting: Setting,
  stores: Transaction,
  {
    holder,
    mobile,
    language,
    termsVersion,
    visitor,
    from,
    endOthers,
    restores,
  }: SignInOptions & NewPerson & { holder: AccountRecord | undefined; mobile: string; visitor: string },
): Promise<SignedIn | StillCancelled | ToConfirm> => {
  const account = holder && isUnused(setting, holder) ? await stores.accounts.profile(holder.id) : undefined
  if (account && !isCancelled(account) && confirmingWaysOf(account).length > 0)
    return askToConfirm(setting, stores, { account, mobile, visitor, from, endOthers })
  if (holder) return open(setting, stores, holder, { way: 'sms', from, endOthers, restores })
  const identifiers = [{ kind: 'mobile', value: mobile } as const]
  const id = await createAccount(setting, stores, { identifiers, passwordHash: null, language, termsVersion })
  const session = await startSession(setting, stores, {
    account: { id, passwordHash: null },
    way: 'sms',
    from,
    isNew: true,
  })
  return { ok: true, session, isNew: true }
}

/**
 * Signs in to an account after its person was proven. A cancelled account has to be restored first.
 * @throws AccountChanged
 */
const open = async (
  setting: Setting,
  stores: Transaction,
  account: AccountRecord,
  { way, from, endOthers, restores }: SignInOptions & { way: SignInWay },
): Promise<SignedIn | StillCancelled> => {
  if (isCancelled(account)) return offerToRestore(setting, stores, account, { restores })
  const session = await startSession(setting, stores, { account, way, from, endOthers })
  return { ok: true, session, isNew: false }
}
